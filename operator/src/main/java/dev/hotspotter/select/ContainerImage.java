package dev.hotspotter.select;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.Optional;

/**
 * A container's image.
 *
 * @param id the digest that the kubelet reports; the name, if it reports none
 * @param name the name in the pod's spec
 */
public record ContainerImage(String id, String name) {

  /** The image of a container; empty if neither spec nor status has one. */
  public static Optional<ContainerImage> of(Pod pod, String container) {
    var name = Pods.container(pod, container).map(Container::getImage);
    return Pods.containerStatus(pod, container)
        .map(ContainerStatus::getImageID)
        .filter(id -> !id.isBlank())
        .map(ContainerImage::digest)
        .or(() -> name)
        .map(id -> new ContainerImage(id, name.orElse(id)));
  }

  /** The digest in an id such as registry.example.com/notifier@sha256:9f86d0. */
  private static String digest(String imageID) {
    return imageID.substring(imageID.lastIndexOf('@') + 1);
  }
}
