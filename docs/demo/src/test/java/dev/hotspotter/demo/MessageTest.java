package dev.hotspotter.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import module java.base;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a message is: its unique id, its form on the wire, its journal entry. */
class MessageTest {

    private static final Message PARCEL = message("shop", "ann", "Parcel", "2026-01-02", "It is here");

    @Test
    void idsAreThoseOfTheStandardTools() {
        // printf 'shop\nann\nParcel\n2026-01-02\nIt is here' | md5sum, and the same through
        // gzip -c | tail -c8 | head -c4 | od -An -tx4
        assertThat(PARCEL.uniqueId(UniqueId.MD5)).isEqualTo("67e6c08539c74165d0c4c6889a23b1e3");
        assertThat(PARCEL.uniqueId(UniqueId.CRC32)).isEqualTo("e4efcde8");
    }

    @ParameterizedTest
    @EnumSource
    void idIsTheSameForTheSameMessageAndNoOther(UniqueId algorithm) {
        var others = List.of(
                message("shoq", "ann", "Parcel", "2026-01-02", "It is here"),
                message("shop", "anm", "Parcel", "2026-01-02", "It is here"),
                message("shop", "ann", "parcel", "2026-01-02", "It is here"),
                message("shop", "ann", "Parcel", "2026-01-03", "It is here"),
                message("shop", "ann", "Parcel", "2026-01-02", "It is hers"),
                message("sho", "pann", "Parcel", "2026-01-02", "It is here"));
        var again = message("shop", "ann", "Parcel", "2026-01-02", "It is here");

        assertThat(again.uniqueId(algorithm)).isEqualTo(PARCEL.uniqueId(algorithm));
        assertThat(others).extracting(other -> other.uniqueId(algorithm))
                .doesNotHaveDuplicates()
                .doesNotContain(PARCEL.uniqueId(algorithm));
    }

    @Test
    void comesOffTheWireAsItWentOn() throws IOException {
        var wire = new ByteArrayOutputStream();
        PARCEL.writeTo(new DataOutputStream(wire));

        var read = Message.readFrom(new DataInputStream(new ByteArrayInputStream(wire.toByteArray())));

        assertThat(read).usingRecursiveComparison().isEqualTo(PARCEL);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, (1 << 20) + 1, Integer.MAX_VALUE})
    void refusesContentThatIsTooLarge(int length) throws IOException {
        var wire = new ByteArrayOutputStream();
        var out = new DataOutputStream(wire);
        for (var field : List.of("shop", "ann", "Parcel", "2026-01-02")) {
            out.writeUTF(field);
        }
        out.writeInt(length);

        assertThatThrownBy(() -> Message.readFrom(new DataInputStream(new ByteArrayInputStream(wire.toByteArray()))))
                .isInstanceOf(IOException.class)
                .hasMessage("Content of %d bytes: send at most 1048576", length);
    }

    @Test
    void journalEntryHoldsTheBeginningOfTheContent() {
        var entry = message("shop", "ann", "Parcel", "2026-01-02", "x".repeat(1000)).journalEntry("id-1");

        assertThat(entry).isEqualTo("id-1\n2026-01-02\nshop\nann\nParcel\n1000 bytes\n" + "x".repeat(256));
    }

    static Message message(String from, String to, String subject, String date, String content) {
        return new Message(from, to, subject, date, content.getBytes(StandardCharsets.UTF_8));
    }
}
