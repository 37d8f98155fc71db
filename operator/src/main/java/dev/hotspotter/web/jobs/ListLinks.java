package dev.hotspotter.web.jobs;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The links to the other pages of the list, with the same parameters. */
public record ListLinks(Map<String, List<String>> parameters, int page, int pages) {

  private static final List<String> KNOWN =
      List.of("namespace", "workload", "label", "pod", "event", "from", "to");
  private static final Map<String, String> EXAMPLES =
      Map.of("label", "app=notifier", "event", "cpu", "from", "now-6h", "to", "now");

  /** The value in a field of the form. */
  public String value(String parameter) {
    return parameters.getOrDefault(parameter, List.of()).stream().findFirst().orElse("");
  }

  /** The parameters of the form, in order. */
  public List<String> fields() {
    return KNOWN;
  }

  /** An example for a field; empty where the name says enough. */
  public String example(String parameter) {
    return EXAMPLES.getOrDefault(parameter, "");
  }

  /** The width of a field, in characters. */
  public int width(String parameter) {
    return switch (parameter) {
      case "pod" -> 28;
      case "from", "to" -> 20;
      case "event" -> 10;
      default -> 16;
    };
  }

  public String to(int page) {
    var asked = KNOWN.stream()
        .flatMap(name -> parameters.getOrDefault(name, List.of()).stream()
            .map(value -> name + "=" + encoded(value)));
    return "/?" + Stream.concat(asked, Stream.of("page=" + page)).collect(Collectors.joining("&"));
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }
}
