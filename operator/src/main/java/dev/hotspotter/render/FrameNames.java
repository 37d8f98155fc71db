package dev.hotspotter.render;

/** Names in recordings are the application's: of any length, and with any character in them. */
public final class FrameNames {

  /** Of a class file's own limit of 65535 bytes nobody can read more. */
  private static final int LONGEST = 500;

  private FrameNames() {}

  /** On one line, without what collapsed stacks have between frames, and not too long; null stays null. */
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
