package dev.hotspotter.demo;

import java.util.Locale;

/** One line per event on standard output, where a container's log is read. */
public final class Log {

    private Log() {}

    public static void line(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
