package dev.hotspotter.testing;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.opentelemetry.proto.profiles.v1development.Profile;
import io.opentelemetry.proto.profiles.v1development.ProfilesData;
import io.opentelemetry.proto.profiles.v1development.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import one.convert.Arguments;
import one.convert.FlameGraph;

/** The sum of all samples in a file, each format read by other code than that which wrote it where there is some. */
public final class Sums {

  /** A sample in the raw form: values, a colon, locations. */
  private static final Pattern PPROF_SAMPLE =
      Pattern.compile("^ +(\\d+): [\\d ]+$", Pattern.MULTILINE);

  private Sums() {}

  public static long ofCollapsed(Path file) throws IOException {
    try (var lines = Files.lines(file)) {
      return lines
          .filter(line -> !line.startsWith("#"))
          .mapToLong(line -> Long.parseLong(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }
  }

  /** The sum of all rows' own samples, which must equal the total of the outermost row. */
  public static long ofRows(Path json) throws IOException {
    var rows = new ObjectMapper().readTree(json.toFile());
    var sum = StreamSupport.stream(rows.spliterator(), false)
        .mapToLong(row -> row.path("self").asLong())
        .sum();
    if (rows.path(0).path("value").asLong() != sum) {
      throw new AssertionError(
          "the outermost row has %s, all have %d themselves".formatted(rows.path(0), sum));
    }
    return sum;
  }

  public static long ofFlameGraph(Path html) throws IOException {
    var again = html.resolveSibling(html.getFileName() + ".collapsed");
    FlameGraph.convert(html.toString(), again.toString(), new Arguments("--output", "collapsed"));
    return ofCollapsed(again);
  }

  /** The sum of samples by Go's own pprof. */
  public static long ofPprof(Path file) throws IOException {
    return PPROF_SAMPLE
        .matcher(pprof("-raw", file))
        .results()
        .mapToLong(sample -> Long.parseLong(sample.group(1)))
        .sum();
  }

  /** The output of go tool pprof about the file. */
  public static String pprof(String report, Path file) throws IOException {
    var process = new ProcessBuilder("go", "tool", "pprof", report, file.toString())
        .redirectErrorStream(true)
        .start();
    var words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(words);
    }
    return words;
  }

  /** The sum by OpenTelemetry's own classes; a sample without values counts one for each timestamp. */
  public static long ofOtlp(Path file) {
    return profiles(file)
        .flatMap(profile -> profile.getSamplesList().stream())
        .mapToLong(sample -> sample.getValuesCount() == 0
            ? sample.getTimestampsUnixNanoCount()
            : sample.getValuesList().stream().mapToLong(Long::longValue).sum())
        .sum();
  }

  /** The names of the frames that the samples of an OTLP file refer to. */
  public static Stream<String> framesOfOtlp(Path file) {
    var dictionary = otlp(file).getDictionary();
    return profiles(file)
        .flatMap(profile -> profile.getSamplesList().stream())
        .map(Sample::getStackIndex)
        .distinct()
        .flatMap(stack -> dictionary.getStackTable(stack).getLocationIndicesList().stream())
        .distinct()
        .flatMap(location -> dictionary.getLocationTable(location).getLinesList().stream())
        .map(line -> dictionary.getStringTable(
            dictionary.getFunctionTable(line.getFunctionIndex()).getNameStrindex()));
  }

  private static Stream<Profile> profiles(Path file) {
    return otlp(file).getResourceProfilesList().stream()
        .flatMap(resource -> resource.getScopeProfilesList().stream())
        .flatMap(scope -> scope.getProfilesList().stream());
  }

  private static ProfilesData otlp(Path file) {
    try (var in = Files.newInputStream(file)) {
      return ProfilesData.parseFrom(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The page ends its samples with their number, in five digits to the base of 64, lowest first. */
  public static long ofHeatmap(Path html) throws IOException {
    var page = Files.readString(html, StandardCharsets.UTF_8);
    var begin = page.indexOf("<pre id=\"executionsHeatmap\">");
    if (begin < 0) {
      return 0;
    }
    var end = page.indexOf("E</pre>", begin);
    long number = 0;
    for (int i = 1; i <= 5; i++) {
      number = number << 6 | digit(page.charAt(end - i));
    }
    return number;
  }

  /** Five digits have another character than their own, because HTML or browsers would change them. */
  private static int digit(char written) {
    return switch (written) {
      case 127 -> 0;
      case 126 -> '\r';
      case 125 -> '&';
      case 124 -> '<';
      case 123 -> '>';
      default -> written;
    };
  }
}
