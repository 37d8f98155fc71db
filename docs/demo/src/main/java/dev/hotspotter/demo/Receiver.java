package dev.hotspotter.demo;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Listens for clients; each has a connection that stays open, and gets an id for each message it sends. */
final class Receiver implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;
    private static final int CLIENTS_AT_MOST = 64;

    private final UniqueId algorithm;
    private final Outbox outbox;
    private final Meter meter;
    private final ServerSocket listener;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads =
            Executors.newFixedThreadPool(CLIENTS_AT_MOST, Thread.ofPlatform().name("receiver-", 0).factory());

    Receiver(int port, UniqueId algorithm, Outbox outbox, Meter meter) throws IOException {
        this.algorithm = algorithm;
        this.outbox = outbox;
        this.meter = meter;
        this.listener = new ServerSocket(port);
    }

    void start() {
        Thread.ofPlatform().name("listener").start(this::listen);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Takes no more messages, and answers those it has read. */
    @Override
    public void close() {
        try {
            listener.close();
            for (var client : clients) {
                client.shutdownInput();
            }
        } catch (IOException e) {
            Log.line("closing: %s", e);
        }
        threads.shutdown();
        try {
            threads.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        try {
            while (true) {
                var client = listener.accept();
                client.setTcpNoDelay(true);
                clients.add(client);
                threads.execute(() -> serve(client));
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                Log.line("listening ended, restart the notifier: %s", e);
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                var in = new DataInputStream(new BufferedInputStream(client.getInputStream(), BUFFER_BYTES));
                var out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()))) {
            while (true) {
                var message = Message.readFrom(in);
                var id = message.uniqueId(algorithm);
                outbox.put(message.journalEntry(id));
                meter.count(message.content().length);
                out.writeUTF(id);
                // A client may send many messages at once: answer them in one packet.
                if (in.available() == 0) {
                    out.flush();
                }
            }
        } catch (EOFException e) {
            // The client has sent all it had.
        } catch (IOException e) {
            Log.line("%s: %s", client.getRemoteSocketAddress(), e.getMessage());
        } finally {
            clients.remove(client);
        }
    }
}
