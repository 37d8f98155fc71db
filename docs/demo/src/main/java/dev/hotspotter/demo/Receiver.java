package dev.hotspotter.demo;

import module java.base;

/** Listens for clients; each has a connection that stays open, and gets an id for each message it sends. */
final class Receiver implements AutoCloseable {

    private static final int BUFFER_BYTES = 64 * 1024;

    private final UniqueId algorithm;
    private final Outbox outbox;
    private final Meter meter;
    private final ServerSocket listener;
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads =
            Executors.newCachedThreadPool(Thread.ofPlatform().name("receiver-", 0).factory());

    Receiver(int port, UniqueId algorithm, Outbox outbox, Meter meter) throws IOException {
        this.algorithm = algorithm;
        this.outbox = outbox;
        this.meter = meter;
        this.listener = new ServerSocket(port);
    }

    void start() {
        threads.execute(this::listen);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Takes no more messages, and answers those it has read. */
    @Override
    public void close() throws IOException {
        try (threads) {
            listener.close();
            for (var client : clients) {
                client.shutdownInput();
            }
        }
    }

    private void listen() {
        try {
            while (true) {
                var client = listener.accept();
                threads.execute(() -> serve(client));
            }
        } catch (IOException e) {
            IO.println("notifier: no new clients from now on: " + e.getMessage());
        }
    }

    private void serve(Socket client) {
        clients.add(client);
        try (client;
                var in = new DataInputStream(new BufferedInputStream(client.getInputStream(), BUFFER_BYTES));
                var out = new DataOutputStream(new BufferedOutputStream(client.getOutputStream()))) {
            client.setTcpNoDelay(true);
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
        } catch (IOException | InterruptedException e) {
            IO.println("notifier: lost the client %s: %s".formatted(client.getRemoteSocketAddress(), e.getMessage()));
        } finally {
            clients.remove(client);
        }
    }
}
