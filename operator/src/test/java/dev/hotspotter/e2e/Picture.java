package dev.hotspotter.e2e;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** What can be seen, by its colours. */
record Picture(BufferedImage image) {

  /** What a flame graph gives to the frames that were searched for; see its legend. */
  static boolean isMatch(Color colour) {
    return colour.getRGB() == 0xffee00ee;
  }

  /** What a differential flame graph gives to frames with a larger share; the paler, the smaller the difference. */
  static boolean isMore(Color colour) {
    return colour.getRed() == 255
        && colour.getGreen() == colour.getBlue()
        && colour.getGreen() < 225;
  }

  /** What it gives to frames that the other recording does not have. */
  static boolean isNew(Color colour) {
    return colour.getRGB() == 0xffffdd33;
  }

  static Picture of(byte[] png) throws IOException {
    return new Picture(ImageIO.read(new ByteArrayInputStream(png)));
  }

  /** The percentage of the width where something has such a colour, at any height. */
  double widthOf(Predicate<Color> colour) {
    var columns = IntStream.range(0, image.getWidth())
        .filter(x -> IntStream.range(0, image.getHeight()).anyMatch(y -> colour.test(at(x, y))));
    return 100.0 * columns.count() / image.getWidth();
  }

  long colours() {
    return IntStream.range(0, image.getWidth())
        .flatMap(x -> IntStream.range(0, image.getHeight()).map(y -> image.getRGB(x, y)))
        .distinct()
        .count();
  }

  /** Of the ground that a page is on, from 0 for black to 1 for white. */
  double brightnessOfGround() {
    var ground = at(1, 1);
    return Color.RGBtoHSB(ground.getRed(), ground.getGreen(), ground.getBlue(), null)[2];
  }

  private Color at(int x, int y) {
    return new Color(image.getRGB(x, y));
  }
}
