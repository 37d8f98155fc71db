package dev.hotspotter.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.type.LongDataType;
import org.h2.mvstore.type.StringDataType;

/** The embedded database: the newest messages in the order they came; the oldest make room. */
public final class Journal implements AutoCloseable {

    private final MVStore store;
    private final MVMap<Long, String> entries;
    private final int keep;
    private long next;

    private Journal(MVStore store, int keep) {
        this.store = store;
        this.keep = keep;
        this.entries = store.openMap(
                "messages",
                new MVMap.Builder<Long, String>().keyType(LongDataType.INSTANCE).valueType(StringDataType.INSTANCE));
        var last = entries.lastKey();
        this.next = last == null ? 0 : last + 1;
    }

    /** Opens the journal in this folder and goes on after the newest message it holds. */
    public static Journal open(Path folder, int keep) throws IOException {
        Files.createDirectories(folder);
        var store = new MVStore.Builder()
                .fileName(folder.resolve("journal.mv").toString())
                .cacheSize(4)
                .open();
        // The space of removed messages is free again after this many milliseconds: it bounds the file.
        store.setRetentionTime(2_000);
        return new Journal(store, keep);
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
        return entries.keyList().reversed().stream().limit(count).map(entries::get).toList();
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
