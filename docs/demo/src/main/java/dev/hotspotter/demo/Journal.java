package dev.hotspotter.demo;

import module java.base;

import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;

/** The embedded database: the newest messages in the order they came; the oldest make room. */
public final class Journal implements AutoCloseable {

    private final MVStore store;
    private final MVMap<Long, String> entries;
    private final int keep;
    private long next;

    /** Opens the journal in this folder and goes on after the newest message it holds. */
    public Journal(Path folder, int keep) throws IOException {
        Files.createDirectories(folder);
        this.keep = keep;
        store = new MVStore.Builder().fileName(folder.resolve("journal.mv").toString()).cacheSize(4).open();
        // The space of removed messages is free again after this many milliseconds: it bounds the file.
        store.setRetentionTime(2_000);
        store.setVersionsToKeep(0);
        entries = store.openMap("messages");
        next = entries.isEmpty() ? 0 : entries.lastKey() + 1;
    }

    /** Adds these messages and removes the oldest ones above the limit; the store commits every second. */
    public void append(List<String> batch) {
        for (var entry : batch) {
            entries.put(next++, entry);
        }
        for (long excess = entries.sizeAsLong() - keep; excess > 0; excess--) {
            entries.remove(entries.firstKey());
        }
    }

    /** The newest messages, the newest one first. */
    public List<String> newest(int count) {
        var newest = new ArrayList<String>();
        for (var cursor = entries.cursor(null, null, true); cursor.hasNext() && newest.size() < count; ) {
            cursor.next();
            newest.add(cursor.getValue());
        }
        return newest;
    }

    /** The number of messages in the journal. */
    public long size() {
        return entries.sizeAsLong();
    }

    /** The size of its file in bytes. */
    public long bytes() {
        return store.getFileStore().size();
    }

    @Override
    public void close() {
        store.close();
    }
}
