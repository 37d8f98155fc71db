package dev.hotspotter.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * Processes with a common memory limit, like a container's. If the kernel kills one, all must end:
 * cgroup v2 does that for the kubelet (memory.oom.group). On cgroup v1 a thread here does it.
 */
public final class MemoryCgroup implements AutoCloseable {

  private static final Path ROOT = Path.of("/sys/fs/cgroup");

  private final boolean second = Files.exists(ROOT.resolve("cgroup.controllers"));
  private final Path folder =
      (second ? ROOT : ROOT.resolve("memory")).resolve("hotspotter-test-" + UUID.randomUUID());
  private final Thread watcher = Thread.ofPlatform().daemon().unstarted(this::watch);

  public MemoryCgroup(long limit) throws IOException {
    if (second) {
      Files.writeString(ROOT.resolve("cgroup.subtree_control"), "+memory");
    }
    Files.createDirectory(folder);
    write(second ? "memory.max" : "memory.limit_in_bytes", Long.toString(limit));
    if (second) {
      write("memory.oom.group", "1");
    } else {
      watcher.start();
    }
  }

  /** Starts a process whose children are in the group as well; both streams go to the file. */
  public Process start(List<String> command, Path log) throws IOException {
    var inside = new ArrayList<>(List.of(
        "sh",
        "-c",
        "echo $$ > \"$0\" && exec \"$@\"",
        folder.resolve("cgroup.procs").toString()));
    inside.addAll(command);
    return new ProcessBuilder(inside)
        .redirectErrorStream(true)
        .redirectOutput(log.toFile())
        .start();
  }

  public List<Long> processes() throws IOException {
    return Files.readAllLines(folder.resolve("cgroup.procs")).stream()
        .map(Long::valueOf)
        .toList();
  }

  /** The number of processes that the kernel has killed because all together took too much memory. */
  public long kills() throws IOException {
    return number(second ? "memory.events" : "memory.oom_control", "oom_kill");
  }

  /** Anonymous memory and what else cannot be given back, of all processes together. */
  public long unreclaimable() throws IOException {
    return number("memory.stat", second ? "anon" : "total_rss");
  }

  private void watch() {
    try {
      while (Files.exists(folder)) {
        if (kills() > 0) {
          killAll();
        }
        TimeUnit.MILLISECONDS.sleep(5);
      }
    } catch (IOException | InterruptedException e) {
      // the group is gone
    }
  }

  private void killAll() throws IOException {
    processes().forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  private void write(String file, String value) throws IOException {
    Files.writeString(folder.resolve(file), value);
  }

  private long number(String file, String key) throws IOException {
    return Files.readAllLines(folder.resolve(file)).stream()
        .map(line -> line.split(" "))
        .filter(words -> words[0].equals(key))
        .mapToLong(words -> Long.parseLong(words[1]))
        .findFirst()
        .orElseThrow(() -> new IOException("%s has no %s: %s"
            .formatted(file, key, Arrays.toString(folder.toFile().list()))));
  }

  /** All its processes end, and the group is no more. */
  @Override
  public void close() throws IOException {
    watcher.interrupt();
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!processes().isEmpty() && System.nanoTime() < deadline) {
      killAll();
      Thread.onSpinWait();
    }
    Files.delete(folder);
  }
}
