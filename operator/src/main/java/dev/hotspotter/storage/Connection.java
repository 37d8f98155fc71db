package dev.hotspotter.storage;

import io.minio.Http;
import io.minio.MinioClient;
import io.minio.credentials.AwsConfigProvider;
import io.minio.credentials.AwsEnvironmentProvider;
import io.minio.credentials.IamAwsProvider;
import io.minio.credentials.Provider;
import io.minio.credentials.StaticProvider;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import okhttp3.OkHttpClient;

/**
 * The clients of one store, over the same connections.
 *
 * @param quick for requests with a short answer; it soon gives up on a store that hangs
 * @param patient for whole objects
 */
record Connection(
    OkHttpClient http,
    RenewedCredentials credentials,
    StoreClock clock,
    MinioClient quick,
    MinioClient patient) {

  private static final Duration CONNECT = Duration.ofSeconds(3);
  private static final Duration SHORT_SILENCE = Duration.ofSeconds(5);
  private static final Duration SHORT_ANSWER = Duration.ofSeconds(10);
  private static final Duration SILENCE = Duration.ofSeconds(30);

  static Connection to(StoreSettings settings, InstantSource time) {
    var clock = new StoreClock(time);
    var any = http(settings.caCertificates()).build();
    var patient = any.newBuilder()
        .addInterceptor(clock)
        .readTimeout(SILENCE)
        .writeTimeout(SILENCE)
        .build();
    var quick = quick(patient);
    // The answers of credentials' issuers tell nothing of the store's clock.
    var issuers = quick(any);
    var credentials = new RenewedCredentials(() -> sources(settings, issuers), time);
    return new Connection(
        quick,
        credentials,
        clock,
        client(settings, quick, credentials),
        client(settings, patient, credentials));
  }

  private static OkHttpClient quick(OkHttpClient client) {
    return client
        .newBuilder()
        .readTimeout(SHORT_SILENCE)
        .writeTimeout(SHORT_SILENCE)
        .callTimeout(SHORT_ANSWER)
        .build();
  }

  private static OkHttpClient.Builder http(String caCertificates) {
    var builder = Http.newDefaultClient().newBuilder().connectTimeout(CONNECT);
    if (caCertificates.isEmpty()) {
      return builder;
    }
    var trusted = CaCertificates.trusted(caCertificates);
    return builder.sslSocketFactory(trusted.sslSocketFactory(), trusted.trustManager());
  }

  private static MinioClient client(
      StoreSettings settings, OkHttpClient http, Provider credentials) {
    return MinioClient.builder()
        .endpoint(settings.endpoint())
        .region(settings.region())
        .credentialsProvider(credentials)
        .httpClient(http)
        .build();
  }

  /**
   * Static keys, or a workload's credentials: variables, a web identity (IRSA), a role of the
   * container or node, a file.
   */
  private static List<Provider> sources(StoreSettings settings, OkHttpClient http) {
    return settings.accessKey().isEmpty()
        ? List.of(
            new AwsEnvironmentProvider(),
            new AwsConfigProvider(null, null),
            new IamAwsProvider(
                settings.stsEndpoint().isEmpty() ? null : settings.stsEndpoint(), http))
        : List.of(new StaticProvider(settings.accessKey(), settings.secretKey(), null));
  }
}
