package dev.hotspotter.config;

import dev.hotspotter.storage.CaCertificates;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.storage.UploadPolicy;

/** Reads the settings of the object store. */
final class StoreConfig {

  private static final String AUTHORITIES = "HOTSPOTTER_STORE_CA_CERTIFICATES";

  private StoreConfig() {}

  static StoreSettings read(Variables reader) {
    var keys = reader.oneOf("HOTSPOTTER_STORE_AUTH", "keys", "workloadIdentity").equals("keys");
    return new StoreSettings(
        reader.required("HOTSPOTTER_STORE_ENDPOINT"),
        reader.optional("HOTSPOTTER_STORE_REGION", "local"),
        reader.optional("HOTSPOTTER_STORE_BUCKET", "hotspotter"),
        folder(reader.optional("HOTSPOTTER_STORE_PREFIX", "")),
        keys ? reader.required("HOTSPOTTER_STORE_ACCESS_KEY") : "",
        keys ? reader.required("HOTSPOTTER_STORE_SECRET_KEY") : "",
        caCertificates(reader),
        reader.optional("HOTSPOTTER_STORE_STS_ENDPOINT", ""),
        switch (reader.oneOf("HOTSPOTTER_STORE_UPLOAD_POLICY", "auto", "post", "put")) {
          case "post" -> UploadPolicy.POST;
          case "put" -> UploadPolicy.PUT;
          default -> UploadPolicy.AUTO;
        });
  }

  private static String caCertificates(Variables reader) {
    var pem = reader.optional(AUTHORITIES, "").strip();
    try {
      CaCertificates.read(pem);
    } catch (IllegalArgumentException e) {
      reader.problem(AUTHORITIES + " " + e.getMessage());
    }
    return pem;
  }

  private static String folder(String prefix) {
    var path = prefix.replaceAll("^/+|/+$", "");
    return path.isEmpty() ? path : path + "/";
  }
}
