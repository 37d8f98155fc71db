package dev.hotspotter.cluster;

import dev.hotspotter.web.access.Reviews;
import dev.hotspotter.web.access.Right;
import dev.hotspotter.web.access.Viewer;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Asks the API server who a viewer is, and which rights to ProfileJobs they have. */
public final class AccessReviews implements Reviews {

  private final KubernetesClient client;
  private final List<String> audiences;

  /** Accepts tokens for one of these audiences; if there are none, for the API server itself. */
  public AccessReviews(KubernetesClient client, List<String> audiences) {
    this.client = client;
    this.audiences = List.copyOf(audiences);
  }

  @Override
  public Optional<Viewer> viewer(String token) {
    var status = client
        .tokenReviews()
        .create(new TokenReviewBuilder()
            .withNewSpec()
            .withToken(token)
            .withAudiences(audiences)
            .endSpec()
            .build())
        .getStatus();
    if (!Boolean.TRUE.equals(status.getAuthenticated()) || !isMeantForUs(status.getAudiences())) {
      return Optional.empty();
    }
    var user = status.getUser();
    return Optional.of(
        new Viewer(user.getUsername(), user.getUid(), user.getGroups(), user.getExtra()));
  }

  /** Checks the audiences, because an authenticator without support for them returns none. */
  private boolean isMeantForUs(List<String> meantFor) {
    return audiences.isEmpty() || !Collections.disjoint(audiences, meantFor);
  }

  @Override
  public boolean has(Viewer viewer, Right right) {
    var review = new SubjectAccessReviewBuilder()
        .withNewSpec()
        .withUser(viewer.name())
        .withUid(viewer.uid())
        .withGroups(viewer.groups())
        .withExtra(viewer.extra())
        .withNewResourceAttributes()
        .withGroup("hotspotter.dev")
        .withResource("profilejobs")
        .withSubresource(right.subresource())
        .withVerb(right.verb())
        .withNamespace(right.namespace())
        .endResourceAttributes()
        .endSpec()
        .build();
    var status =
        client.authorization().v1().subjectAccessReview().create(review).getStatus();
    return Boolean.TRUE.equals(status.getAllowed());
  }
}
