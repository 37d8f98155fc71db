package dev.hotspotter.publish;

import java.util.AbstractList;
import java.util.Collection;
import java.util.RandomAccess;

/**
 * An immutable list of names in one string. An operator with 10,000 jobs of 100 pods each keeps a
 * million names.
 */
public final class PackedNames extends AbstractList<String> implements RandomAccess {

  private final String text;
  private final int[] ends;

  private PackedNames(String text, int[] ends) {
    this.text = text;
    this.ends = ends;
  }

  /** Packs the names; null becomes the empty string. */
  public static PackedNames of(Collection<String> names) {
    var text = new StringBuilder();
    var ends = new int[names.size()];
    var i = 0;
    for (var name : names) {
      text.append(name == null ? "" : name);
      ends[i++] = text.length();
    }
    return new PackedNames(text.toString(), ends);
  }

  @Override
  public String get(int index) {
    return text.substring(index == 0 ? 0 : ends[index - 1], ends[index]);
  }

  @Override
  public int size() {
    return ends.length;
  }
}
