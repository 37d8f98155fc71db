package dev.hotspotter.demo.load;

import module java.base;

import dev.hotspotter.demo.Settings;

/** Clients of a notifier: together they send rate messages per second over connections that stay open. */
public record LoadGenerator(String host, int port, int rate, int size, LongAdder answered) {

    private static final int CLIENTS = 4;
    private static final int BURST = 8;
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int LOG_EVERY_SECONDS = 60;

    static void main() throws InterruptedException {
        var env = System.getenv();
        var load = new LoadGenerator(
                env.getOrDefault("NOTIFIER_HOST", "localhost"),
                Settings.number(env, "NOTIFIER_PORT", 7000, 1, 65535),
                Settings.number(env, "RATE", 12_000, 1, 100_000),
                Settings.number(env, "SIZE", 12_288, 64, 131_072),
                new LongAdder());
        IO.println("load: started with " + load);
        load.start();
        while (true) {
            TimeUnit.SECONDS.sleep(LOG_EVERY_SECONDS);
            IO.println("load: %d messages/s answered".formatted(load.answered.sumThenReset() / LOG_EVERY_SECONDS));
        }
    }

    /** Starts the clients; they end with the process, or when they are interrupted. */
    public List<Thread> start() {
        var clients = Thread.ofPlatform().daemon().name("client-", 0);
        return IntStream.range(0, CLIENTS)
                .mapToObj(seed -> clients.start(() -> sendForever(new MessageMix(size, seed))))
                .toList();
    }

    private void sendForever(MessageMix mix) {
        while (!Thread.currentThread().isInterrupted()) {
            try (var socket = new Socket()) {
                socket.setTcpNoDelay(true);
                socket.setSoTimeout(TIMEOUT_MILLIS);
                socket.connect(new InetSocketAddress(host, port), TIMEOUT_MILLIS);
                send(mix, socket);
            } catch (IOException e) {
                IO.println("load: trying again, " + e);
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }

    private void send(MessageMix mix, Socket socket) throws IOException {
        var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
        var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        var period = TimeUnit.SECONDS.toNanos(CLIENTS * BURST) / rate;
        for (var due = System.nanoTime(); !Thread.currentThread().isInterrupted(); due += pause(period)) {
            LockSupport.parkNanos(due - System.nanoTime());
            for (var i = 0; i < BURST; i++) {
                mix.next().writeTo(out);
            }
            out.flush();
            for (var i = 0; i < BURST; i++) {
                in.readUTF();
                answered.increment();
            }
            // What could not be sent in time stays unsent: making up for it would drive a slow machine to its limit.
            due = Math.max(due, System.nanoTime() - TimeUnit.SECONDS.toNanos(1));
        }
    }

    /** Random, as of clients that know nothing of each other: a steady beat would fall in step with a profiler's. */
    private static long pause(long mean) {
        return (long) (mean * ThreadLocalRandom.current().nextExponential());
    }
}
