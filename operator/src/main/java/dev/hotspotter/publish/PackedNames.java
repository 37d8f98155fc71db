package dev.hotspotter.publish;

import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * An immutable list of names in one string, with their common start only once. An operator with
 * 10,000 jobs of 100 pods each keeps a million names, and pods of one workload begin alike.
 */
public final class PackedNames extends AbstractList<String> implements RandomAccess {

  private final String start;
  private final String rests;
  private final int[] ends;

  private PackedNames(String start, String rests, int[] ends) {
    this.start = start;
    this.rests = rests;
    this.ends = ends;
  }

  /** Packs the names; null becomes the empty string. */
  public static PackedNames of(Collection<String> names) {
    var texts = names.stream().map(name -> Objects.toString(name, "")).toList();
    var start = texts.stream().reduce(PackedNames::commonStart).orElse("");
    var rests = new StringBuilder();
    var ends = new int[texts.size()];
    for (var i = 0; i < ends.length; i++) {
      rests.append(texts.get(i), start.length(), texts.get(i).length());
      ends[i] = rests.length();
    }
    return new PackedNames(start.intern(), rests.toString(), ends);
  }

  private static String commonStart(String one, String other) {
    var differs = Arrays.mismatch(one.toCharArray(), other.toCharArray());
    return differs < 0 ? one : one.substring(0, differs);
  }

  @Override
  public String get(int index) {
    return start + rests.substring(index == 0 ? 0 : ends[index - 1], ends[index]);
  }

  @Override
  public int size() {
    return ends.length;
  }
}
