package dev.hotspotter.storage;

import static dev.hotspotter.storage.StoreCall.call;

import io.minio.BucketExistsArgs;
import io.minio.GetObjectArgs;
import io.minio.ListObjectsArgs;
import io.minio.MakeBucketArgs;
import io.minio.PutObjectArgs;
import io.minio.RemoveObjectsArgs;
import io.minio.StatObjectArgs;
import io.minio.UploadObjectArgs;
import io.minio.messages.DeleteRequest;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The bucket with all recordings and their artifacts. Keys are relative to the configured prefix.
 */
public final class ObjectStore {

  /** The size and SHA-256 (hex) of a whole object that was read. */
  public record Fetched(long bytes, String sha256) {}

  /** An object's size and entity tag. */
  public record Stat(long bytes, String etag) {}

  /** One entry of a listing. */
  public record Listed(String key, long bytes, Instant modified) {}

  private static final int BUFFER = 1 << 16;

  private final StoreSettings settings;
  private final Connection store;
  private final Uploads uploads;
  private final Keys keys;

  public ObjectStore(StoreSettings settings) {
    this(settings, InstantSource.system());
  }

  /** The store of an operator whose clock this is. */
  public ObjectStore(StoreSettings settings, InstantSource operator) {
    this.settings = settings;
    this.store = Connection.to(settings, operator);
    this.uploads = new Uploads(store, settings);
    this.keys = new Keys(settings.prefix(), Optional.empty());
  }

  private ObjectStore(ObjectStore whole, NamespaceFolders namespaces) {
    this.settings = whole.settings;
    this.store = whole.store;
    this.uploads = whole.uploads;
    this.keys = new Keys(settings.prefix(), Optional.of(namespaces));
  }

  /** The same bucket, in which a key's first part is an existing namespace's name. */
  public ObjectStore inNamespaces(NamespaceFolders namespaces) {
    return new ObjectStore(this, namespaces);
  }

  /**
   * The store's error if the bucket cannot be used; creates a missing bucket. In us-east-1 the
   * bucket must exist: this client always names the region, which S3 refuses for that region.
   */
  public Optional<String> problem() {
    try {
      call(() -> {
        var bucket = settings.bucket();
        if (!store
            .quick()
            .bucketExists(BucketExistsArgs.builder().bucket(bucket).build())) {
          store.quick().makeBucket(MakeBucketArgs.builder().bucket(bucket).build());
        }
        return bucket;
      });
      return Optional.empty();
    } catch (StoreException e) {
      return Optional.of(
          "%s (bucket %s at %s)".formatted(e.getMessage(), settings.bucket(), settings.endpoint()));
    }
  }

  /** A permission to put this one object until it expires, with a size limit if possible. */
  public Upload upload(String key, Duration validity, long mostBytes) throws StoreException {
    return call(() -> uploads.of(inBucket(key), validity, mostBytes));
  }

  /** A URL that reads this one object until it expires. */
  public String read(String key, Duration validity) throws StoreException {
    return call(() -> uploads.read(inBucket(key), validity));
  }

  /** How far the store's clock is ahead of the operator's; empty until the store answers. */
  public Optional<Duration> clockAhead() {
    return store.clock().ahead();
  }

  /** The authorities that uploaders must trust besides public ones, in PEM; empty if none. */
  public String caCertificates() {
    return settings.caCertificates();
  }

  /** The keys in a folder and its subfolders. */
  public Set<String> list(String folder) throws StoreException {
    var found = new HashSet<String>();
    list(folder, object -> found.add(object.key()));
    return found;
  }

  /** Passes all objects in a folder and its subfolders to the consumer, page by page. */
  public void list(String folder, Consumer<Listed> reader) throws StoreException {
    var prefix = keys.inBucket(folder);
    if (prefix.isEmpty()) {
      return;
    }
    var args = ListObjectsArgs.builder()
        .bucket(settings.bucket())
        .prefix(prefix.get())
        .recursive(true)
        .build();
    call(() -> {
      for (var result : store.quick().listObjects(args)) {
        var item = result.get();
        keys.spoken(item.objectName())
            .ifPresent(key ->
                reader.accept(new Listed(key, item.size(), item.lastModified().toInstant())));
      }
      return folder;
    });
  }

