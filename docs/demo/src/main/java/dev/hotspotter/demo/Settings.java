package dev.hotspotter.demo;

import module java.base;

/** What the environment says about this notifier: PORT, HTTP_PORT, UNIQUE_ID, DATA_DIR and KEEP. */
public record Settings(int port, int httpPort, UniqueId uniqueId, Path dataDir, int keep) {

    /** Reads the environment; what is absent gets a default that works on a laptop. */
    public static Settings from(Map<String, String> env) {
        return new Settings(
                number(env, "PORT", 7000, 0, 65535),
                number(env, "HTTP_PORT", 8080, 0, 65535),
                UniqueId.parse(env.getOrDefault("UNIQUE_ID", "md5")),
                Path.of(env.getOrDefault("DATA_DIR", System.getProperty("java.io.tmpdir") + "/notifier")),
                number(env, "KEEP", 20_000, 1, 1_000_000));
    }

    /** Reads a whole number between two limits. */
    public static int number(Map<String, String> env, String name, int fallback, int min, int max) {
        var text = env.getOrDefault(name, Integer.toString(fallback));
        try {
            var value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // The sentence below says it for both cases.
        }
        throw new IllegalArgumentException("%s is '%s': use a number from %d to %d".formatted(name, text, min, max));
    }
}
