package dev.hotspotter.select;

import dev.hotspotter.api.ImageStatus;
import dev.hotspotter.api.ImageStatusBuilder;
import dev.hotspotter.api.RecordingStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The images of a job's chosen targets. */
final class ChosenImages {

  private ChosenImages() {}

  /** One entry per image, in the targets' order; known if its id is among those recorded before. */
  static List<ImageStatus> of(
      Collection<Pod> pods, List<RecordingStatus> targets, Set<String> recorded) {
    var images = new LinkedHashMap<String, ImageStatus>();
    var names = names(pods, targets);
    for (var target : targets) {
      if (target.imageID() != null) {
        images.merge(
            target.imageID(),
            ImageStatusBuilder.builder()
                .imageID(target.imageID())
                .image(names.get(target.imageID()))
                .known(recorded.contains(target.imageID()))
                .targets(1)
                .succeeded(0)
                .harmed(0)
                .build(),
            ChosenImages::together);
      }
    }
    return List.copyOf(images.values());
  }

  private static ImageStatus together(ImageStatus one, ImageStatus other) {
    return ImageStatusBuilder.builder(one)
        .targets(one.targets() + other.targets())
        .build();
  }

  private static Map<String, String> names(Collection<Pod> pods, List<RecordingStatus> targets) {
    var names = new LinkedHashMap<String, String>();
    for (var pod : pods) {
      targets.stream()
          .filter(target -> target.podUID().equals(pod.getMetadata().getUid()))
          .flatMap(target -> ContainerImage.of(pod, target.container()).stream())
          .forEach(image -> names.putIfAbsent(image.id(), image.name()));
    }
    return names;
  }
}
