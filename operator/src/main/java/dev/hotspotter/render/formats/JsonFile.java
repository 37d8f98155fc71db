package dev.hotspotter.render.formats;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hotspotter.render.BadRecordingException;
import java.io.IOException;
import java.nio.file.Path;

/** Writes a value to a JSON file. */
public final class JsonFile {

  private static final ObjectMapper JSON = new ObjectMapper();

  private JsonFile() {}

  /** Unwraps exceptions of the disk, so that a full disk does not look like an invalid value. */
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
