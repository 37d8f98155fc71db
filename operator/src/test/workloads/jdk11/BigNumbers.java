package scenario;

import java.math.BigInteger;
import java.util.Random;

/**
 * Does the same arithmetic on every JDK. Known truth: product makes three and check one of each
 * four multiplications of the same two numbers. So product has 75 % and check 25 %, however fast
 * this JDK's BigInteger is.
 */
public final class BigNumbers {

  private static final int BITS = 4_000;
  private static final int ROUNDS = 20;

  private static volatile BigInteger sink;

  private final BigInteger one = new BigInteger(BITS, new Random(1)).setBit(BITS);
  private final BigInteger other = new BigInteger(BITS, new Random(2)).setBit(BITS);

  public static void main(String[] args) throws InterruptedException {
    var numbers = new BigNumbers();
    Workload.run(numbers::unit);
  }

  private void unit() {
    for (var i = 0; i < ROUNDS; i++) {
      sink = product();
      sink = check();
    }
  }

  private BigInteger product() {
    sink = one.multiply(other);
    sink = one.multiply(other);
    return one.multiply(other);
  }

  private BigInteger check() {
    return one.multiply(other);
  }
}
