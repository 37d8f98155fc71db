package dev.hotspotter.demo.load;

import dev.hotspotter.demo.Message;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The messages of a shop: short alerts, HTML mails, and some with a picture; no two are the same. */
final class MessageMix {

    private static final int CONTENTS_OF_A_KIND = 16;
    private static final String[] WORDS = """
            order parcel invoice delivery payment account courier address weekend refund thank you for your
            has been shipped will arrive on between and please see the details below or call our support team
            """.split("\\s+");

    private final String shop;
    private final Random random;
    private final List<byte[]> alerts = new ArrayList<>();
    private final List<byte[]> mails = new ArrayList<>();
    private final List<byte[]> pictures = new ArrayList<>();
    private long number;

    /** A mix with mails of about this many bytes; the same seed gives the same contents. */
    MessageMix(String shop, int mailBytes, long seed) {
        this.shop = shop;
        this.random = new Random(seed);
        for (var i = 0; i < CONTENTS_OF_A_KIND; i++) {
            alerts.add(text(about(mailBytes / 4)).getBytes(StandardCharsets.US_ASCII));
            mails.add(html(about(mailBytes)).getBytes(StandardCharsets.US_ASCII));
            pictures.add(picture(about(mailBytes * 4)));
        }
    }

    /** The next message, to be sent before the one after it is asked for: of ten, six are alerts and one a picture. */
    Message next() {
        number++;
        var dice = random.nextInt(10);
        return switch (dice) {
            case 0 -> message("Your photo", pictures);
            case 1, 2, 3 -> message("Your order", mails);
            default -> message("Alert", alerts);
        };
    }

    private Message message(String subject, List<byte[]> contents) {
        var content = contents.get(random.nextInt(contents.size()));
        ByteBuffer.wrap(content).putLong(content.length / 2, number);
        return new Message(
                shop + "@example.com",
                "customer-" + random.nextInt(100_000) + "@example.com",
                subject + " " + number,
                Instant.now().toString(),
                content);
    }

    private int about(int bytes) {
        return bytes / 2 + random.nextInt(bytes);
    }

    private String text(int length) {
        var text = new StringBuilder();
        while (text.length() < length) {
            text.append(WORDS[random.nextInt(WORDS.length)]).append(random.nextInt(12) == 0 ? ".\n" : " ");
        }
        return text.toString();
    }

    private String html(int length) {
        var page = new StringBuilder("<html><body><table>\n");
        while (page.length() < length) {
            page.append("<tr><td>").append(text(40)).append("</td><td>").append(random.nextInt(100)).append(".90</td></tr>\n");
        }
        return page.append("</table></body></html>").toString();
    }

    private byte[] picture(int length) {
        var bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