  /** At most limit direct subfolders, each with a final slash, in the store's order. */
  public List<String> folders(String folder, int limit) throws StoreException {
    var prefix = keys.inBucket(folder);
    if (prefix.isEmpty()) {
      return List.of();
    }
    var args = ListObjectsArgs.builder()
        .bucket(settings.bucket())
        .prefix(prefix.get())
        .recursive(false)
        .build();
    return call(() -> {
      var folders = new LinkedHashSet<String>();
      for (var item : store.quick().listObjects(args)) {
        if (folders.size() == limit) {
          break;
        }
        if (item.get().isDir()) {
          keys.spoken(item.get().objectName()).ifPresent(folders::add);
        }
      }
      return List.copyOf(folders);
    });
  }

  public Stat stat(String key) throws StoreException {
    var args =
        StatObjectArgs.builder().bucket(settings.bucket()).object(inBucket(key)).build();
    return call(() -> {
      var stat = store.quick().statObject(args);
      return new Stat(stat.size(), stat.etag());
    });
  }

  /** The object's content; the caller closes the stream. */
  public InputStream open(String key) throws StoreException {
    return call(() -> store
        .patient()
        .getObject(GetObjectArgs.builder()
            .bucket(settings.bucket())
            .object(inBucket(key))
            .build()));
  }

  /** These bytes of the object, if it still has this entity tag; the caller closes the stream. */
  public InputStream open(String key, String etag, long first, long bytes) throws StoreException {
    return call(() -> store
        .patient()
        .getObject(GetObjectArgs.builder()
            .bucket(settings.bucket())
            .object(inBucket(key))
            .matchETag(etag)
            .offset(first)
            .length(bytes)
            .build()));
  }

  /** Copies the object into the file, up to limit bytes; an IOException is the file's problem. */
  public Fetched fetch(String key, Path file, long limit) throws StoreException, IOException {
    var stat = stat(key);
    if (stat.bytes() > limit) {
      throw StoreException.tooLarge(key, stat.bytes(), limit);
    }
    var hash = sha256();
    long bytes = 0;
    try (var in = open(key);
        var out = Files.newOutputStream(file)) {
      var buffer = new byte[BUFFER];
      for (int read; (read = read(key, in, buffer)) >= 0; bytes += read) {
        if (bytes + read > limit) {
          throw StoreException.tooLarge(key, bytes + read, limit);
        }
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
    call(() -> store
        .patient()
        .uploadObject(UploadObjectArgs.builder()
            .bucket(settings.bucket())
            .object(inBucket(key))
            .filename(file.toString())
            .contentType(contentType)
            .build()));
  }

  public void put(String key, byte[] content, String contentType) throws StoreException {
    call(() -> store
        .patient()
        .putObject(PutObjectArgs.builder()
            .bucket(settings.bucket())
            .object(inBucket(key))
            .data(content, content.length)
            .contentType(contentType)
            .build()));
  }

  /**
   * Tries to delete all, and then reports the first failures. A missing object counts as deleted.
   */
  public void delete(Collection<String> objects) throws StoreException {
    var requests = new ArrayList<DeleteRequest.Object>();
    for (var key : objects) {
      requests.add(new DeleteRequest.Object(inBucket(key)));
    }
    var problems = call(() -> {
      var refused = new ArrayList<String>();
      for (var result : store
          .patient()
          .removeObjects(RemoveObjectsArgs.builder()
              .bucket(settings.bucket())
              .objects(requests)
              .build())) {
        var error = result.get();
        refused.add("%s: %s: %s".formatted(error.objectName(), error.code(), error.message()));
      }
      return refused;
    });
    if (!problems.isEmpty()) {
      throw new StoreException(
          "%d of %d objects could not be deleted: %s"
              .formatted(problems.size(), objects.size(), problems.getFirst()),
          null);
    }
  }

  private String inBucket(String key) throws StoreException {
    return keys.inBucket(key).orElseThrow(() -> StoreException.noNamespace(key));
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
