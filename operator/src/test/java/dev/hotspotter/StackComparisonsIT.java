package dev.hotspotter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.spec.Event;
import dev.hotspotter.render.process.RenderPool;
import dev.hotspotter.report.answers.ApplicationCode;
import dev.hotspotter.storage.ObjectStore;
import dev.hotspotter.testing.Renderers;
import dev.hotspotter.testing.S3Server;
import dev.hotspotter.web.compare.Comparisons.Asked;
import dev.hotspotter.web.compare.Comparisons.Compared;
import dev.hotspotter.web.compare.Comparisons.Stacks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The pages' comparisons: stacks in a real object store, compared in the render process. */
class StackComparisonsIT {

  private static final String BEFORE =
      "shop.Main.main_[0];shop.Message.uniqueId_[j];md5 300\nshop.Main.main_[0];shop.Mail.send_[j] 700\n";
  private static final String AFTER =
      "shop.Main.main_[0];shop.Message.uniqueId_[j];md5 100\nshop.Main.main_[0];shop.Mail.send_[j] 900\n";

  @TempDir
  static Path temp;

  private static S3Server s3;
  private static ObjectStore store;
  private static RenderPool pool;

  @BeforeAll
  static void start() throws Exception {
    s3 = new S3Server(S3Server.Kind.VERSITYGW, temp.resolve("s3"));
    store = new ObjectStore(s3.settings());
    assertThat(store.problem()).isEmpty();
    pool = Renderers.pool();
    put("before", BEFORE);
    put("after", AFTER);
    put("nothing", "");
    put("broken", "no number");
  }

  @AfterAll
  static void stop() {
    pool.close();
    s3.close();
  }

  @Test
  void what_fell_is_named_and_drawn() throws Exception {
    var compared = compare(List.of("before"), List.of("after"), 1 << 20);

    assertThat(compared.differences().verdict().message())
        .contains("Message.uniqueId fell from 30.0 % to 10.0 %");
    assertThat(new String(compared.flameGraph(), StandardCharsets.UTF_8))
        .contains("d=-200\n", "d=200\n", "the title");
  }

  @Test
  void many_targets_count_together() throws Exception {
    var compared = compare(List.of("before", "after"), List.of("before", "before"), 1 << 20);

    assertThat(compared.differences().baselineSamples()).isEqualTo(2_000);
    assertThat(compared.differences().application())
        .anySatisfy(change -> assertThat(change.difference()).isEqualTo(10));
  }

  @Test
  void what_cannot_be_compared_is_said_in_a_sentence() throws Exception {
    for (var side : List.of("nothing", "broken", "none")) {
      var compared = compare(List.of("before"), List.of(side), 1 << 20);
      assertThat(compared.flameGraph()).as(side).isEmpty();
      assertThat(compared.differences().verdict().message()).as(side).isNotBlank();
    }
    assertThat(compare(List.of("before"), List.of("after"), BEFORE.length())
            .differences()
            .verdict()
            .message())
        .contains("more than the limit", "choose one target of each");
  }

  @Test
  void an_error_reaches_the_one_who_asks() {
    var broken = new AbstractList<String>() {
      @Override
      public String get(int index) {
        throw new NoClassDefFoundError("on purpose");
      }

      @Override
      public int size() {
        return 1;
      }
    };
    var answer = new StackComparisons(store, pool, new ApplicationCode(Set.of(), Set.of()), 1 << 20)
        .compare(
            new Asked(Event.CPU, stacks(List.of("before")), new Stacks(broken, "1"), "the title"))
        .orElseThrow();

    assertThat(answer)
        .failsWithin(1, TimeUnit.MINUTES)
        .withThrowableThat()
        .withMessageContaining("on purpose");
  }

  @Test
  void who_asks_for_too_much_is_told_at_once() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    pool.submit("shop", "job", renderer -> {
      begun.countDown();
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return () -> {};
    });
    begun.await();
    var comparisons =
        new StackComparisons(store, pool, new ApplicationCode(Set.of(), Set.of()), 1 << 20);
    var asked = asked(List.of("before"), List.of("after"));
    var accepted = new ArrayList<>(List.of(comparisons.compare(asked).orElseThrow()));
    for (var more = comparisons.compare(asked);
        more.isPresent();
        more = comparisons.compare(asked)) {
      accepted.add(more.get());
    }

    assertThat(accepted).hasSizeLessThan(10).noneMatch(answer -> answer.isDone());
    release.countDown();
    for (var answer : accepted) {
      assertThat(answer.get(1, TimeUnit.MINUTES).flameGraph()).isNotEmpty();
    }
  }

  private static Compared compare(List<String> before, List<String> now, long maxBytes)
      throws Exception {
    return new StackComparisons(store, pool, new ApplicationCode(Set.of(), Set.of()), maxBytes)
        .compare(asked(before, now))
        .orElseThrow()
        .get(1, TimeUnit.MINUTES);
  }

  private static Asked asked(List<String> before, List<String> now) {
    return new Asked(Event.CPU, stacks(before), stacks(now), "the title");
  }

  private static Stacks stacks(List<String> names) {
    return new Stacks(names.stream().map(StackComparisonsIT::key).toList(), "1");
  }

  private static void put(String name, String stacks) throws Exception {
    store.put(key(name), Files.writeString(temp.resolve(name), stacks), "text/plain");
  }

  private static String key(String name) {
    return "shop/job-1f0c3a5e/%s/app/cpu.collapsed".formatted(name);
  }
}
