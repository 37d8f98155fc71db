package dev.hotspotter.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/** A differential flame graph as its page draws it: by its frames, each with the number that it is coloured by. */
public final class DifferencePage {

  private static final Pattern NAME = Pattern.compile("(?m)^'(.)(.*)',?$");
  private static final Pattern ROW =
      Pattern.compile("(?m)^(?:d=(-?\\d+|U)|([fun])\\((\\d+)(?:,(\\d+))?.*\\))$");
  private static final Pattern MOST = Pattern.compile("maxdiff = (-?\\d+);");
  private static final String NEW = "U";

  private final Map<List<String>, String> differences = new HashMap<>();
  private final long most;

  private DifferencePage(String html) {
    var names = names(html);
    var path = new ArrayList<String>();
    var difference = "0";
    for (var row : ROW.matcher(html).results().toList()) {
      if (row.group(1) != null) {
        difference = row.group(1);
        continue;
      }
      var level = switch (row.group(2)) {
        case "u" -> path.size();
        case "n" -> Math.max(0, path.size() - 1);
        default -> Integer.parseInt(row.group(4));
      };
      path.subList(level, path.size()).clear();
      path.add(names.get(Integer.parseInt(row.group(3)) >>> 3));
      differences.put(List.copyOf(path.subList(1, path.size())), difference);
    }
    var number = MOST.matcher(html);
    number.find();
    most = Long.parseLong(number.group(1));
  }

  public static DifferencePage of(Path html) throws IOException {
    return new DifferencePage(Files.readString(html));
  }

  /** Each begins with as many characters of the one before as its first character says. */
  private static List<String> names(String html) {
    var names = new ArrayList<>(List.of("all"));
    var last = "";
    for (var name : NAME.matcher(html).results().skip(1).toList()) {
      last = last.substring(0, name.group(1).charAt(0) - ' ') + name.group(2);
      names.add(last);
    }
    return names;
  }

  /** All frames without the root. */
  public Set<List<String>> frames() {
    return differences.keySet();
  }

  /** The difference of a frame: red above 0, blue below. */
  public OptionalLong difference(String... path) {
    var difference = differences.get(List.of(path));
    return difference == null || difference.equals(NEW)
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(difference));
  }

  public boolean isNew(String... path) {
    return NEW.equals(differences.get(List.of(path)));
  }

  /** The difference that the deepest colour stands for. */
  public long most() {
    return most;
  }
}
