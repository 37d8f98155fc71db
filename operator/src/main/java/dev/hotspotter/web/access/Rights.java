package dev.hotspotter.web.access;

import java.util.Optional;

/** What the one who asks may see and do. */
interface Rights {

  /** All that there is; what someone may create whose name is not known, nobody can say. */
  Rights ALL = new Rights() {
    @Override
    public boolean mayRead(Optional<String> namespace) {
      return true;
    }

    @Override
    public boolean mayDownload(String namespace) {
      return true;
    }

    @Override
    public boolean mayCreate(String namespace) {
      return false;
    }
  };

  /** Without a namespace: all of them. */
  boolean mayRead(Optional<String> namespace);

  /** What was recorded, as it was recorded. */
  boolean mayDownload(String namespace);

  /** ProfileJobs. */
  boolean mayCreate(String namespace);

  static Rights of(Viewer viewer, Reviews reviews) {
    return new Rights() {
      @Override
      public boolean mayRead(Optional<String> namespace) {
        return reviews.mayRead(viewer, namespace);
      }

      @Override
      public boolean mayDownload(String namespace) {
        return reviews.mayDownload(viewer, namespace);
      }

      @Override
      public boolean mayCreate(String namespace) {
        return reviews.mayCreate(viewer, namespace);
      }
    };
  }
}
