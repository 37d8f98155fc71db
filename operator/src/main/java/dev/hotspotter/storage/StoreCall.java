package dev.hotspotter.storage;

import io.minio.errors.MinioException;
import java.io.IOException;
import java.security.ProviderException;

/** A call of the store's client, which declares one exception for all failures. */
@FunctionalInterface
interface StoreCall<T> {

  T run() throws MinioException, IOException, StoreException;

  static <T> T call(StoreCall<T> call) throws StoreException {
    try {
      return call.run();
    } catch (MinioException | IOException | ProviderException e) {
      throw new StoreException(e);
    } catch (IllegalStateException e) {
      // the client reports a failed exchange this way
      if (e.getCause() != null) {
        throw new StoreException(e);
      }
      throw e;
    }
  }
}
