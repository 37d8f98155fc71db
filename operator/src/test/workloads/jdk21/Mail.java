package scenario;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A mail's unique id is hashed again for each recipient; after the change it is kept. Known truth:
 * ten hashes of the whole mail, six for the id of six recipients and four for the signatures of
 * four relays. So uniqueId has 60 %. After the change it is one of five: it has 20 %, and signature
 * has 80 %.
 */
public final class Mail {

  private static final int RECIPIENTS = 6;
  private static final int RELAYS = 4;

  private static volatile byte[] sink;

  private final byte[] content = new byte[8_192];
  private final MessageDigest md5 = MessageDigest.getInstance("MD5");

  private Mail() throws NoSuchAlgorithmException {}

  public static void main(String[] args) throws Exception {
    var mail = new Mail();
    var ids = args[0].equals("before") ? RECIPIENTS : 1;
    Workload.run(() -> mail.send(ids));
  }

  private void send(int ids) {
    for (var i = 0; i < ids; i++) {
      sink = uniqueId();
    }
    for (var i = 0; i < RELAYS; i++) {
      sink = signature();
    }
  }

  private byte[] uniqueId() {
    return md5.digest(content);
  }

  private byte[] signature() {
    return md5.digest(content);
  }
}
