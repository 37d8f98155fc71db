package dev.hotspotter.render.stacks;

import java.util.Map;
import java.util.TreeMap;

/**
 * The callers of HotSpot's machine code stubs. Each stub here replaces methods that only certain
 * classes call. So a stack with the stub directly above another class is wrong. Stubs that any
 * class can call, such as arraycopy, are not here.
 */
final class StubCallers {

  /**
   * The whole package, because these methods inline each other, and HotSpot may then name the
   * caller's caller.
   */
  private static final String CIPHERS = "com.sun.crypto.provider.";

  private static final String DIGESTS = "sun.security.provider.";
  private static final String NUMBERS = "java.math.";

  private static final String ENCODER = "java.util.Base64$Encoder";
  private static final String DECODER = "java.util.Base64$Decoder";

  /** The callers by the prefix of the stub's name, in all versions of HotSpot. */
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

  /** Whether only certain classes can call the stub. */
  static boolean knows(String routine) {
    return callers(routine) != null;
  }

  /** Whether the class can call the stub; false for any other routine. */
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
