package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import dev.hotspotter.api.JobPhase;
import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.Keys;

/**
 * The pages in a real browser. Jobs profile the demo's notifier and another one, which makes its
 * ids with CRC32 instead of MD5. A user then goes from a pod and a time to the flame graph, and to
 * the difference between the two.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagesE2E {

  private static final String HOT = "Message.uniqueId";
  private static final String CANARY = "canary";
  private static final String GRAPH = "Flame graph over all targets";
  private static final String DIFFERENCE = "Differential flame graph";
  private static final Path DEMO = Cluster.REPOSITORY.resolve("docs/demo/demo.yaml");
  private static final Pattern PERCENT = Pattern.compile("([0-9.]+) ?%");
  private static final Duration SOON = Duration.ofMinutes(4);
  /** After its start a JVM compiles, and would show little else. */
  private static final Duration WARM = Duration.ofSeconds(30);

  private Cluster cluster;
  private Browser browser;
  private ProfileJob md5;
  private ProfileJob crc32;

  @BeforeAll
  void profileBothNotifiers() throws Exception {
    cluster = new Cluster();
    browser = new Browser();
    cluster
        .client()
        .load(stream(Files.readString(DEMO)
            .replace("namespace: demo", "namespace: " + CANARY)
            .replace("name: demo", "name: " + CANARY)
            .replace("value: md5", "value: crc32")))
        .serverSideApply();
    Stream.of("demo", CANARY).forEach(this::awaitWarmth);
    var jobs = Stream.of(profile("demo", "notifier-md5"), profile(CANARY, "notifier-crc32"))
        .map(job -> cluster.finished(job, SOON))
        .toList();
    assertThat(jobs)
        .allSatisfy(job -> assertThat(job.getStatus().phase())
            .as("%s", job.getStatus().conditions())
            .isEqualTo(JobPhase.SUCCEEDED));
    md5 = jobs.getFirst();
    crc32 = jobs.getLast();
  }

  @AfterAll
  void close() throws Exception {
    if (browser != null) {
      browser.close();
    }
    cluster.client().namespaces().withName(CANARY).delete();
    cluster.close();
  }

  @BeforeEach
  void sitDown() {
    browser.room(1200, 900);
    browser.scheme("light");
  }

  @AfterEach
  void the_browser_has_nothing_to_complain_about() {
    assertThat(browser.complaints()).isEmpty();
  }

  @Test
  void someone_finds_the_recording_of_a_pod_by_the_time() throws Exception {
    var status = md5.getStatus();
    browser.room(1200, 360);
    find(status.recordings().getFirst().pod(), status.startTime(), status.completionTime());
    browser.picture("found");
    assertThat(browser.texts("#jobs a")).containsExactly("notifier-md5");

    browser.go("#jobs a");
    assertThat(browser.text("h1")).isEqualTo("notifier-md5");
    assertThat(browser.text("#targets")).contains(status.recordings().getFirst().pod());

    var before = Instant.parse(md5.getMetadata().getCreationTimestamp()).minusSeconds(60);
    find(
        status.recordings().getFirst().pod(), before.minusSeconds(1).toString(), before.toString());
    assertThat(browser.texts("#jobs a")).doesNotContain("notifier-md5");
  }

  @Test
  void someone_searches_the_flame_graph_for_the_hot_method_and_sees_it() throws Exception {
    browser.open(page(md5));
    var share = percent(browser.texts("#hot-cpu tr").stream()
        .filter(row -> row.contains(HOT))
        .findFirst()
        .orElseThrow());
    browser.room(1200, 1300);
    assertThat(embedded().colours()).as("colours of the embedded graph").isGreaterThan(100);
    browser.picture("report");

    openGraph(GRAPH);
    browser.picture("flamegraph");
    assertThat(browser.look("#canvas").widthOf(Picture::isMatch)).isZero();
    browser.press("#search");
    browser.type("#search-field", HOT + Keys.ENTER);

    browser.picture("flamegraph-search");
    var matched = percent(browser.text("#matchval"));
    assertThat(matched)
        .as("the graph has the profiler's own samples, too, which the table leaves out")
        .isCloseTo(share, within(2.0));
    assertThat(browser.look("#canvas").widthOf(Picture::isMatch)).isCloseTo(matched, within(1.0));

    browser.open(page(crc32));
    openGraph(GRAPH);
    browser.picture("flamegraph-crc32");
  }

  @Test
  void someone_holds_one_recording_against_another() throws Exception {
    browser.open(cluster.reachable("/"));
    browser.press("[name=a][value='%s']".formatted(id(md5)));
    browser.press("[name=b][value='%s']".formatted(id(crc32)));
    browser.picture("list");
    browser.go("#compare button");

    assertThat(browser.text("#verdict")).contains(HOT + " fell");
    assertThat(browser.texts("#differences-cpu tr"))
        .anyMatch(row -> row.contains(HOT) && row.endsWith("fell"));
    openGraph(DIFFERENCE);
    assertThat(browser.look("#canvas").widthOf(Picture::isMore))
        .as("what took the place of MD5")
        .isGreaterThan(10);
    browser.picture("difference-crc32");
    browser.leave();

    browser.back();
    browser.go("#swap");
    assertThat(browser.text("#verdict")).contains(HOT + " rose");
    browser.room(1200, 1300);
    assertThat(embedded().colours()).as("colours of the embedded graph").isGreaterThan(20);
    browser.picture("compare");
    openGraph(DIFFERENCE);
    browser.picture("difference");
    assertThat(browser.look("#canvas").widthOf(Picture::isNew))
        .as("MD5, which the other does not have")
        .isGreaterThan(20);
  }

  @ParameterizedTest
  @MethodSource("pages")
  void a_page_is_as_bright_as_people_want_it_and_not_wider_than_their_screen(
      String name, String path) throws Exception {
    browser.open(cluster.reachable(path(path)));
    assertThat(browser.picture(name + "-light").brightnessOfGround()).isGreaterThan(0.9);

    browser.scheme("dark");
    browser.open(browser.address());
    assertThat(browser.picture(name + "-dark").brightnessOfGround()).isLessThan(0.3);

    browser.room(390, 844);
    browser.picture(name + "-narrow");
    assertThat(browser.overflow()).isZero();
  }

  /** Makes the page large enough to show the whole frame, because a picture has no hidden parts. */
  private void openGraph(String link) {
    browser.room(1400, 300);
    browser.follow(link);
    browser.roomForFrame(1400);
    browser.enter("iframe");
  }

  private Picture embedded() throws Exception {
    browser.enter("iframe");
    var seen = browser.look("#canvas");
    browser.leave();
    return seen;
  }

  static List<Arguments> pages() {
    return List.of(
        Arguments.of("list", "/"),
        Arguments.of("report", "/jobs/B/"),
        Arguments.of("choose", "/compare?b=B"),
        Arguments.of("compare", "/compare?a=A&b=B"),
        Arguments.of("profile", "/profile?namespace=demo&workload=notifier"));
  }

  private String path(String path) {
    return path.replace("A", id(md5)).replace("B", id(crc32));
  }

  private void find(String pod, String from, String to) {
    browser.open(cluster.reachable("/"));
    browser.type("#find [name=pod]", pod);
    browser.type("#find [name=from]", from);
    browser.type("#find [name=to]", to);
    browser.go("#find button");
  }

  private ProfileJob profile(String namespace, String name) {
    return cluster.apply(
        namespace,
        name,
        "target: {selector: {matchLabels: {app: notifier}}},"
            + " recording: {duration: 15s, events: [{type: cpu}]}");
  }

  private void awaitWarmth(String namespace) {
    await("the notifier in %s is past its start".formatted(namespace))
        .atMost(SOON)
        .until(
            () -> cluster.readyPods(namespace, Map.of("app", "notifier")),
            pods -> !pods.isEmpty() && isWarm(pods.getFirst()));
  }

  private static boolean isWarm(Pod pod) {
    return Instant.parse(pod.getStatus().getStartTime()).plus(WARM).isBefore(Instant.now());
  }

  private String page(ProfileJob job) {
    return cluster.reachable(job.getStatus().report());
  }

  /** The name of the job in the addresses of the pages. */
  private static String id(ProfileJob job) {
    return ObjectKeys.folder(job).replaceFirst("/$", "");
  }

  private static double percent(String text) {
    var found = PERCENT.matcher(text);
    assertThat(found.find()).as(text).isTrue();
    return Double.parseDouble(found.group(1));
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }
}
