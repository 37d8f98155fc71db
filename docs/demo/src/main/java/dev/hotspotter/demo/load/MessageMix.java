package dev.hotspotter.demo.load;

import module java.base;

import dev.hotspotter.demo.Message;

/** The messages of a shop: short alerts, long mails, and some pictures; no two are the same. */
final class MessageMix {

    private static final int CONTENTS_OF_A_KIND = 16;
    private static final String[] WORDS = """
            order parcel invoice delivery payment account courier address weekend refund thank you for your
            has been shipped will arrive on between and please see the details below or call our support team
            """.split("\\s+");

    private final Random random;
    private final List<byte[]> alerts;
    private final List<byte[]> mails;
    private final List<byte[]> pictures;
    private long number;

    /** A mix with mails of about this many bytes; the same seed gives the same contents. */
    MessageMix(int mailBytes, long seed) {
        random = new Random(seed);
        alerts = contents(mailBytes / 4, this::text);
        mails = contents(mailBytes, this::text);
        pictures = contents(mailBytes * 4, this::picture);
    }

    /** The next message, to be sent before the one after it: of ten, six are alerts, three mails, one a picture. */
    Message next() {
        number++;
        return switch (random.nextInt(10)) {
            case 0 -> message("Your photo", pictures);
            case 1, 2, 3 -> message("Your order", mails);
            default -> message("Alert", alerts);
        };
    }

    private Message message(String subject, List<byte[]> contents) {
        var content = contents.get(random.nextInt(contents.size()));
        ByteBuffer.wrap(content).putLong(content.length / 2, number);
        var customer = "customer-" + random.nextInt(100_000) + "@example.com";
        return new Message("shop@example.com", customer, subject + " " + number, Instant.now().toString(), content);
    }

    private List<byte[]> contents(int meanBytes, IntFunction<byte[]> kind) {
        return Stream.generate(() -> kind.apply(meanBytes / 2 + random.nextInt(meanBytes)))
            .limit(CONTENTS_OF_A_KIND)
            .toList();
    }

    private byte[] text(int length) {
        var text = new StringBuilder();
        while (text.length() < length) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(12) == 0 ? ".\n" : " ");
        }
        return text.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private byte[] picture(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
