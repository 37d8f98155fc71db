import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/**
 * The burner, and besides a thread for each event that a recording can have, in a method of its
 * own. None of them takes much CPU
 * time.
 */
public final class EveryEvent {

  private static final int DEPTH = 200;
  private static final int PAGES = 256;
  private static final int PAGE = 4096;
  private static final Object MONITOR = new Object();
  private static final byte[][] KEPT = new byte[256][];

  private static volatile Object sink;
  private static volatile Thread sleeper;

  private EveryEvent() {}

  public static void main(String[] args) throws Exception {
    start("deep", () -> deep(DEPTH));
    start("first", EveryEvent::enter);
    start("second", EveryEvent::enter);
    start("allocator", EveryEvent::allocate);
    start("keeper", EveryEvent::keep);
    start("deflater", EveryEvent::deflate);
    start("thrower", EveryEvent::fail);
    start("toucher", EveryEvent::touch);
    start("traced", EveryEvent::calls);
    start("wanderer", EveryEvent::wander);
    start("collector", EveryEvent::collect);
    sleeper = start("sleeper", LockSupport::park);
    for (int i = 0; i < 4; i++) {
      start("waker-" + i, EveryEvent::wake);
    }
    Burner.main(args);
  }

  private static Thread start(String name, Runnable work) {
    Thread thread = new Thread(
        () -> {
          while (true) {
            work.run();
          }
        },
        name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  private static void deep(int frames) {
    if (frames > 0) {
      deep(frames - 1);
    } else {
      pause(20);
    }
  }

  /** Longer than the 20 ms from which on the JVM's own recorder records it. */
  private static void enter() {
    synchronized (MONITOR) {
      pause(40);
    }
  }

  private static void allocate() {
    sink = new byte[50_000];
    pause(5);
  }

  private static void keep() {
    for (int i = 0; i < KEPT.length; i++) {
      KEPT[i] = new byte[8_000];
      pause(2);
    }
  }

  private static void deflate() {
    new Deflater().end();
    pause(10);
  }

  /** Pages that are only copied when they are written to, each time anew. */
  private static void touch() {
    try (RandomAccessFile file = new RandomAccessFile("/tmp/pages", "rw")) {
      file.setLength(PAGES * PAGE);
      MappedByteBuffer pages = file.getChannel().map(FileChannel.MapMode.PRIVATE, 0, PAGES * PAGE);
      for (int i = 0; i < PAGES; i++) {
        pages.put(i * PAGE, (byte) 1);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    pause(20);
  }

  private static void fail() {
    sink = new IllegalStateException("made to be recorded");
    pause(20);
  }

  private static void calls() {
    slow();
    for (int i = 0; i < 100; i++) {
      quick();
    }
  }

  private static void slow() {
    pause(30);
  }

  private static void quick() {
    sink = Thread.currentThread();
  }

  /** Hardly ever by the same way, so that nearly all stacks of the arrival differ. */
  private static void wander() {
    step(5 * DEPTH);
    pause(1);
  }

  private static void step(int left) {
    if (left == 0) {
      arrive();
    } else if (ThreadLocalRandom.current().nextBoolean()) {
      step(left - 1);
    } else {
      step(left - 1);
    }
  }

  private static void arrive() {
    sink = Thread.currentThread();
  }

  private static void collect() {
    System.gc();
    pause(300);
  }

  /** All of them want the native lock of the one that they wake up. */
  private static void wake() {
    for (int i = 0; i < 1_000; i++) {
      LockSupport.unpark(sleeper);
    }
    pause(20);
  }

  private static void pause(long milliseconds) {
    LockSupport.parkNanos(milliseconds * 1_000_000);
  }
}
