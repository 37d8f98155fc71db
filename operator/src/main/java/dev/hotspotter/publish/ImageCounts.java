package dev.hotspotter.publish;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ImageStatusBuilder;
import dev.hotspotter.api.RecordingPhase;
import dev.hotspotter.api.RecordingStatus;
import dev.hotspotter.observe.Harm;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/** The images of a job's targets, with their results. */
final class ImageCounts {

  private ImageCounts() {}

  /** The images that still have targets, counted anew; null without images. */
  static List<ImageStatus> of(List<ImageStatus> images, List<RecordingStatus> recordings) {
    return images == null
        ? null
        : images.stream()
            .map(image -> counted(image, recordings))
            .filter(image -> image.targets() > 0)
            .toList();
  }

  /** The images, of which these need no first wave, because they run no JVM. */
  static List<ImageStatus> withoutJvm(List<ImageStatus> images, Set<String> ids) {
    return images == null || ids.isEmpty()
        ? images
        : images.stream()
            .map(image -> ids.contains(image.imageID())
                ? ImageStatusBuilder.builder(image).known(true).build()
                : image)
            .toList();
  }

  private static ImageStatus counted(ImageStatus image, List<RecordingStatus> recordings) {
    return ImageStatusBuilder.builder(image)
        .targets(count(image, recordings, _ -> true))
        .succeeded(count(image, recordings, r -> r.phase() == RecordingPhase.SUCCEEDED))
        .harmed(count(image, recordings, Harm::isSign))
        .build();
  }

  private static int count(
      ImageStatus image, List<RecordingStatus> recordings, Predicate<RecordingStatus> counts) {
    return (int) recordings.stream()
        .filter(r -> image.imageID().equals(r.imageID()) && counts.test(r))
        .count();
  }
}
