package dev.hotspotter.demo;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.CRC32;

/** One notification as its client sent it: the metadata and the content. */
public record Message(String from, String to, String subject, String date, byte[] content) {

    private static final int MAX_CONTENT_BYTES = 1 << 20;
    private static final int EXCERPT_BYTES = 256;

    /** Reads a message from the wire: the four metadata fields, the length of the content, the content. */
    public static Message readFrom(DataInput in) throws IOException {
        var from = in.readUTF();
        var to = in.readUTF();
        var subject = in.readUTF();
        var date = in.readUTF();
        var length = in.readInt();
        if (length < 0 || length > MAX_CONTENT_BYTES) {
            throw new IOException("Content of %d bytes: send at most %d".formatted(length, MAX_CONTENT_BYTES));
        }
        var content = new byte[length];
        in.readFully(content);
        return new Message(from, to, subject, date, content);
    }

    /** Writes the message as {@link #readFrom} reads it. */
    public void writeTo(DataOutput out) throws IOException {
        out.writeUTF(from);
        out.writeUTF(to);
        out.writeUTF(subject);
        out.writeUTF(date);
        out.writeInt(content.length);
        out.write(content);
    }

    /** The same for a message sent again, and another one as soon as a byte of metadata or content differs. */
    public String uniqueId(UniqueId algorithm) {
        // A line for each field, so that moving a letter from one field to the next changes the id.
        var metadata = String.join("\n", from, to, subject, date, "").getBytes(StandardCharsets.UTF_8);
        if (algorithm == UniqueId.CRC32) {
            var checksum = new CRC32();
            checksum.update(metadata);
            checksum.update(content);
            return HexFormat.of().toHexDigits((int) checksum.getValue());
        }
        try {
            var digest = MessageDigest.getInstance("MD5");
            digest.update(metadata);
            digest.update(content);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no MD5: use another one, or set UNIQUE_ID=crc32", e);
        }
    }

    /** What the journal keeps: who was told what and when, and how the content begins. */
    public String journalEntry(String id) {
        var excerpt = new String(content, 0, Math.min(EXCERPT_BYTES, content.length), StandardCharsets.UTF_8);
        return String.join("\n", id, date, from, to, subject, content.length + " bytes", excerpt);
    }
}
