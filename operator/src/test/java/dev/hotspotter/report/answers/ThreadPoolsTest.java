package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadPoolsTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiterString = " = ",
      value = {
        "main = main",
        "http-nio-8080-exec-12 = http-nio-8080-exec-*",
        "http-nio-8080-Acceptor = http-nio-8080-Acceptor",
        "pool-1-thread-7 = pool-1-thread-*",
        "ForkJoinPool.commonPool-worker-3 = ForkJoinPool.commonPool-worker-*",
        "ForkJoinPool-1-worker-3 = ForkJoinPool-1-worker-*",
        "Thread-5 = Thread-*",
        "nioEventLoopGroup-3-1 = nioEventLoopGroup-3-*",
        "qtp1853906615-25 = qtp*-*",
        "kafka-producer-network-thread | producer-1 = kafka-producer-network-thread | producer-*",
        "HikariPool-1:housekeeper = HikariPool-1:housekeeper",
        "RMI TCP Connection(12)-10.0.0.7 = RMI TCP Connection(*)-*",
        "http-10.0.0.7:8080-3 = http-*-*",
        "session-0c8e3f2a-5b1d-4c7e-9f60-1a2b3c4d5e6f = session-*",
        "Cleaner@1a2b3c4d = Cleaner@*",
        "[reader 4] = [reader *]",
        "GC Thread#12 = GC Thread#*",
        "G1 Conc#0 = G1 Conc#*",
        "C2 CompilerThread0 = C2 CompilerThread*",
        "C2 CompilerThre = C2 CompilerThre",
        "[tid=4711] = (no name)",
        "'' = (no name)",
      })
  void threads_that_differ_by_number_only_are_one_pool(String thread, String pool) {
    assertThat(ThreadPools.of(thread)).isEqualTo(pool);
  }

  @Test
  void a_thread_without_a_name_has_a_pool_as_well() {
    assertThat(ThreadPools.of(null)).isEqualTo("(no name)");
  }

  @Test
  void a_name_is_no_longer_than_a_line() {
    assertThat(ThreadPools.of("x".repeat(10_000))).hasSize(100);
  }
}
