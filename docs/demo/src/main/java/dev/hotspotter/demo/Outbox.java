package dev.hotspotter.demo;

import module java.base;

/** The queue between the clients and the journal, with the one thread that writes. */
public final class Outbox {

    private static final int GATHER_MILLIS = 20;
    private static final int PATIENCE_SECONDS = 5;

    private final BlockingQueue<String> queue;
    private final Consumer<List<String>> journal;
    private final Thread writer = Thread.ofPlatform().name("writer").unstarted(this::write);
    private volatile boolean finishing;

    public Outbox(int capacity, Consumer<List<String>> journal) {
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.journal = journal;
        writer.start();
    }

    /** Queues a journal entry; while the queue is full this waits, and so does the client. */
    public void put(String entry) throws IOException, InterruptedException {
        if (!isWriting() || !queue.offer(entry, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("the journal takes no more messages: see the log for why, send them again later");
        }
    }

    /** Whether what is put now will be written. */
    public boolean isWriting() {
        return !finishing && writer.isAlive();
    }

    /** Writes what was put so far and ends; to be called when nobody puts any more. */
    public void finish() throws InterruptedException {
        finishing = true;
        writer.join();
    }

    private void write() {
        while (!finishing || !queue.isEmpty()) {
            // Waking up for each single message would cost more than writing it.
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(GATHER_MILLIS));
            var batch = new ArrayList<String>();
            queue.drainTo(batch);
            journal.accept(batch);
        }
    }
}
