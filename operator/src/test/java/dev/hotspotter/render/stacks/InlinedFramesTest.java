package dev.hotspotter.render.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import one.convert.Frame;
import one.jfr.ClassRef;
import one.jfr.Dictionary;
import one.jfr.MethodRef;
import one.jfr.StackTrace;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The stacks are in the profiler's order, innermost frame first. A frame is its type and name, such
 * as "i java.lang.String.length".
 */
class InlinedFramesTest {

  private static final Map<Character, Byte> TYPES = Map.of(
      '0',
      Frame.TYPE_INTERPRETED,
      'j',
      Frame.TYPE_JIT_COMPILED,
      '1',
      Frame.TYPE_C1_COMPILED,
      'i',
      Frame.TYPE_INLINED,
      'n',
      Frame.TYPE_NATIVE,
      'k',
      Frame.TYPE_KERNEL,
      'c',
      Frame.TYPE_CPP);

  private static final String WRONG =
      "n md5_implCompressMB, i java.util.concurrent.ConcurrentHashMap.get, i java.security.MessageDigest.getInstance,"
          + " j demo.Message.uniqueId, j demo.Receiver.serve";

  private final Dictionary<MethodRef> methods = new Dictionary<>();
  private final Dictionary<ClassRef> classes = new Dictionary<>();
  private final Dictionary<byte[]> symbols = new Dictionary<>();
  private int ids;

  static Stream<Arguments> stacks() {
    return Stream.of(
        argumentSet(
            "the map cannot hash",
            WRONG,
            "n md5_implCompressMB, j demo.Message.uniqueId, j demo.Receiver.serve",
            -1),
        argumentSet(
            "nor with a page fault above",
            "k do_page_fault, " + WRONG,
            "k do_page_fault, n md5_implCompressMB, j demo.Message.uniqueId, j demo.Receiver.serve",
            -1),
        argumentSet(
            "nor in code of the first compiler",
            "n updateBytesCRC32C, i java.util.zip.Adler32.update, 1 demo.Sum.of",
            "n updateBytesCRC32C, 1 demo.Sum.of",
            -1),
        argumentSet(
            "the digest can",
            "n md5_implCompress, i sun.security.provider.MD5.implCompress, j demo.Message.uniqueId",
            null,
            -1),
        argumentSet(
            "its base can",
            "n sha256_implCompressMB, i sun.security.provider.DigestBase.implCompressMultiBlock0, j a.B.c",
            null,
            -1),
        argumentSet(
            "the method that calls the one that calls it is inlined as well",
            "n cipherBlockChaining_encryptAESCrypt, i com.sun.crypto.provider.FeedbackCipher.encryptFinal, j a.B.c",
            null,
            -1),
        argumentSet(
            "the compiled method stays in any case",
            "n md5_implCompressMB, j demo.Message.uniqueId",
            null,
            -1),
        argumentSet(
            "the compiled method is cut off",
            "n md5_implCompressMB, i java.util.HashMap.get, i java.util.HashSet.add",
            null,
            1),
        argumentSet(
            "everybody copies arrays",
            "n jbyte_disjoint_arraycopy, i java.util.HashMap.get, j demo.Message.uniqueId",
            null,
            1),
        argumentSet(
            "nothing above it says whether it is true",
            "i java.util.HashMap.get, j demo.Message.uniqueId",
            null,
            0),
        argumentSet(
            "not even the kernel",
            "k irq, i java.util.HashMap.get, j demo.Message.uniqueId",
            null,
            1),
        argumentSet(
            "the method that was compiled is certain",
            "j demo.Message.uniqueId, j demo.Receiver.serve",
            null,
            -1),
        argumentSet("so is what the interpreter runs", "0 demo.Message.uniqueId", null, -1),
        argumentSet(
            "and what calls HotSpot",
            "n C2 Runtime new_array, i demo.Message.contentFrom, j demo.Message.readFrom",
            null,
            -1),
        argumentSet(
            "in older versions as well",
            "n _new_array_Java, i demo.Message.contentFrom, j demo.Message.readFrom",
            null,
            -1),
        argumentSet(
            "and what calls a library",
            "n libnet.so.read, i sun.nio.ch.Net.read, j demo.Receiver.serve",
            null,
            -1),
        argumentSet(
            "and what is deeper in HotSpot",
            "c Unsafe_Park, n stub, i demo.Receiver.wait, j demo.Receiver.serve",
            null,
            -1),
        argumentSet("an empty stack", "", null, -1));
  }

  @ParameterizedTest
  @MethodSource("stacks")
  void inlined_methods_that_cannot_have_been_are_left_out_and_others_are_known_to_be_guesses(
      String recorded, String corrected, int guessed) {
    var stack = stack(recorded);
    var frames = new InlinedFrames(methods, classes, symbols);

    assertThat(frames.corrected(stack).map(this::text).orElse(null)).isEqualTo(corrected);
    if (corrected == null) {
      assertThat(frames.guessed(stack)).isEqualTo(guessed);
    }
  }

  private StackTrace stack(String text) {
    var frames = text.isEmpty() ? List.<String>of() : List.of(text.split(", "));
    var types = new byte[frames.size()];
    IntStream.range(0, types.length)
        .forEach(i -> types[i] = TYPES.get(frames.get(i).charAt(0)));
    return new StackTrace(
        frames.stream().mapToLong(frame -> method(frame.substring(2))).toArray(),
        types,
        new int[types.length]);
  }

  /** A native frame has its library's name in the place of a class name. */
  private long method(String name) {
    int dot = name.lastIndexOf('.');
    int type = ids++;
    classes.put(type, new ClassRef(symbol(name.substring(0, Math.max(0, dot)).replace('.', '/'))));
    methods.put(type, new MethodRef(type, symbol(name.substring(dot + 1)), 0));
    return type;
  }

  private long symbol(String text) {
    symbols.put(ids, text.getBytes(StandardCharsets.UTF_8));
    return ids++;
  }

  private String text(StackTrace stack) {
    return IntStream.range(0, stack.methods.length)
        .mapToObj(i -> "%s %s".formatted(letter(stack.types[i]), name(stack.methods[i])))
        .collect(Collectors.joining(", "));
  }

  private String name(long method) {
    var type = text(classes.get(methods.get(method).cls).name).replace('/', '.');
    var name = text(methods.get(method).name);
    return type.isEmpty() ? name : type + "." + name;
  }

  private String text(long symbol) {
    return new String(symbols.get(symbol), StandardCharsets.UTF_8);
  }

  private static char letter(byte type) {
    return TYPES.entrySet().stream()
        .filter(entry -> entry.getValue() == type)
        .findFirst()
        .orElseThrow()
        .getKey();
  }
}
