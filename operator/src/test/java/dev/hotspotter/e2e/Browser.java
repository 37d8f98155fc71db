package dev.hotspotter.e2e;

import static org.awaitility.Awaitility.await;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.logging.Level;
import java.util.stream.StreamSupport;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** Debian's Chromium without a window, used as a person does: it follows links, types, presses buttons and looks. */
final class Browser implements AutoCloseable {

  /** The folder of the pictures of every step; those in docs/images have the same names here. */
  private static final Path PICTURES = Cluster.REPOSITORY.resolve("build/pages");

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final ChromeDriver driver;
  private long departures;

  Browser() throws IOException {
    Files.createDirectories(PICTURES);
    var console = new LoggingPreferences();
    console.enable(LogType.BROWSER, Level.ALL);
    var options = new ChromeOptions();
    // With both paths given, Selenium looks for nothing to download.
    options.setBinary(installed("chromium"));
    // The local cluster is root's, and as root Chromium does not start with its own sandbox; the
    // pages that it opens are ours.
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-component-update",
        "--hide-scrollbars",
        "--force-color-profile=srgb");
    options.setCapability(ChromeOptions.LOGGING_PREFS, console);
    driver = new ChromeDriver(
        new ChromeDriverService.Builder()
            .usingDriverExecutable(installed("chromedriver"))
            .build(),
        options);
  }

  private static File installed(String program) {
    var file = Path.of("/usr/bin", program);
    if (!Files.isExecutable(file)) {
      throw new IllegalStateException(
          "%s is missing; run operator/local-cluster/setup.sh test".formatted(file));
    }
    return file.toFile();
  }

  /** Sets the size of the page, in pixels. */
  void room(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Lets the page have as much room as it takes for all in its frame to be seen without scrolling. */
  void roomForFrame(int width) {
    enter("iframe");
    var inside = (Long) driver.executeScript("return document.documentElement.scrollHeight");
    leave();
    var around = (Long)
        driver.executeScript("return innerHeight - document.querySelector('iframe').clientHeight");
    room(width, Math.toIntExact(inside + around));
  }

  /** Light or dark, as it is set on a person's machine. */
  void scheme(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Sends the header with every request, like a proxy in front of the pages. */
  void header(String name, String value) {
    driver.executeCdpCommand("Network.enable", Map.of());
    driver.executeCdpCommand("Network.setExtraHTTPHeaders", Map.of("headers", Map.of(name, value)));
  }

  void open(String address) {
    driver.get(address);
  }

  String address() {
    return driver.getCurrentUrl();
  }

  void back() {
    arrive(() -> driver.navigate().back());
  }

  /** Presses what changes the page, or asks something. */
  void press(String css) {
    press(By.cssSelector(css));
  }

  /** Presses what leads to another page, and waits for that. */
  void go(String css) {
    arrive(() -> press(css));
  }

  void follow(String words) {
    arrive(() -> press(By.linkText(words)));
  }

  private void press(By what) {
    still(() -> {
      find(what).click();
      return true;
    });
  }

  /**
   * Waits for the next page, which has no mark or an older one. On a busy machine, the driver shows
   * the marked page for a while after a click.
   */
  private void arrive(Runnable departure) {
    var mark = ++departures;
    driver.executeScript("window.departure = arguments[0]", mark);
    departure.run();
    await("another page than " + driver.getTitle())
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(WebDriverException.class)
        .until(
            () -> driver.executeScript(
                "return window.departure !== arguments[0] && document.readyState === 'complete'",
                mark),
            Boolean.TRUE::equals);
  }

  /**
   * Reads a page that reloads itself. An element may be gone before it is read, which the driver
   * reports in several ways.
   */
  private <T> T still(Callable<T> look) {
    return await("the page stays")
        .atMost(PATIENCE)
        .ignoreExceptionsInstanceOf(WebDriverException.class)
        .until(look, seen -> true);
  }

  void type(String css, String text) {
    still(() -> {
      var field = find(css);
      field.clear();
      field.sendKeys(text);
      return true;
    });
  }

  String text(String css) {
    return still(() -> find(css).getText());
  }

  List<String> texts(String css) {
    return still(() -> driver.findElements(By.cssSelector(css)).stream()
        .map(WebElement::getText)
        .toList());
  }

  /** Waits until the page, which may load itself again meanwhile, has the text there. */
  void awaitText(String css, String text, Duration limit) {
    await(css + " says " + text)
        .atMost(limit)
        .until(() -> texts(css).stream().anyMatch(found -> found.contains(text)));
  }

  /** Looks at the page that is embedded in a frame, until it is left. */
  void enter(String frame) {
    driver.switchTo().frame(find(frame));
  }

  /** Back to the beginning of the page around the frame. */
  void leave() {
    driver.switchTo().defaultContent();
    driver.executeScript("scrollTo(0, 0)");
  }

  /** An element as it is seen. */
  Picture look(String css) throws IOException {
    return Picture.of(find(css).getScreenshotAs(OutputType.BYTES));
  }

  /** The visible part of the page, which is also stored under the name. */
  Picture picture(String name) throws IOException {
    var png = driver.getScreenshotAs(OutputType.BYTES);
    Files.write(PICTURES.resolve(name + ".png"), png);
    return Picture.of(png);
  }

  /** The number of pixels of the page's width that need scrolling. */
  long overflow() {
    return (Long) driver.executeScript(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth");
  }

  /** The console's warnings since the last call, such as a violation of the Content-Security-Policy. */
  List<String> complaints() {
    return StreamSupport.stream(driver.manage().logs().get(LogType.BROWSER).spliterator(), false)
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::toString)
        .toList();
  }

  private WebElement find(String css) {
    return find(By.cssSelector(css));
  }

  private WebElement find(By what) {
    return await(what + " is on " + driver.getTitle())
        .atMost(PATIENCE)
        .until(() -> driver.findElements(what), found -> !found.isEmpty())
        .getFirst();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
