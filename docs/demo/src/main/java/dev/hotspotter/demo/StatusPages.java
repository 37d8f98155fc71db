package dev.hotspotter.demo;

import module java.base;
import module jdk.httpserver;

import io.prometheus.metrics.exporter.httpserver.MetricsHandler;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.PrometheusRegistry;

/** The pages of the service: /healthz, /stats, /metrics of its JVM, and /messages, the newest ones. */
record StatusPages(UniqueId algorithm, Outbox outbox, Journal journal, Meter meter) {

    private static final long STARTED = System.nanoTime();
    private static final String TEXT = "text/plain; charset=utf-8";

    /** A server for the pages that is not started yet. */
    HttpServer on(int port) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/healthz", this::health);
        server.createContext("/stats", exchange -> answer(exchange, 200, "application/json", stats()));
        server.createContext("/metrics", new MetricsHandler(jvm()));
        server.createContext("/messages", exchange ->
                answer(exchange, 200, TEXT, String.join("\n\n", journal.newest(10)) + "\n"));
        return server;
    }

    /** What Prometheus' own client for Java tells of a JVM. */
    private static PrometheusRegistry jvm() {
        var registry = new PrometheusRegistry();
        JvmMetrics.builder().register(registry);
        return registry;
    }

    private void health(HttpExchange exchange) throws IOException {
        var writing = outbox.isWriting();
        answer(exchange, writing ? 200 : 503, TEXT, writing ? "ok\n" : "Nothing is written: see the log, restart\n");
    }

    private String stats() {
        var reading = meter.last();
        return String.format(Locale.ROOT, """
                {
                  "uniqueId": "%s",
                  "uptimeSeconds": %d,
                  "messages": %d,
                  "messagesPerSecond": %.0f,
                  "megabytesPerSecond": %.1f,
                  "journalMessages": %d,
                  "journalMegabytes": %.1f
                }
                """,
                algorithm, (System.nanoTime() - STARTED) / 1_000_000_000,
                reading.messages(), reading.messagesPerSecond(),
                reading.megabytesPerSecond(), journal.size(), journal.bytes() / 1e6);
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
