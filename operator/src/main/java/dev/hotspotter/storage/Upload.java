package dev.hotspotter.storage;

import java.util.Map;

/** Where one object may be put once: by PUT to the URL, or by POST with these fields if there are any. */
public record Upload(String url, Map<String, String> form) {

  /** Without what makes it a permission. */
  @Override
  public String toString() {
    return form.isEmpty() ? "Upload by PUT" : "Upload by POST";
  }
}
