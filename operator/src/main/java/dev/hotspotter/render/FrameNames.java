package dev.hotspotter.render;

/**
 * Cleans names from recordings. The application chooses them, with any length and any characters.
 */
public final class FrameNames {

  /** Enough for readers; a class file allows 65535 bytes. */
  private static final int LONGEST = 500;

  private FrameNames() {}

  /**
   * The name on one line, shortened, without the separator of collapsed stacks; null stays null.
   */
  public static String clean(String name) {
    if (name == null) {
      return null;
    }
    var cut = name.length() <= LONGEST ? name : name.substring(0, LONGEST) + "…";
    return cut.chars().noneMatch(FrameNames::isForeign)
        ? cut
        : cut.codePoints()
            .map(FrameNames::replaced)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
  }

  private static int replaced(int character) {
    return character == ';' ? ',' : isForeign(character) ? ' ' : character;
  }

  private static boolean isForeign(int character) {
    return character == ';'
        || Character.isISOControl(character)
        || character == '\u2028'
        || character == '\u2029';
  }
}
