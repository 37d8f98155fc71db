package dev.hotspotter.demo;

import module java.base;

/** Counts messages and their bytes; the rates are those between the last two readings. */
public final class Meter {

    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile Reading last;

    /** The totals at one instant and the rates since the reading before it. */
    public record Reading(long nanos, long messages, long bytes, double messagesPerSecond, double megabytesPerSecond) {}

    public Meter(long nanos) {
        last = new Reading(nanos, 0, 0, 0, 0);
    }

    public void count(int contentBytes) {
        messages.increment();
        bytes.add(contentBytes);
    }

    /** Takes a new reading; one thread does so at regular times. */
    public void read(long nanos) {
        var seconds = (nanos - last.nanos) / 1e9;
        var messagesNow = messages.sum();
        var bytesNow = bytes.sum();
        last = new Reading(nanos, messagesNow, bytesNow,
                (messagesNow - last.messages) / seconds, (bytesNow - last.bytes) / seconds / 1e6);
    }

    public Reading last() {
        return last;
    }
}
