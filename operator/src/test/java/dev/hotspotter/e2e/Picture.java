package dev.hotspotter.e2e;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/** A picture of a page, checked by its colours. */
record Picture(BufferedImage image) {

  /** True for the colour of the frames that were searched for in a flame graph. */
  static boolean isMatch(Color colour) {
    return colour.getRGB() == 0xffee00ee;
  }

  /** True for the colours of frames with a larger share; a smaller difference is paler. */
  static boolean isMore(Color colour) {
    return colour.getRed() == 255
        && colour.getGreen() == colour.getBlue()
        && colour.getGreen() < 225;
  }

  /** True for the colour of frames that the other recording does not have. */
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

  /** The brightness of the page's ground, from 0 for black to 1 for white. */
  double brightnessOfGround() {
    var ground = at(1, 1);
    return Color.RGBtoHSB(ground.getRed(), ground.getGreen(), ground.getBlue(), null)[2];
  }

  private Color at(int x, int y) {
    return new Color(image.getRGB(x, y));
  }
}
