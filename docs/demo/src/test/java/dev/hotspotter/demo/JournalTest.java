package dev.hotspotter.demo;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal keeps the newest messages, over a restart too, in a file that does not grow for ever. */
class JournalTest {

    @TempDir
    private Path folder;

    @Test
    void oldestMakeRoomForTheNewest() throws IOException {
        try (var journal = new Journal(folder, 3)) {
            journal.append(List.of("a", "b"));
            journal.append(List.of("c", "d", "e"));

            assertThat(journal.size()).isEqualTo(3);
            assertThat(journal.newest(10)).containsExactly("e", "d", "c");
            assertThat(journal.newest(2)).containsExactly("e", "d");
        }
    }

    @Test
    void goesOnAfterARestart() throws IOException {
        try (var journal = new Journal(folder, 3)) {
            assertThat(journal.newest(10)).isEmpty();
            journal.append(List.of("a", "b"));
        }
        try (var journal = new Journal(folder, 3)) {
            journal.append(List.of("c", "d"));

            assertThat(journal.newest(10)).containsExactly("d", "c", "b");
        }
    }

    @Test
    void fileStaysSmallHoweverMuchIsWritten() throws IOException, InterruptedException {
        var kept = 2_000;
        var entry = "x".repeat(500);
        var written = 0;
        try (var journal = new Journal(folder, kept)) {
            // For longer than the two seconds after which space is free again, at a pace at which all reaches the disk.
            var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
            for (; System.nanoTime() < end || written <= 5 * kept; written += 40) {
                journal.append(Collections.nCopies(40, entry));
                Thread.sleep(20);
            }
            assertThat(journal.bytes()).isBetween(500L * kept, 500L * written * 2 / 3);
        }
    }
}
