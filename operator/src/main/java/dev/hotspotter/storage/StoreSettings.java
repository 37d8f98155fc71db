package dev.hotspotter.storage;

/** How to reach the object store; every key begins with prefix, which is empty or ends with a slash. */
public record StoreSettings(
    String endpoint, String region, String bucket, String prefix, String accessKey, String secretKey) {}
