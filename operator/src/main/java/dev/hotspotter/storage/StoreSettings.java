package dev.hotspotter.storage;

/** How to reach the object store; every key begins with prefix, which is empty or ends with a slash. */
public record StoreSettings(
    String endpoint, String region, String bucket, String prefix, String accessKey, String secretKey) {

  /** Without the secret: settings end up in logs and in messages of exceptions. */
  @Override
  public String toString() {
    return "StoreSettings[endpoint=%s, region=%s, bucket=%s, prefix=%s, accessKey=%s]".formatted(endpoint, region, bucket, prefix, accessKey);
  }
}
