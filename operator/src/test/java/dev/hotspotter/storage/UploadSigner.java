package dev.hotspotter.storage;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;

/** A process that uses a store and prints the permissions of a sidecar, to be run with any clock. */
final class UploadSigner {

  /** The permissions, and the objects that the process saw after its own upload. */
  record Permissions(Upload upload, String read, int objects) {}

  private static final ObjectMapper JSON = new ObjectMapper();

  private UploadSigner() {}

  /** Arguments: endpoint, region, bucket, access key, secret key, policy, key, seconds of validity. */
  public static void main(String[] arguments) throws Exception {
    var store = new ObjectStore(new StoreSettings(
        arguments[0],
        arguments[1],
        arguments[2],
        "",
        arguments[3],
        arguments[4],
        "",
        "",
        UploadPolicy.valueOf(arguments[5])));
    var problem = store.problem();
    if (problem.isPresent()) {
      throw new IllegalStateException(problem.get());
    }
    var key = arguments[6];
    var validity = Duration.ofSeconds(Long.parseLong(arguments[7]));
    store.put(key + ".orders", new byte[] {1}, "application/json");
    var permissions = new Permissions(
        store.upload(key, validity, 100),
        store.read(key + ".orders", validity),
        store.list(key).size());
    System.out.println(JSON.writeValueAsString(permissions));
    System.exit(0); // the client's idle threads would live for another minute
  }
}
