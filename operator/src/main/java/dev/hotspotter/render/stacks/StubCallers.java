package dev.hotspotter.render.stacks;

import java.util.Map;
import java.util.TreeMap;

/**
 * Who can call HotSpot's machine code routines: each stands for methods that no other class or package may call, so that a stack which
 * has it directly above another class never was. Routines for methods that anyone may call, such as arraycopy, are not here.
 */
final class StubCallers {

  /** Their methods may be inlined into each other's, and HotSpot then names the caller's caller: all of a package are alike. */
  private static final String CIPHERS = "com.sun.crypto.provider.";

  private static final String DIGESTS = "sun.security.provider.";
  private static final String NUMBERS = "java.math.";

  private static final String ENCODER = "java.util.Base64$Encoder";
  private static final String DECODER = "java.util.Base64$Decoder";

  /** By how the routines' names begin, in all versions of HotSpot. */
  private static final TreeMap<String, String> CALLERS = new TreeMap<>(Map.ofEntries(
      Map.entry("md5_implCompress", DIGESTS),
      Map.entry("sha1_implCompress", DIGESTS),
      Map.entry("sha256_implCompress", DIGESTS),
      Map.entry("sha512_implCompress", DIGESTS),
      Map.entry("sha3_implCompress", DIGESTS),
      Map.entry("aescrypt_", CIPHERS),
      Map.entry("cipherBlockChaining_", CIPHERS),
      Map.entry("electronicCodeBook_", CIPHERS),
      Map.entry("counterMode_", CIPHERS),
      Map.entry("galoisCounterMode_", CIPHERS),
      Map.entry("ghash_processBlocks", CIPHERS),
      Map.entry("poly1305_processBlocks", CIPHERS),
      Map.entry("chacha20Block", CIPHERS),
      Map.entry("base64_encodeBlock", ENCODER),
      Map.entry("base64_decodeBlock", DECODER),
      Map.entry("implEncode", ENCODER),
      Map.entry("implDecode", DECODER),
      Map.entry("updateBytesCRC32", "java.util.zip.CRC32"),
      Map.entry("updateBytesCRC32C", "java.util.zip.CRC32C"),
      Map.entry("updateBytesAdler32", "java.util.zip.Adler32"),
      Map.entry("multiplyToLen", NUMBERS),
      Map.entry("squareToLen", NUMBERS),
      Map.entry("mulAdd", NUMBERS),
      Map.entry("bigInteger", NUMBERS)));

  private StubCallers() {}

  /** Whether only certain classes can call it. */
  static boolean knows(String routine) {
    return callers(routine) != null;
  }

  /** Whether the class is one of those that can call it; false of what is no such routine. */
  static boolean mayCall(String type, String routine) {
    var callers = callers(routine);
    return callers != null
        && (callers.endsWith(".") ? type.startsWith(callers) : type.equals(callers));
  }

  private static String callers(String routine) {
    var longest = CALLERS.floorEntry(routine);
    return longest != null && routine.startsWith(longest.getKey()) ? longest.getValue() : null;
  }
}
