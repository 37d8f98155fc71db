package dev.hotspotter.demo.load;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import dev.hotspotter.demo.UniqueId;
import org.junit.jupiter.api.Test;

/** The messages are many, of the sizes asked for, and all different. */
class MessageMixTest {

    private static final int MAIL_BYTES = 4_096;

    private final MessageMix mix = new MessageMix(MAIL_BYTES, 1);

    @Test
    void noTwoMessagesHaveTheSameId() {
        var ids = Stream.generate(mix::next).limit(5_000).map(message -> message.uniqueId(UniqueId.MD5));

        assertThat(ids).doesNotHaveDuplicates();
    }

    @Test
    void ofTenMessagesSixAreAlertsThreeAreMailsAndOneIsAPicture() {
        var sizes = Stream.generate(mix::next).limit(10_000).collect(Collectors.groupingBy(
                message -> message.subject().replaceAll(" \\d+$", ""),
                Collectors.summarizingInt(message -> message.content().length)));

        assertThat(sizes).containsOnlyKeys("Alert", "Your order", "Your photo");
        assertThat(sizes.get("Alert").getCount()).isBetween(5_800L, 6_200L);
        assertThat(sizes.get("Your order").getCount()).isBetween(2_800L, 3_200L);
        assertThat(sizes.get("Your photo").getCount()).isBetween(850L, 1_150L);
        assertThat(sizes.get("Alert").getMax()).isLessThan(sizes.get("Your order").getMax());
        assertThat(sizes.get("Your order").getAverage()).isBetween(MAIL_BYTES * 0.7, MAIL_BYTES * 1.3);
        assertThat(sizes.get("Your photo").getMax()).isLessThanOrEqualTo(MAIL_BYTES * 6);
    }
}
