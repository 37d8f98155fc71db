package dev.hotspotter.demo;

import static dev.hotspotter.demo.MessageTest.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import module java.base;
import module java.net.http;

import dev.hotspotter.demo.load.LoadGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole service over its two ports. */
class NotifierTest {

    private final HttpClient http = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    private Notifier notifier;
    private List<Thread> clients = List.of();

    @BeforeEach
    void start() throws IOException {
        notifier = Notifier.start(new Settings(0, 0, UniqueId.MD5, folder, 1_000));
    }

    @AfterEach
    void stop() {
        clients.forEach(Thread::interrupt);
        notifier.close();
    }

    @Test
    void everyMessageGetsItsIdAndIsInTheJournal() throws Exception {
        var messages = IntStream.range(0, 5)
                .mapToObj(i -> message("shop", "ann", "Parcel " + i, "2026-01-02", "Content " + i))
                .toList();

        assertThat(idsOf(messages)).isEqualTo(messages.stream().map(m -> m.uniqueId(UniqueId.MD5)).toList());
        await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> assertThat(get("/messages").body())
                .startsWith(messages.getLast().uniqueId(UniqueId.MD5)
                    + "\n2026-01-02\nshop\nann\nParcel 4\n9 bytes\nContent 4")
                .contains("Content 0"));
    }

    @Test
    void prometheusIsToldOfTheJvm() throws Exception {
        assertThat(get("/metrics").body())
            .contains(
                "jvm_memory_used_bytes{area=\"heap\"}", "jvm_gc_collection_seconds_count", "jvm_threads_current");
    }

    @Test
    void tooLargeAMessageEndsItsConnectionOnly() throws Exception {
        try (var socket = new Socket("localhost", notifier.port())) {
            var out = new DataOutputStream(socket.getOutputStream());
            message("shop", "ann", "Photo", "2026-01-02", "x".repeat((1 << 20) + 1)).writeTo(new DataOutputStream(out));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> new DataInputStream(socket.getInputStream()).readUTF());
        } catch (SocketException e) {
            // The notifier hung up while the content was still being sent: just as good.
        }
        assertThat(idsOf(List.of(message("shop", "ann", "Parcel", "2026-01-02", "It is here")))).hasSize(1);
        assertThat(get("/healthz").statusCode()).isEqualTo(200);
    }

    @Test
    void answersAllItHasReadWhenItStopsAndLosesNone() throws Exception {
        var load = new LoadGenerator("localhost", notifier.port(), 500, 2_048, new LongAdder());
        clients = load.start();
        await().atMost(Duration.ofMinutes(1)).until(() -> load.answered().sum() > 100);

        notifier.close();

        try (var journal = new Journal(folder, 1_000)) {
            assertThat(journal.size()).isGreaterThanOrEqualTo(load.answered().sum());
        }
    }

    @Test
    void loadArrivesAtItsRateAndShowsInTheStats() throws Exception {
        var load = new LoadGenerator("localhost", notifier.port(), 400, 2_048, new LongAdder());
        clients = load.start();

        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            var stats = get("/stats");
            assertThat(stats.headers().firstValue("Content-Type")).hasValue("application/json");
            assertThat(stats.body()).contains("\"uniqueId\": \"MD5\"");
            assertThat(number(stats.body(), "messagesPerSecond")).isBetween(200.0, 600.0);
            assertThat(number(stats.body(), "megabytesPerSecond")).isBetween(0.2, 2.0);
            assertThat(number(stats.body(), "uptimeSeconds")).isBetween(4.0, 180.0);
            assertThat(number(stats.body(), "journalMessages")).isBetween(500.0, 1000.0);
        });
    }

    private List<String> idsOf(List<Message> messages) throws IOException {
        try (var socket = new Socket("localhost", notifier.port())) {
            var out = new DataOutputStream(socket.getOutputStream());
            for (var message : messages) {
                message.writeTo(out);
            }
            var in = new DataInputStream(socket.getInputStream());
            var ids = new ArrayList<String>();
            while (ids.size() < messages.size()) {
                ids.add(in.readUTF());
            }
            return ids;
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        var uri = URI.create("http://localhost:" + notifier.httpPort() + path);
        return http.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static double number(String json, String name) {
        var value = Pattern.compile("\"" + name + "\": ([0-9.]+)").matcher(json);
        assertThat(value.find()).as("%s in %s", name, json).isTrue();
        return Double.parseDouble(value.group(1));
    }
}
