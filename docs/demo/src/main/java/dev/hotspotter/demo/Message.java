package dev.hotspotter.demo;

import module java.base;

/** One notification as its client sent it: the metadata and the content. */
public record Message(String from, String to, String subject, String date, byte[] content) {

    private static final int MAX_CONTENT_BYTES = 1 << 20;
    private static final int EXCERPT_BYTES = 256;

    /** Reads a message from the wire: the four metadata fields, the length of the content, the content. */
    public static Message readFrom(DataInput in) throws IOException {
        return new Message(in.readUTF(), in.readUTF(), in.readUTF(), in.readUTF(), contentFrom(in));
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
            return HexFormat.of().formatHex(digest.digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no MD5: use another one, or set UNIQUE_ID=crc32", e);
        }
    }

    /** What the journal keeps: who was told what and when, and how the content begins. */
    public String journalEntry(String id) {
        var excerpt = new String(content, 0, Math.min(EXCERPT_BYTES, content.length), StandardCharsets.UTF_8);
        return String.join("\n", id, date, from, to, subject, content.length + " bytes", excerpt);
    }

    private static byte[] contentFrom(DataInput in) throws IOException {
        var length = in.readInt();
        if (length < 0 || length > MAX_CONTENT_BYTES) {
            throw new IOException("Content of %d bytes: send at most %d".formatted(length, MAX_CONTENT_BYTES));
        }
        var content = new byte[length];
        in.readFully(content);
        return content;
    }
}
