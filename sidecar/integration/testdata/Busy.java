import java.util.concurrent.locks.LockSupport;
import java.util.zip.Deflater;

/** The burner, and besides threads that contend for a lock in native code, allocate native memory, throw and call a slow method. */
public class Busy {
    private static volatile int sink;

    public static void main(String[] args) throws Exception {
        Thread sleeper = daemon(() -> LockSupport.park());
        for (int i = 0; i < 2; i++) {
            // Both want the native lock of the one that they wake up.
            daemon(() -> {
                for (int j = 0; j < 2_000; j++) {
                    LockSupport.unpark(sleeper);
                }
                LockSupport.parkNanos(5_000_000);
            });
        }
        daemon(Busy::deflate);
        daemon(Busy::fail);
        daemon(Busy::slow);
        daemon(Busy::quick);
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

    static void slow() {
        LockSupport.parkNanos(20_000_000);
    }

    static void quick() {
        LockSupport.parkNanos(100_000);
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(() -> {
            while (true) {
                work.run();
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
