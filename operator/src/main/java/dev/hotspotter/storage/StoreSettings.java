package dev.hotspotter.storage;

/**
 * The connection to the object store.
 *
 * @param prefix the beginning of every key; empty, or ends with a slash
 * @param accessKey empty if the credentials come from the workload's identity
 * @param caCertificates certificates in PEM that are trusted besides those of the platform; empty for none
 * @param stsEndpoint the service that turns the workload's identity into credentials; empty for AWS
 */
public record StoreSettings(
    String endpoint,
    String region,
    String bucket,
    String prefix,
    String accessKey,
    String secretKey,
    String caCertificates,
    String stsEndpoint,
    UploadPolicy uploadPolicy) {

  /** Settings with keys, over HTTP or with a certificate that the platform trusts. */
  public StoreSettings(
      String endpoint,
      String region,
      String bucket,
      String prefix,
      String accessKey,
      String secretKey) {
    this(endpoint, region, bucket, prefix, accessKey, secretKey, "", "", UploadPolicy.AUTO);
  }

  /** Leaves out the secret: settings get into logs and messages of exceptions. */
  @Override
  public String toString() {
    return "StoreSettings[endpoint=%s, region=%s, bucket=%s, prefix=%s, accessKey=%s]"
        .formatted(endpoint, region, bucket, prefix, accessKey);
  }
}
