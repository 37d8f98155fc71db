package dev.hotspotter.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** What the service tells about itself over HTTP: /healthz, /stats, and /messages, the newest ones. */
final class StatusPages implements AutoCloseable {

    private static final int MESSAGES_SHOWN = 10;

    private final UniqueId algorithm;
    private final Outbox outbox;
    private final Journal journal;
    private final Meter meter;
    private final HttpServer server;

    StatusPages(int port, UniqueId algorithm, Outbox outbox, Journal journal, Meter meter) throws IOException {
        this.algorithm = algorithm;
        this.outbox = outbox;
        this.journal = journal;
        this.meter = meter;
        this.server = HttpServer.create(new InetSocketAddress(port), 0);
    }

    void start() {
        server.createContext("/healthz", this::health);
        server.createContext("/stats", exchange -> answer(exchange, 200, "application/json", stats()));
        server.createContext("/messages", exchange -> answer(exchange, 200, "text/plain; charset=utf-8", messages()));
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void health(HttpExchange exchange) throws IOException {
        var healthy = outbox.isWriting();
        var text = healthy ? "ok\n" : "Nothing is written to the journal any more: see the log for why, and restart\n";
        answer(exchange, healthy ? 200 : 503, "text/plain; charset=utf-8", text);
    }

    private String stats() {
        var reading = meter.last();
        return String.format(
                Locale.ROOT,
                """
                {
                  "uniqueId": "%s",
                  "messages": %d,
                  "messagesPerSecond": %.0f,
                  "megabytesPerSecond": %.1f,
                  "journalMessages": %d,
                  "journalMegabytes": %.1f
                }
                """,
                algorithm,
                reading.messages(),
                reading.messagesPerSecond(),
                reading.bytesPerSecond() / 1e6,
                journal.size(),
                journal.bytes() / 1e6);
    }

    private String messages() {
        return String.join("\n\n", journal.newest(MESSAGES_SHOWN)) + "\n";
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        try (exchange) {
            var bytes = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }
}
