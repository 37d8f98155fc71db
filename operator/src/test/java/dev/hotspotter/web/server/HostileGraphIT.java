package dev.hotspotter.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.hotspotter.testing.StackFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;

/** Graphs that want to tell somebody else what is in them, in a real browser: somebody listens, and hears nothing. */
class HostileGraphIT {

  private static final String GRAPH = "/jobs/shop/checkout-cpu-1f0c3a5e/merged/cpu.html";
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @RegisterExtension
  final OpenPages pages = new OpenPages();

  @TempDir
  Path folder;

  private static ChromeDriver browser;

  private final List<String> heard = new CopyOnWriteArrayList<>();
  private HttpServer listener;
  private String hostile;

  @BeforeAll
  static void openBrowser() {
    var options = new ChromeOptions();
    options.setBinary("/usr/bin/chromium");
    options.addArguments(
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-component-update");
    browser = new ChromeDriver(
        new ChromeDriverService.Builder()
            .usingDriverExecutable(Path.of("/usr/bin/chromedriver").toFile())
            .build(),
        options);
  }

  @AfterAll
  static void closeBrowser() {
    browser.quit();
  }

  @BeforeEach
  void listen() throws IOException {
    listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    listener.createContext("/", exchange -> {
      heard.add(exchange.getRequestURI().toString());
      var page = (exchange.getRequestURI().getPath().equals("/hostile") ? hostile : "gone")
          .getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Content-Type", "text/html");
      exchange.sendResponseHeaders(200, page.length);
      exchange.getResponseBody().write(page);
      exchange.close();
    });
    listener.start();
  }

  @AfterEach
  void stopListening() {
    browser.get("about:blank");
    listener.stop(0);
  }

  /** Each of these, in a page that is shown by itself and without a policy, reaches the listener. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "<script>location = 'LEAK'</script>",
        "<script>top.location = 'LEAK'</script>",
        "<script>parent.location.href = 'LEAK'</script>",
        "<meta http-equiv=refresh content='0; url=LEAK'>",
        "<a id=a href='LEAK'>b</a><script>a.click()</script>",
        "<a id=a href='LEAK' target=_top>b</a><script>a.click()</script>",
        "<form id=f action='LEAK'></form><script>f.submit()</script>",
        "<img src='LEAK'>",
        "<script>fetch('LEAK', {mode: 'no-cors'})</script>",
        "<script>navigator.sendBeacon('LEAK')</script>",
        "<iframe src='LEAK'></iframe>",
        "<link rel=stylesheet href='LEAK'>",
      })
  void a_page_that_is_all_the_applications_reaches_nobody(String attempt) throws Exception {
    hostile = "<!DOCTYPE html><body>" + attempt.replace("LEAK", leak());
    pages.artifacts.stored.put(GRAPH.substring("/jobs/".length()), hostile);

    browser.get(leak().replace("/leak", "/hostile"));
    await("so that it is an attempt at all").atMost(PATIENCE).until(this::leaked);
    heard.clear();

    for (var address : List.of(GRAPH, GRAPH + "?as=frame")) {
      browser.get("http://localhost:" + pages.port() + address);
      assertThat(browser.findElements(By.tagName("iframe"))).hasSize(1);
      await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> !leaked());
      assertThat(browser.getCurrentUrl())
          .as("the page around it is still there")
          .endsWith(address);
    }
  }

  @Test
  void a_name_that_ends_the_script_is_a_name() throws Exception {
    var name = "shop.Evil.</script><script>location = '%s'</script>".formatted(leak());
    pages.artifacts.stored.put(
        GRAPH.substring("/jobs/".length()),
        drawn("shop.Main.main_[j];%s_[j] 30\nshop.Main.main_[j] 70\n".formatted(name)));

    browser.get("http://localhost:" + pages.port() + GRAPH);
    browser.switchTo().frame(0);

    assertThat(browser.executeScript("return cpool.includes(arguments[0])", name))
        .isEqualTo(true);
    assertThat(browser.findElements(By.tagName("script"))).hasSize(5);
    await().during(Duration.ofMillis(500)).atMost(PATIENCE).until(() -> heard.isEmpty());
  }

  @Test
  void a_graph_whose_frame_has_no_width_at_first_is_drawn_when_it_has_one() throws Exception {
    pages.artifacts.stored.put(
        GRAPH.substring("/jobs/".length()), drawn("shop.Main.main_[j] 70\n"));
    browser.get("http://localhost:" + pages.port() + GRAPH);
    browser.executeAsyncScript(
        "const done = arguments[0], frame = document.querySelector('iframe');"
            + "frame.style.width = '0'; frame.style.minWidth = '0'; frame.style.border = '0';"
            + "frame.onload = () => { frame.onload = null; frame.style.width = '600px'; done(); };"
            + "frame.src = frame.src;");
    browser.switchTo().frame(0);

    await()
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(() ->
            (Long) browser.executeScript("return document.getElementById('canvas').width") > 300);
  }

  @Test
  void a_framed_graph_can_be_searched() throws Exception {
    pages.artifacts.stored.put(
        GRAPH.substring("/jobs/".length()),
        drawn("shop.Main.main_[j];shop.Idle.d_[j] 30\nshop.Main.main_[j] 70\n"));
    browser.get("http://localhost:" + pages.port() + GRAPH);
    browser.switchTo().frame(0);

    browser.findElement(By.id("search")).click();
    browser.findElement(By.id("search-field")).sendKeys("Idle\\.d", Keys.ENTER);

    assertThat(browser.findElement(By.id("matchval")).getText()).isEqualTo("30.00%");
    assertThat(browser.findElements(By.id("search-field"))).isEmpty();
    assertThat(browser.findElement(By.tagName("html")).getDomAttribute("class"))
        .as("d is a letter here, and no hot key")
        .isNullOrEmpty();
  }

  private String drawn(String stacks) throws Exception {
    return Files.readString(StackFiles.draw(
        "cpu", folder.resolve("graph.html"), Files.writeString(folder.resolve("stacks"), stacks)));
  }

  private String leak() {
    return "http://127.0.0.1:%d/leak".formatted(listener.getAddress().getPort());
  }

  private boolean leaked() {
    return heard.stream().anyMatch(path -> path.startsWith("/leak"));
  }
}
