package dev.hotspotter.report.answers;

import java.util.Set;

/**
 * Tells the application's Java frames from those of libraries. If several packages match, the
 * longest one decides.
 *
 * @param libraries packages or classes that are libraries, besides the known ones
 * @param applications packages or classes of the application, even inside a library
 */
public record ApplicationCode(Set<String> libraries, Set<String> applications) {

  /**
   * The JDK, languages, and libraries that applications are built on. Stand-alone products are not
   * here.
   */
  static final Set<String> LIBRARIES = Set.of("""
      java javax jdk sun com.sun jakarta kotlin kotlinx scala groovy clojure org.codehaus.groovy
      org.apache.groovy
      org.springframework io.micronaut io.quarkus io.helidon io.dropwizard io.vertx akka
      org.apache.pekko play io.netty reactor io.reactivex rx io.smallrye org.reactivestreams
      io.javalin
      org.apache.catalina org.apache.coyote org.apache.tomcat org.apache.jasper org.eclipse.jetty
      io.undertow org.xnio org.jboss org.wildfly org.glassfish weblogic com.ibm.ws org.apache.felix
      org.osgi
      org.hibernate org.eclipse.persistence org.apache.ibatis org.mybatis org.jooq com.querydsl
      com.zaxxer.hikari org.postgresql com.mysql org.mariadb oracle.jdbc com.microsoft.sqlserver
      com.mongodb redis.clients io.lettuce org.flywaydb liquibase com.datastax
      com.fasterxml tools.jackson com.google.gson com.google.protobuf org.yaml.snakeyaml org.json
      net.minidev com.google.common com.google.inject com.google.thirdparty
      io.grpc io.opencensus okhttp3 okio retrofit2 feign org.apache.commons org.apache.http
      org.apache.hc org.apache.logging org.apache.log4j org.apache.thrift org.apache.avro
      org.apache.cxf org.apache.camel org.apache.kafka.clients org.apache.kafka.common com.rabbitmq
      org.slf4j ch.qos.logback io.micrometer io.prometheus io.opentelemetry io.opentracing brave
      com.codahale
      io.fabric8 io.kubernetes io.javaoperatorsdk software.amazon com.amazonaws com.azure
      com.google.cloud io.minio
      net.bytebuddy org.objectweb.asm net.sf.cglib javassist org.aspectj org.bouncycastle
      com.github.benmanes io.github.resilience4j com.netflix
      org.thymeleaf freemarker org.apache.velocity gg.jte one.profiler org.junit org.mockito
      org.assertj
      """.split("\\s+"));

  /** Whether the method, named with its package and class, is the application's. */
  public boolean owns(String method) {
    for (int end = method.lastIndexOf('.'); end > 0; end = method.lastIndexOf('.', end - 1)) {
      var name = method.substring(0, end);
      if (applications.contains(name)) {
        return true;
      }
      if (libraries.contains(name) || LIBRARIES.contains(name)) {
        return false;
      }
    }
    return true;
  }
}
