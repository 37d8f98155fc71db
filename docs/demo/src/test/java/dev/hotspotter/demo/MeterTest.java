package dev.hotspotter.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Rates are of the time between two readings, totals of all time. */
class MeterTest {

    @Test
    void ratesAreThoseBetweenTheLastTwoReadings() {
        var meter = new Meter(0);
        meter.count(1_000_000);
        meter.read(2_000_000_000L);
        assertThat(meter.last()).isEqualTo(new Meter.Reading(2_000_000_000L, 1, 1_000_000, 0.5, 0.5));

        meter.count(3_000_000);
        meter.count(3_000_000);
        meter.read(4_000_000_000L);
        assertThat(meter.last()).isEqualTo(new Meter.Reading(4_000_000_000L, 3, 7_000_000, 1, 3));
    }
}
