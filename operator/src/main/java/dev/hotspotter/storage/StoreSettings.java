package dev.hotspotter.storage;

/**
 * How to reach the object store.
 *
 * @param prefix what every key begins with; empty or with a slash at its end
 * @param accessKey empty if the workload's own identity gives the credentials
 * @param authorities certificates in PEM that are trusted besides those of the platform; empty for none
 * @param stsEndpoint who turns the workload's identity into credentials; empty for AWS
 */
public record StoreSettings(
    String endpoint,
    String region,
    String bucket,
    String prefix,
    String accessKey,
    String secretKey,
    String authorities,
    String stsEndpoint,
    UploadPolicy uploadPolicy) {

  /** With keys, over HTTP or with a certificate that the platform trusts. */
  public StoreSettings(
      String endpoint,
      String region,
      String bucket,
      String prefix,
      String accessKey,
      String secretKey) {
    this(endpoint, region, bucket, prefix, accessKey, secretKey, "", "", UploadPolicy.AUTO);
  }

  /** Without the secret: settings end up in logs and in messages of exceptions. */
  @Override
  public String toString() {
    return "StoreSettings[endpoint=%s, region=%s, bucket=%s, prefix=%s, accessKey=%s]"
        .formatted(endpoint, region, bucket, prefix, accessKey);
  }
}
