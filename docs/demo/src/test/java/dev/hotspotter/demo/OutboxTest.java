package dev.hotspotter.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import module java.base;

import org.junit.jupiter.api.Test;

/** The queue loses nothing it took, and says when it takes nothing more. */
class OutboxTest {

    @Test
    void everythingPutIsWrittenInOrder() throws Exception {
        var written = Collections.synchronizedList(new ArrayList<String>());
        var entries = IntStream.range(0, 500).mapToObj(Integer::toString).toList();
        var outbox = new Outbox(10, written::addAll);

        for (var entry : entries) {
            outbox.put(entry);
        }
        outbox.finish();

        assertThat(written).isEqualTo(entries);
    }

    @Test
    void putsNothingAfterTheEnd() throws Exception {
        var outbox = new Outbox(10, batch -> {});
        outbox.finish();

        assertThat(outbox.isWriting()).isFalse();
        assertThatIOException().isThrownBy(() -> outbox.put("late")).withMessageContaining("send them again later");
    }

    @Test
    void aFailedWriterTakesNothingMore() throws Exception {
        var outbox = new Outbox(10, batch -> {
            if (!batch.isEmpty()) {
                throw new IllegalStateException("the disk of this test is full");
            }
        });
        assertThat(outbox.isWriting()).isTrue();
        outbox.put("the last one");

        await().atMost(Duration.ofMinutes(1)).dontCatchUncaughtExceptions().until(() -> !outbox.isWriting());
        assertThatIOException().isThrownBy(() -> outbox.put("late"));
    }
}
