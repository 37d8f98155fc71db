package scenario;

/**
 * An export that makes new arrays for each row; after the change it keeps the cells for the next
 * row. Known truth: of four arrays of 1,024 bytes, headers included, cells makes three long[] and
 * label one byte[]. So cells and long[] have 75 % of the bytes. After the change they have none,
 * and label has all.
 */
public final class Export {

  private static final int ROWS = 200;
  private static final int HEADER = 16;
  private static final int BYTES = 1_024 - HEADER;

  private static volatile Object sink;

  private final long[] kept = new long[BYTES / Long.BYTES];

  public static void main(String[] args) throws InterruptedException {
    var export = new Export();
    var fresh = args[0].equals("before");
    Workload.run(() -> export.rows(fresh));
  }

  private void rows(boolean fresh) {
    for (var i = 0; i < ROWS; i++) {
      for (var column = 0; column < 3; column++) {
        sink = fresh ? cells() : kept;
      }
      sink = label();
    }
  }

  private long[] cells() {
    return new long[BYTES / Long.BYTES];
  }

  private byte[] label() {
    return new byte[BYTES];
  }
}
