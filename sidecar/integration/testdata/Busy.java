import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/**
 * The burner, and besides threads that contend for a lock in native code, allocate native memory,
 * keep objects, throw, call a slow method and
 * collect garbage. It prints "round" whenever each has done some of its work, and the burner has had some CPU time.
 */
public class Busy {
    private static final int WORK = 5;
    private static final long CPU_TIME = 200_000_000;

    private static final List<AtomicInteger> done = new ArrayList<>();
    private static final byte[][] kept = new byte[64][];
    private static volatile int sink;

    public static void main(String[] args) throws Exception {
        Thread sleeper = daemon(() -> LockSupport.park());
        done.clear(); // it has no work
        for (int i = 0; i < 4; i++) {
            // All want the native lock of the one that they wake up.
            daemon(() -> {
                for (int j = 0; j < 2_000; j++) {
                    LockSupport.unpark(sleeper);
                }
                LockSupport.parkNanos(10_000_000);
            });
        }
        daemon(Busy::deflate);
        daemon(Busy::keep);
        daemon(Busy::fail);
        daemon(Busy::calls);
        daemon(Busy::collect);
        Thread burner = Thread.currentThread();
        new Thread(() -> rounds(burner.getId())).start();
        Burner.main(args);
    }

    private static void deflate() {
        Deflater deflater = new Deflater();
        deflater.end();
        LockSupport.parkNanos(1_000_000);
    }

    private static void fail() {
        try {
            sink += Integer.parseInt("no number");
        } catch (NumberFormatException e) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static void keep() {
        for (int i = 0; i < kept.length; i++) {
            kept[i] = new byte[70_000];
            LockSupport.parkNanos(500_000);
        }
    }

    private static void collect() {
        System.gc();
        LockSupport.parkNanos(50_000_000);
    }

    private static void calls() {
        slow();
        for (int i = 0; i < 100; i++) {
            quick();
        }
    }

    static void slow() {
        LockSupport.parkNanos(20_000_000);
    }

    static void quick() {
        sink++;
    }

    private static void rounds(long burner) {
        while (true) {
            int[] before = done.stream().mapToInt(AtomicInteger::get).toArray();
            long time = cpuTime(burner);
            for (int i = 0; i < before.length; i++) {
                while (done.get(i).get() < before[i] + WORK) {
                    LockSupport.parkNanos(5_000_000);
                }
            }
            while (cpuTime(burner) < time + CPU_TIME) {
                LockSupport.parkNanos(5_000_000);
            }
            System.out.println("round");
        }
    }

    private static long cpuTime(long thread) {
        return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread);
    }

    private static Thread daemon(Runnable work) {
        AtomicInteger count = new AtomicInteger();
        done.add(count);
        Thread thread = new Thread(() -> {
            while (true) {
                work.run();
                count.incrementAndGet();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
