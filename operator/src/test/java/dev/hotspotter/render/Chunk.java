package dev.hotspotter.render;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/** A chunk of a recording with any metadata and constant pools, which no profiler would write. */
public final class Chunk {

  private static final int HEADER = 68;
  private static final int METADATA_EVENT = 0;
  private static final int CONSTANTS_EVENT = 1;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int metadata;

  public Chunk() {
    bytes.writeBytes(new byte[HEADER]);
  }

  public int position() {
    return bytes.size();
  }

  /** Metadata that claims this number of strings and has none, or nested elements of this name. */
  public Chunk metadata(int strings, int depth) {
    return metadata(strings, depth, 0);
  }

  /** A chunk with such metadata, which claims to have at least this size. */
  public Chunk metadata(int strings, int depth, int claimed) {
    metadata = position();
    event(METADATA_EVENT, claimed, body -> {
      body.varint(0);
      if (depth == 0) {
        body.varint(strings);
        return;
      }
      body.varint(1).bytes.writeBytes(new byte[] {3, 1, 'e'});
      for (int i = 1; i <= depth; i++) {
        body.varint(0).varint(0).varint(i == depth ? 0 : 1);
      }
    });
    return this;
  }

  /** A constant pool without types; the next one is at this distance from its start. */
  public Chunk constants(long next) {
    event(CONSTANTS_EVENT, 0, body -> body.nineBytes(next).varint(0).varint(0));
    return this;
  }

  public byte[] build(int constants) {
    var chunk = bytes.toByteArray();
    ByteBuffer.wrap(chunk)
        .putInt(0x464c5200)
        .putInt(0x20001)
        .putLong(chunk.length)
        .putLong(constants)
        .putLong(metadata)
        .putLong(1)
        .putLong(1)
        .putLong(1)
        .putLong(1_000_000_000);
    return chunk;
  }

  private void event(int type, int claimed, Consumer<Chunk> content) {
    var body = new Chunk();
    body.bytes.reset();
    body.varint(type).varint(0).varint(0);
    content.accept(body);
    // the converter reads the size, but goes on from its own position
    fiveBytes(Math.max(claimed, body.bytes.size() + 5));
    bytes.writeBytes(body.bytes.toByteArray());
  }

  private Chunk varint(int value) {
    int left = value;
    while ((left & ~0x7f) != 0) {
      bytes.write(left & 0x7f | 0x80);
      left >>>= 7;
    }
    bytes.write(left);
    return this;
  }

  private void fiveBytes(int value) {
    for (int i = 0; i < 4; i++) {
      bytes.write(value >>> 7 * i & 0x7f | 0x80);
    }
    bytes.write(value >>> 28);
  }

  private Chunk nineBytes(long value) {
    for (int i = 0; i < 8; i++) {
      bytes.write((int) (value >>> 7 * i) & 0x7f | 0x80);
    }
    bytes.write((int) (value >>> 56));
    return this;
  }
}
