package dev.hotspotter.demo;


/** The algorithm behind a message's unique id. */
public enum UniqueId {
    MD5, CRC32;

    /** Reads the value of the environment variable UNIQUE_ID. */
    public static UniqueId parse(String value) {
        return switch (value.toLowerCase(java.util.Locale.ROOT)) {
            case "md5" -> MD5;
            case "crc32" -> CRC32;
            default -> throw new IllegalArgumentException("UNIQUE_ID is '" + value + "': use md5 or crc32");
        };
    }
}
