import java.security.MessageDigest;
import java.util.concurrent.locks.LockSupport;

/**
 * Burns CPU in one known method, allocates, contends for a monitor, and prints a line five
 * times per second while it lives.
 */
public class Burner {
    private static final Object MONITOR = new Object();
    private static volatile int sink;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 2; i++) {
            daemon(Burner::contend);
        }
        if (args.length > 0) {
            daemon(() -> exitAfter(Long.parseLong(args[0])));
        }
        MessageDigest md5 = MessageDigest.getInstance("MD5");
        long next = 0;
        while (true) {
            hot(md5);
            if (System.nanoTime() > next) {
                System.out.println("alive");
                next = System.nanoTime() + 200_000_000;
            }
            // Half a core is enough to be found, and leaves the rest to the tests that run beside it.
            LockSupport.parkNanos(2_000_000);
        }
    }

    static void hot(MessageDigest md5) {
        byte[] message = new byte[100_000];
        for (int i = 0; i < 10; i++) {
            sink += md5.digest(message)[0];
        }
    }

    private static void contend() {
        while (true) {
            synchronized (MONITOR) {
                LockSupport.parkNanos(2_000_000);
            }
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        thread.start();
    }

    private static void exitAfter(long millis) {
        LockSupport.parkNanos(millis * 1_000_000);
        System.exit(0);
    }
}
