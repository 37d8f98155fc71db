package dev.hotspotter.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StoreSettingsTest {

  @Test
  void says_where_the_store_is_and_keeps_the_secret() {
    assertThat(new StoreSettings("http://store:7070", "local", "profiles", "a/", "access", "s3cr3t")
            .toString())
        .contains("http://store:7070", "local", "profiles", "a/", "access")
        .doesNotContain("s3cr3t");
  }
}
