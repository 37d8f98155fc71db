package scenario;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * A mail's unique id is hashed again for each recipient; after the change it is kept. Known truth: of the ten hashes of the whole mail
 * six make its id, for six recipients, and four are its signatures for four relays, so that uniqueId has 60 %; after the change it is one
 * of five, 20 %, and signature has 80 %.
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
