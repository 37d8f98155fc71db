package dev.hotspotter.plan;

/** Where one sidecar may put what: presigned URLs of one object each. That of the diagnostics is null if none are wanted. */
public record UploadUrls(String recording, String diagnostics) {}
