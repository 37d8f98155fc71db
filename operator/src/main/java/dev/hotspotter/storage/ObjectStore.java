package dev.hotspotter.storage;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.GetPresignedObjectUrlArgs;
import io.minio.Http;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.MinioClient;
import io.minio.StatObjectArgs;
import io.minio.UploadObjectArgs;
import io.minio.errors.MinioException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The bucket that holds all recordings and what was made of them. Keys are relative to the configured prefix. */
public final class ObjectStore {

  /** What was read: the whole object's size and its SHA-256 in hex. */
  public record Fetched(long bytes, String sha256) {}

  /** An object's size and entity tag. */
  public record Stat(long bytes, String etag) {}

  private static final int BUFFER = 1 << 16;

  private final MinioClient client;
  private final StoreSettings settings;

  public ObjectStore(StoreSettings settings) {
    this.settings = settings;
    this.client =
        MinioClient.builder()
            .endpoint(settings.endpoint())
            .region(settings.region())
            .credentials(settings.accessKey(), settings.secretKey())
            .build();
    client.setTimeout(
        Duration.ofSeconds(3).toMillis(), Duration.ofSeconds(30).toMillis(), Duration.ofSeconds(30).toMillis());
  }

  /**
   * The store's own words when the bucket cannot be used; makes the bucket if it is not there yet. In us-east-1 it must exist:
   * this client always names the region in its request, which S3 refuses for that one region.
   */
  public Optional<String> problem() {
    try {
      call(() -> {
        var bucket = settings.bucket();
        if (!client.bucketExists(BucketExistsArgs.builder().bucket(bucket).build())) {
          client.makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
        }
        return bucket;
      });
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of("%s (bucket %s at %s)".formatted(e.getMessage(), settings.bucket(), settings.endpoint()));
    }
  }

  /** A URL that allows one PUT of this key until it expires, made without asking the store. */
  public String presignPut(String key, Duration validity) throws StoreException {
    return call(
        () -> client.getPresignedObjectUrl(
            GetPresignedObjectUrlArgs.builder()
                .method(Http.Method.PUT)
                .bucket(settings.bucket())
                .object(settings.prefix() + key)
                .expiry((int) validity.toSeconds())
                .build()));
  }

  /** The keys in a folder and below it. */
  public Set<String> list(String folder) throws StoreException {
    var args = ListObjectsArgs.builder().bucket(settings.bucket()).prefix(settings.prefix() + folder).recursive(true).build();
    return call(() -> {
      var keys = new HashSet<String>();
      for (var item : client.listObjects(args)) {
        keys.add(item.get().objectName().substring(settings.prefix().length()));
      }
      return keys;
    });
  }

  /** The folders right in this folder, with a slash at their end, in the store's order; no more than limit. */
  public List<String> folders(String folder, int limit) throws StoreException {
    var args = ListObjectsArgs.builder().bucket(settings.bucket()).prefix(settings.prefix() + folder).recursive(false).build();
    return call(() -> {
      var folders = new ArrayList<String>();
      for (var item : client.listObjects(args)) {
        if (folders.size() == limit) {
          break;
        }
        if (item.get().isDir()) {
          folders.add(item.get().objectName().substring(settings.prefix().length()));
        }
      }
      return folders;
    });
  }

  public Stat stat(String key) throws StoreException {
    var args = StatObjectArgs.builder().bucket(settings.bucket()).object(settings.prefix() + key).build();
    return call(() -> {
      var stat = client.statObject(args);
      return new Stat(stat.size(), stat.etag());
    });
  }

  /** The object's content; the caller closes it. */
  public InputStream open(String key) throws StoreException {
    return call(() -> client.getObject(GetObjectArgs.builder().bucket(settings.bucket()).object(settings.prefix() + key).build()));
  }

  /** So many bytes of the object, if it still has this entity tag; the caller closes it. */
  public InputStream open(String key, String etag, long first, long bytes) throws StoreException {
    return call(() -> client.getObject(
        GetObjectArgs.builder()
            .bucket(settings.bucket())
            .object(settings.prefix() + key)
            .matchETag(etag)
            .offset(first)
            .length(bytes)
            .build()));
  }

  /** Copies the object into the file; refuses one larger than limit bytes. An IOException is the file's trouble, not the store's. */
  public Fetched fetch(String key, Path file, long limit) throws StoreException, IOException {
    var stat = stat(key);
    if (stat.bytes() > limit) {
      throw StoreException.tooLarge(key, stat.bytes(), limit);
    }
    var hash = sha256();
    long bytes = 0;
    try (var in = open(key); var out = Files.newOutputStream(file)) {
      var buffer = new byte[BUFFER];
      for (int read; (read = read(key, in, buffer)) >= 0; bytes += read) {
        hash.update(buffer, 0, read);
        out.write(buffer, 0, read);
      }
    }
    return new Fetched(bytes, HexFormat.of().formatHex(hash.digest()));
  }

  private static int read(String key, InputStream in, byte[] buffer) throws StoreException {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      throw new StoreException("reading %s failed: %s".formatted(key, e.getMessage()), e);
    }
  }

  public void put(String key, Path file, String contentType) throws StoreException {
    call(() -> client.uploadObject(
        UploadObjectArgs.builder()
            .bucket(settings.bucket())
            .object(settings.prefix() + key)
            .filename(file.toString())
            .contentType(contentType)
            .build()));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /** A call of the client, which declares one exception for all that can go wrong. */
  private interface Call<T> {
    T run() throws MinioException, IOException;
  }

  private static <T> T call(Call<T> call) throws StoreException {
    try {
      return call.run();
    } catch (MinioException | IOException e) {
      throw new StoreException(e);
    } catch (IllegalStateException e) {
      // the client's way to say that the connection failed
      if (e.getCause() instanceof IOException) {
        throw new StoreException(e);
      }
      throw e;
    }
  }
}
