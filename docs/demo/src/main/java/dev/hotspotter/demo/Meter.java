package dev.hotspotter.demo;

import java.util.concurrent.atomic.LongAdder;

/** Counts messages and their bytes; the rates are those between the last two readings. */
public final class Meter {

    private final LongAdder messages = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private volatile Reading last;

    /** The totals at one instant and the rates since the reading before it. */
    public record Reading(long nanos, long messages, long bytes, double messagesPerSecond, double bytesPerSecond) {}

    public Meter(long nanos) {
        last = new Reading(nanos, 0, 0, 0, 0);
    }

    public void count(int contentBytes) {
        messages.increment();
        bytes.add(contentBytes);
    }

    /** Takes a new reading; one thread does so at regular times. */
    public Reading read(long nanos) {
        var before = last;
        var seconds = (nanos - before.nanos()) / 1e9;
        var messages = this.messages.sum();
        var bytes = this.bytes.sum();
        last = new Reading(
                nanos,
                messages,
                bytes,
                (messages - before.messages()) / seconds,
                (bytes - before.bytes()) / seconds);
        return last;
    }

    public Reading last() {
        return last;
    }
}
