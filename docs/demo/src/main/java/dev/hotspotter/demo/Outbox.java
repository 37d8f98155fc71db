package dev.hotspotter.demo;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** The queue between the clients and the journal, with the one thread that writes. */
public final class Outbox {

    private static final int GATHER_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 5;

    private final BlockingQueue<String> queue;
    private final Consumer<List<String>> journal;
    private final Thread writer;
    private volatile boolean closed;

    public Outbox(int capacity, Consumer<List<String>> journal) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.journal = journal;
        this.writer = Thread.ofPlatform().name("writer").unstarted(this::write);
    }

    public void start() {
        writer.start();
    }

    /** Queues a journal entry; while the queue is full this waits, and so does the client. */
    public void put(String entry) throws IOException {
        try {
            if (!isWriting() || !queue.offer(entry, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("The journal takes no more messages: see the log for why, send them again later");
            }
        } catch (InterruptedException e) {
            throw new InterruptedIOException("Stopped while the queue was full: send the message again");
        }
    }

    /** Whether what is put now will be written. */
    public boolean isWriting() {
        return !closed && writer.isAlive();
    }

    /** Writes what was put so far and ends; to be called when nobody puts any more. */
    public void finish() {
        closed = true;
        try {
            writer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        var batch = new ArrayList<String>();
        try {
            while (!closed || !queue.isEmpty()) {
                // Waking up for each single message would cost more than writing it.
                TimeUnit.MILLISECONDS.sleep(GATHER_MILLIS);
                if (queue.drainTo(batch) > 0) {
                    journal.accept(batch);
                    batch.clear();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
