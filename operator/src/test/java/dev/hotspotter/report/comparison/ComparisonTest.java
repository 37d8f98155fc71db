package dev.hotspotter.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  private static final Comparison.Baseline BASELINE = new Comparison.Baseline(
      "before",
      "0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f",
      "2026-11-20T10:00:00Z",
      "shop/before-0c8e3f2a/");
  private static final Differences CHANGED = Differences.between(
      counts(Map.of("shop.A.a", 300L)), counts(Map.of("shop.A.a", 100L)), Event.CPU);
  private static final Differences SAME = Differences.between(
      counts(Map.of("shop.A.a", 300L)), counts(Map.of("shop.A.a", 301L)), Event.WALL);
  private static final Differences MISSING =
      Differences.none("BaselineEventMissing", "the baseline did not record it");

  @Test
  void the_verdict_of_an_event_names_what_changed_most() {
    assertThat(CHANGED.verdict())
        .isEqualTo(new Verdict("FramesChanged", "A.a fell from 30.0 % to 10.0 %"));
    assertThat(CHANGED.flameGraph()).isEqualTo("merged/cpudiff.html");
    assertThat(SAME.verdict())
        .isEqualTo(new Verdict(
            "NothingChanged", "no frame's share changed by more than the sampling error"));
  }

  @Test
  void a_verdict_names_three_frames_and_counts_the_rest() {
    var before =
        IntStream.range(0, 5).boxed().collect(Collectors.toMap(i -> "shop.A.m" + i, i -> 200L));
    var now =
        IntStream.range(0, 5).boxed().collect(Collectors.toMap(i -> "shop.A.m" + i, i -> 10L + i));

    assertThat(Differences.between(counts(before), counts(now), Event.CPU)
            .verdict()
            .message())
        .isEqualTo("A.m0 fell from 20.0 % to 1.0 %, A.m1 fell from 20.0 % to 1.1 %,"
            + " A.m2 fell from 20.0 % to 1.2 %, and 2 more changed");
  }

  @Test
  void where_no_application_frame_changed_others_are_named() {
    var before = new FrameCounts(1_000, 1_000, Map.of("G1ParScan", 10L), Map.of(), Map.of());
    var now = new FrameCounts(1_000, 1_000, Map.of("G1ParScan", 400L), Map.of(), Map.of());

    assertThat(Differences.between(before, now, Event.CPU).verdict().message())
        .isEqualTo("G1ParScan rose from 1.0 % to 40.0 %");
  }

  @Test
  void the_verdict_of_a_job_tells_every_event_and_is_a_change_if_one_is() {
    assertThat(of(SAME, CHANGED, MISSING).verdict())
        .isEqualTo(new Verdict(
            "FramesChanged",
            "against before, e0: no frame's share changed by more than the sampling error;"
                + " e1: A.a fell from 30.0 % to 10.0 %;"
                + " e2: the baseline did not record it"));
    assertThat(of(MISSING, SAME).verdict().reason()).isEqualTo("NothingChanged");
    assertThat(of(MISSING).verdict().reason()).isEqualTo("BaselineEventMissing");
    assertThat(of(MISSING).verdict().compared()).isFalse();
    assertThat(of(SAME).verdict().compared()).isTrue();
  }

  private static Comparison of(Differences... all) {
    var events = new LinkedHashMap<String, Differences>();
    for (var event : all) {
      events.put("e" + events.size(), event);
    }
    return Comparison.of(BASELINE, events);
  }

  private static FrameCounts counts(Map<String, Long> application) {
    return new FrameCounts(1_000, 1_000, Map.of(), application, Map.of());
  }
}
