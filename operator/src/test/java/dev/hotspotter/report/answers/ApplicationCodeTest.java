package dev.hotspotter.report.answers;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ApplicationCodeTest {

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource({
    "shop.Cart.total, true",
    "Main.main, true",
    "main, true",
    "java.util.HashMap.get, false",
    "javassist.util.A.a, false",
    "javascript.A.a, true",
    "org.springframework.web.servlet.DispatcherServlet.doDispatch, false",
    "org.springframeworks.A.a, true",
    "org.apache.kafka.clients.producer.KafkaProducer.send, false",
    "kafka.server.KafkaApis.handle, true",
    "com.example.shop.Cart$$Lambda.run, true",
  })
  void the_jdk_and_frameworks_are_not_the_application(String method, boolean owned) {
    assertThat(new ApplicationCode(Set.of(), Set.of()).owns(method)).isEqualTo(owned);
  }

  @ParameterizedTest(name = "libraries {0}, applications {1}: {2} is {3}")
  @CsvSource({
    "com.acme, '', com.acme.Log.write, false",
    "com.acme, com.acme.shop, com.acme.shop.Cart.total, true",
    "com.acme, com.acme.shop, com.acme.shopping.Cart.total, false",
    "'', io.netty, io.netty.channel.Channel.read, true",
    "com.acme.Log, '', com.acme.Log.write, false",
    "com.acme.Log, '', com.acme.Logger.write, true",
    "com.acme, com.acme, com.acme.Log.write, true",
  })
  void the_longest_package_that_is_named_decides_and_the_application_between_equals(
      String libraries, String applications, String method, boolean owned) {
    assertThat(new ApplicationCode(words(libraries), words(applications)).owns(method))
        .isEqualTo(owned);
  }

  private static Set<String> words(String text) {
    return Arrays.stream(text.split(","))
        .filter(word -> !word.isEmpty())
        .collect(Collectors.toSet());
  }
}
