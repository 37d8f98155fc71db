package dev.hotspotter.render.formats;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.nio.file.Path;

/** A value as a file of JSON. */
public final class JsonFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonFile() {}

  /** A disk that is full must not look like a value that cannot be written. */
  public static void write(Object value, Path file) throws BadRecordingException, IOException {
    Formats.write(
        out -> {
          try {
            JSON.writeValue(out, value);
          } catch (JsonMappingException e) {
            if (e.getCause() instanceof RuntimeException cause) {
              throw cause;
            }
            throw e;
          }
        },
        file);
  }
}
