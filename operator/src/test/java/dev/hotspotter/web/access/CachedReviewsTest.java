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

  private static final Right SHOP = Right.toRead(Optional.of("shop"));
  private static final Right EVERYWHERE = Right.toRead(Optional.empty());

  private final List<Object> asked = new ArrayList<>();
  private boolean answer = true;
  private boolean away;
  private long now;

  private final CachedReviews cached = new CachedReviews(
      new Reviews() {
        @Override
        public Optional<Viewer> viewer(String token) {
          ask(token);
          return Optional.of(ALICE).filter(alice -> answer);
        }

        @Override
        public boolean has(Viewer viewer, Right right) {
          ask(right);
          return answer;
        }
      },
      () -> now);

  private void ask(Object what) {
    asked.add(what);
    if (away) {
      throw new IllegalStateException("away");
    }
  }

  @Test
  void a_yes_is_kept_briefly() {
    assertThat(viewer("t")).isEqualTo(viewer("t")).hasValue(ALICE);
    assertThat(cached.has(ALICE, SHOP)).isEqualTo(cached.has(ALICE, SHOP)).isTrue();
    assertThat(asked).containsExactly("t", SHOP);

    answer = false;
    pass(CachedReviews.YES);
    assertThat(viewer("t")).isEmpty();
    assertThat(cached.has(ALICE, SHOP)).isFalse();
  }

  @Test
  void a_right_to_create_is_asked_about_each_time() {
    var create = Right.toCreate("shop");
    assertThat(cached.has(ALICE, create)).isTrue();
    answer = false;
    assertThat(cached.has(ALICE, create)).isFalse();
    assertThat(asked).containsExactly(create, create);
  }

  @Test
  void a_no_is_kept_more_briefly() {
    answer = false;
    viewer("t");
    cached.has(ALICE, EVERYWHERE);
    answer = true;
    assertThat(viewer("t")).isEmpty();
    assertThat(cached.has(ALICE, EVERYWHERE)).isFalse();

    pass(CachedReviews.NO);
    assertThat(viewer("t")).hasValue(ALICE);
    assertThat(cached.has(ALICE, EVERYWHERE)).isTrue();
  }

  @Test
  void an_answer_is_for_this_token_this_viewer_with_these_groups_and_this_namespace_alone() {
    viewer("t");
    viewer("T");
    cached.has(ALICE, SHOP);
    cached.has(ALICE, Right.toRead(Optional.of("billing")));
    cached.has(ALICE, EVERYWHERE);
    cached.has(new Viewer("alice", "1", List.of("ops"), Map.of()), SHOP);
    cached.has(ALICE, Right.toDownload("shop"));
    cached.has(ALICE, Right.toDownload("shop"));

    assertThat(asked)
        .containsExactly(
            "t",
            "T",
            SHOP,
            Right.toRead(Optional.of("billing")),
            EVERYWHERE,
            SHOP,
            Right.toDownload("shop"));
  }

  @Test
  void no_answer_is_not_kept() {
    away = true;
    assertThatIllegalStateException().isThrownBy(() -> viewer("t"));
    away = false;

    assertThat(viewer("t")).hasValue(ALICE);
  }

  private Optional<Viewer> viewer(String token) {
    return cached.viewer(token, "192.0.2.1");
  }

  private void pass(Duration time) {
    now += time.toNanos() + 1;
  }
}
