package dev.hotspotter.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the environment may say, and what is answered to what it may not. */
class SettingsTest {

    @Test
    void everythingHasADefault() {
        var temporary = Path.of(System.getProperty("java.io.tmpdir"), "notifier");
        assertThat(Settings.from(Map.of())).isEqualTo(new Settings(7000, 8080, UniqueId.MD5, temporary, 20_000));
    }

    @ParameterizedTest
    @CsvSource({"md5, MD5", "MD5, MD5", "crc32, CRC32", "Crc32, CRC32"})
    void uniqueIdIsSwitchedByOneVariable(String value, UniqueId expected) {
        assertThat(Settings.from(Map.of("UNIQUE_ID", value)).uniqueId()).isEqualTo(expected);
    }

    @Test
    void unknownAlgorithmIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.from(Map.of("UNIQUE_ID", "sha1")))
                .withMessage("UNIQUE_ID is 'sha1': use md5 or crc32");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "65536", "http", ""})
    void impossiblePortIsRefused(String port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Settings.from(Map.of("PORT", port)))
                .withMessage("PORT is '%s': use a number from 0 to 65535", port);
    }
}
