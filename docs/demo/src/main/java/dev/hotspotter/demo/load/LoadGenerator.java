package dev.hotspotter.demo.load;

import dev.hotspotter.demo.Log;
import dev.hotspotter.demo.Settings;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** The clients: together they send a fixed number of messages per second over connections that stay open. */
public final class LoadGenerator {

    private static final int CLIENTS = 4;
    private static final int BURST = 8;
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int TIMEOUT_MILLIS = 5_000;
    private static final int LOG_EVERY_SECONDS = 60;

    private final InetSocketAddress notifier;
    private final int rate;
    private final int size;
    private final LongAdder answered = new LongAdder();

    /** Clients of this notifier that send rate messages per second, mails of about size bytes among them. */
    public LoadGenerator(InetSocketAddress notifier, int rate, int size) {
        this.notifier = notifier;
        this.rate = rate;
        this.size = size;
    }

    static void main() throws InterruptedException {
        var env = System.getenv();
        var notifier = new InetSocketAddress(
                env.getOrDefault("NOTIFIER_HOST", "localhost"), Settings.number(env, "NOTIFIER_PORT", 7000, 1, 65535));
        var rate = Settings.number(env, "RATE", 6_000, 1, 100_000);
        var size = Settings.number(env, "SIZE", 16_384, 64, 131_072);
        var load = new LoadGenerator(notifier, rate, size);
        load.start();
        Log.line("load: %d messages/s to %s, mails of about %d bytes", rate, notifier, size);
        for (long before = 0; ; before = load.answered()) {
            TimeUnit.SECONDS.sleep(LOG_EVERY_SECONDS);
            Log.line("load: %d messages/s answered", (load.answered() - before) / LOG_EVERY_SECONDS);
        }
    }

    /** Starts the clients; they end with the process. */
    public void start() {
        for (var number = 0; number < CLIENTS; number++) {
            var mix = new MessageMix("shop-" + number, size, number);
            Thread.ofPlatform().daemon().name("client-" + number).start(() -> sendForever(mix));
        }
    }

    /** The number of messages that got an id. */
    public long answered() {
        return answered.sum();
    }

    private void sendForever(MessageMix mix) {
        try {
            while (true) {
                try (var socket = new Socket()) {
                    socket.setTcpNoDelay(true);
                    socket.setSoTimeout(TIMEOUT_MILLIS);
                    // A new address each time: the service's name may mean another one after a restart.
                    socket.connect(new InetSocketAddress(notifier.getHostString(), notifier.getPort()), TIMEOUT_MILLIS);
                    send(mix, socket);
                } catch (IOException e) {
                    Log.line("load: %s; trying again", e);
                    TimeUnit.SECONDS.sleep(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(MessageMix mix, Socket socket) throws IOException, InterruptedException {
        var out = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES));
        var in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        var period = TimeUnit.SECONDS.toNanos(CLIENTS * BURST) / rate;
        for (var due = System.nanoTime(); ; due += period) {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
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
}
