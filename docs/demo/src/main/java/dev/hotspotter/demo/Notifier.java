package dev.hotspotter.demo;

import module java.base;

import com.sun.net.httpserver.HttpServer;

/** The service: takes messages over the network, gives each its unique id, and writes them to a journal. */
public final class Notifier {

    private static final int QUEUED_AT_MOST = 10_000;
    private static final int READING_SECONDS = 5;

    private final Meter meter = new Meter(System.nanoTime());
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final Journal journal;
    private final Outbox outbox;
    private final Receiver receiver;
    private final HttpServer pages;

    private Notifier(Settings settings) throws IOException {
        journal = new Journal(settings.dataDir(), settings.keep());
        outbox = new Outbox(QUEUED_AT_MOST, journal::append);
        receiver = new Receiver(settings.port(), settings.uniqueId(), outbox, meter);
        pages = new StatusPages(settings.uniqueId(), outbox, journal, meter).on(settings.httpPort());
    }

    static void main() {
        try {
            var settings = Settings.from(System.getenv());
            var notifier = start(settings);
            Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(notifier::close));
            IO.println("notifier: started with " + settings);
        } catch (IOException | IllegalArgumentException e) {
            var hint = e instanceof IOException ? "; PORT and HTTP_PORT must be free, DATA_DIR writable" : "";
            IO.println("notifier: cannot start: " + e.getMessage() + hint);
            System.exit(1);
        }
    }

    /** Opens the journal and starts to listen. */
    public static Notifier start(Settings settings) throws IOException {
        var notifier = new Notifier(settings);
        notifier.receiver.start();
        notifier.pages.start();
        notifier.clock.scheduleAtFixedRate(
                () -> notifier.meter.read(System.nanoTime()), READING_SECONDS, READING_SECONDS, TimeUnit.SECONDS);
        return notifier;
    }

    /** The port that takes messages. */
    public int port() {
        return receiver.port();
    }

    /** The port of /healthz, /stats and /messages. */
    public int httpPort() {
        return pages.getAddress().getPort();
    }

    /** Answers what was received, writes what is queued, and closes the journal. */
    public void close() {
        try (journal) {
            receiver.close();
            outbox.finish();
            clock.shutdownNow();
            pages.stop(0);
            IO.println("notifier: stopped");
        } catch (IOException | InterruptedException e) {
            IO.println("notifier: stopped before all was written: " + e);
        }
    }
}
