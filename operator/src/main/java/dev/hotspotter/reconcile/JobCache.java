package dev.hotspotter.reconcile;

import dev.hotspotter.api.ProfileJob;
import io.javaoperatorsdk.operator.processing.event.source.IndexerResourceCache;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

/** All jobs that exist, as the framework's watch knows them; empty until this instance leads. */
public final class JobCache implements Supplier<Collection<ProfileJob>> {

  private volatile IndexerResourceCache<ProfileJob> cache;

  void attach(IndexerResourceCache<ProfileJob> primaryCache) {
    cache = primaryCache;
  }

  @Override
  public Collection<ProfileJob> get() {
    return cache == null ? List.of() : cache.list().toList();
  }
}
