package dev.hotspotter.storage;

import java.util.Map;

/** A permission to put one object once: by POST if there are form fields, otherwise by PUT. */
public record Upload(String url, Map<String, String> form) {

  /** Leaves out the URL and the fields, which grant the permission. */
  @Override
  public String toString() {
    return form.isEmpty() ? "Upload by PUT" : "Upload by POST";
  }
}
