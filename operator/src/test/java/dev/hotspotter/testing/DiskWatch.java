package dev.hotspotter.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;

/** Looks, again and again, how much of the disk some folders take. */
public final class DiskWatch implements AutoCloseable {

  private final Supplier<Collection<Path>> folders;
  private final Thread thread;
  private long most;

  public DiskWatch(Supplier<Collection<Path>> folders) {
    this.folders = folders;
    thread = Thread.ofPlatform().daemon().start(this::watch);
  }

  /** The folders of render work that begins from now on. */
  public static Supplier<Collection<Path>> workFolders() {
    var before = listed();
    return () -> listed().stream().filter(folder -> !before.contains(folder)).toList();
  }

  private static Collection<Path> listed() {
    try (var folders =
        Files.newDirectoryStream(Path.of(System.getProperty("java.io.tmpdir")), "render-*")) {
      return StreamSupport.stream(folders.spliterator(), false).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void watch() {
    while (!Thread.interrupted()) {
      look();
    }
  }

  private synchronized void look() {
    most = Math.max(most, folders.get().stream().mapToLong(DiskWatch::bytes).sum());
  }

  /** A file may go while it is looked at. */
  private static long bytes(Path folder) {
    try (var files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException | UncheckedIOException e) {
      return 0;
    }
  }

  /** Bytes at the worst look so far, of which one is now: a busy machine may have left no time for others. */
  public long most() {
    look();
    return most;
  }

  @Override
  public void close() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }
}
