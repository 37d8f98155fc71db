package dev.hotspotter.demo;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The service: takes messages over the network, gives each its unique id, and writes them to a journal. */
public final class Notifier implements AutoCloseable {

    private static final int QUEUED_AT_MOST = 10_000;
    private static final int READING_SECONDS = 5;
    private static final int READINGS_PER_LOG_LINE = 12;

    private final Journal journal;
    private final Outbox outbox;
    private final Receiver receiver;
    private final StatusPages pages;
    private final Meter meter = new Meter(System.nanoTime());
    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("clock").factory());
    private int readings;

    private Notifier(Settings settings) throws IOException {
        journal = Journal.open(settings.dataDir(), settings.keep());
        outbox = new Outbox(QUEUED_AT_MOST, journal::append);
        receiver = new Receiver(settings.port(), settings.uniqueId(), outbox, meter);
        pages = new StatusPages(settings.httpPort(), settings.uniqueId(), outbox, journal, meter);
    }

    static void main() throws IOException {
        var settings = Settings.from(System.getenv());
        var notifier = start(settings);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(notifier::close));
        Log.line("notifier: messages on port %d, HTTP on port %d, unique ids by %s, %d messages in %s",
                notifier.port(), notifier.httpPort(), settings.uniqueId(), notifier.journal.size(), settings.dataDir());
    }

    /** Opens the journal and starts to listen. */
    public static Notifier start(Settings settings) throws IOException {
        var notifier = new Notifier(settings);
        notifier.outbox.start();
        notifier.receiver.start();
        notifier.pages.start();
        notifier.clock.scheduleAtFixedRate(notifier::read, READING_SECONDS, READING_SECONDS, TimeUnit.SECONDS);
        return notifier;
    }

    /** The port that takes messages. */
    public int port() {
        return receiver.port();
    }

    /** The port of /healthz, /stats and /messages. */
    public int httpPort() {
        return pages.port();
    }

    /** Answers what was received, writes what is queued, and closes the journal. */
    @Override
    public void close() {
        receiver.close();
        outbox.finish();
        clock.shutdownNow();
        pages.close();
        Log.line("notifier: stopped, %d messages in the journal", journal.size());
        journal.close();
    }

    private void read() {
        var reading = meter.read(System.nanoTime());
        if (++readings % READINGS_PER_LOG_LINE == 0) {
            Log.line("notifier: %.0f messages/s, %.1f MB/s",
                    reading.messagesPerSecond(), reading.bytesPerSecond() / 1e6);
        }
    }
}
