package dev.hotspotter.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CachedReviewsTest {

  private static final Viewer ALICE = new Viewer("alice", "1", List.of("dev"), Map.of());

  private final List<String> asked = new ArrayList<>();
  private boolean answer = true;
  private boolean away;
  private long now;

  private final Reviews cached =
      new CachedReviews(
          new Reviews() {
            @Override
            public Optional<Viewer> viewer(String token) {
              ask(token);
              return Optional.of(ALICE).filter(alice -> answer);
            }

            @Override
            public boolean mayRead(Viewer viewer, Optional<String> namespace) {
              ask(viewer.name() + " " + namespace.orElse("all"));
              return answer;
            }

            @Override
            public boolean mayDownload(Viewer viewer, String namespace) {
              ask(viewer.name() + " downloads from " + namespace);
              return answer;
            }

            @Override
            public boolean mayCreate(Viewer viewer, String namespace) {
              ask(viewer.name() + " creates in " + namespace);
              return answer;
            }
          },
          () -> now);

  private void ask(String what) {
    asked.add(what);
    if (away) {
      throw new IllegalStateException("away");
    }
  }

  @Test
  void a_yes_is_kept_briefly() {
    assertThat(cached.viewer("t")).isEqualTo(cached.viewer("t")).hasValue(ALICE);
    assertThat(cached.mayRead(ALICE, Optional.of("shop"))).isEqualTo(cached.mayRead(ALICE, Optional.of("shop"))).isTrue();
    assertThat(asked).containsExactly("t", "alice shop");

    answer = false;
    pass(CachedReviews.YES);
    assertThat(cached.viewer("t")).isEmpty();
    assertThat(cached.mayRead(ALICE, Optional.of("shop"))).isFalse();
  }

  @Test
  void whoever_creates_something_is_asked_about_each_time() {
    assertThat(cached.mayCreate(ALICE, "shop")).isTrue();
    answer = false;
    assertThat(cached.mayCreate(ALICE, "shop")).isFalse();
    assertThat(asked).containsExactly("alice creates in shop", "alice creates in shop");
  }

  @Test
  void a_no_is_kept_more_briefly() {
    answer = false;
    cached.viewer("t");
    cached.mayRead(ALICE, Optional.empty());
    answer = true;
    assertThat(cached.viewer("t")).isEmpty();
    assertThat(cached.mayRead(ALICE, Optional.empty())).isFalse();

    pass(CachedReviews.NO);
    assertThat(cached.viewer("t")).hasValue(ALICE);
    assertThat(cached.mayRead(ALICE, Optional.empty())).isTrue();
  }

  @Test
  void an_answer_is_for_this_token_this_viewer_with_these_groups_and_this_namespace_alone() {
    cached.viewer("t");
    cached.viewer("T");
    cached.mayRead(ALICE, Optional.of("shop"));
    cached.mayRead(ALICE, Optional.of("billing"));
    cached.mayRead(ALICE, Optional.empty());
    cached.mayRead(new Viewer("alice", "1", List.of("ops"), Map.of()), Optional.of("shop"));
    cached.mayDownload(ALICE, "shop");
    cached.mayDownload(ALICE, "shop");

    assertThat(asked).containsExactly("t", "T", "alice shop", "alice billing", "alice all", "alice shop", "alice downloads from shop");
  }

  @Test
  void no_answer_is_not_kept() {
    away = true;
    assertThatIllegalStateException().isThrownBy(() -> cached.viewer("t"));
    away = false;

    assertThat(cached.viewer("t")).hasValue(ALICE);
  }

  private void pass(Duration time) {
    now += time.toNanos() + 1;
  }
}
