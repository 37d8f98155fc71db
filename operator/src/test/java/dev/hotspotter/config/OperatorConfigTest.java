package dev.hotspotter.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotspotter.inject.SidecarSettings;
import dev.hotspotter.pyroscope.PyroscopeSettings;
import dev.hotspotter.retention.RetentionSettings;
import dev.hotspotter.select.InstallationLimits;
import dev.hotspotter.select.InstallationLimits.RootSidecars;
import dev.hotspotter.storage.StoreSettings;
import dev.hotspotter.storage.UploadPolicy;
import dev.hotspotter.web.WebSettings;
import dev.hotspotter.web.WebSettings.Auth;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OperatorConfigTest {

  private static final String SECRET = "0123456789abcdef0123456789abcdef";

  private static final String AUTHORITY = new HeldCertificate.Builder()
      .certificateAuthority(0)
      .build()
      .certificatePem()
      .strip();

  private static final Map<String, String> REQUIRED = Map.of(
      "HOTSPOTTER_SIDECAR_IMAGE", "registry.example/sidecar:1",
      "HOTSPOTTER_STORE_ENDPOINT", "http://store:7070",
      "HOTSPOTTER_STORE_ACCESS_KEY", "access",
      "HOTSPOTTER_STORE_SECRET_KEY", "secret",
      "POD_NAMESPACE", "hotspotter");

  @Test
  void what_is_not_set_has_a_default() {
    assertThat(OperatorConfig.fromEnv(REQUIRED))
        .isEqualTo(new OperatorConfig(
            Set.of(),
            new SidecarSettings("registry.example/sidecar:1", "IfNotPresent", 268435456, 60),
            new StoreSettings("http://store:7070", "local", "hotspotter", "", "access", "secret"),
            new WebSettings("http://localhost:8080", "127.0.0.1", 8080, new Auth.PortForward()),
            Optional.empty(),
            8081,
            true,
            1,
            4L << 30,
            Set.of(),
            Set.of(),
            InstallationLimits.DEFAULT,
            "hotspotter",
            "hotspotter",
            RetentionSettings.NONE));
  }

  @Test
  void every_variable_is_read() {
    var config = with(Map.ofEntries(
        Map.entry("HOTSPOTTER_WATCH_NAMESPACES", "shop, billing,"),
        Map.entry("HOTSPOTTER_SIDECAR_PULL_POLICY", "Always"),
        Map.entry("HOTSPOTTER_MAX_RECORDING_BYTES", "1048576"),
        Map.entry("HOTSPOTTER_MAX_SIDECARS_PER_POD", "20"),
        Map.entry("HOTSPOTTER_STORE_REGION", "eu-central-1"),
        Map.entry("HOTSPOTTER_STORE_BUCKET", "profiles"),
        Map.entry("HOTSPOTTER_STORE_PREFIX", "a/b"),
        Map.entry("HOTSPOTTER_STORE_AUTH", "workloadIdentity"),
        Map.entry("HOTSPOTTER_STORE_STS_ENDPOINT", "https://sts.example"),
        Map.entry("HOTSPOTTER_STORE_CA_CERTIFICATES", AUTHORITY + "\n"),
        Map.entry("HOTSPOTTER_STORE_UPLOAD_POLICY", "put"),
        Map.entry("HOTSPOTTER_WEB_URL", "https://profiles.example/x/"),
        Map.entry("HOTSPOTTER_WEB_BIND", "10.0.0.1"),
        Map.entry("HOTSPOTTER_WEB_AUTH_MODE", "kubernetes"),
        Map.entry("HOTSPOTTER_WEB_AUDIENCES", "b,a"),
        Map.entry("HOTSPOTTER_WEB_PORT", "1"),
        Map.entry("HOTSPOTTER_PYROSCOPE_URL", "https://pyroscope.example/a/"),
        Map.entry("HOTSPOTTER_PYROSCOPE_TENANT", "team-a"),
        Map.entry("HOTSPOTTER_PYROSCOPE_TOKEN", "word\n"),
        Map.entry("HOTSPOTTER_PYROSCOPE_PATIENCE", "60"),
        Map.entry("HOTSPOTTER_METRICS_PORT", "65535"),
        Map.entry("HOTSPOTTER_METRICS_NAMES", "false"),
        Map.entry("HOTSPOTTER_ALLOW_KERNEL_STACKS", "true"),
        Map.entry("HOTSPOTTER_ROOT_SIDECARS", "never"),
        Map.entry("HOTSPOTTER_MAX_DURATION", "10m30s"),
        Map.entry("HOTSPOTTER_MAX_TARGETS_IN_FLIGHT", "7"),
        Map.entry("HOTSPOTTER_MAX_RECORDINGS_PER_NODE", "4"),
        Map.entry("HOTSPOTTER_MAX_ACTIVE_JOBS", "3"),
        Map.entry("HOTSPOTTER_RENDER_THREADS", "64"),
        Map.entry("HOTSPOTTER_TMP_SIZE", "1.5Gi"),
        Map.entry("HOTSPOTTER_LIBRARY_PACKAGES", "com.acme.shared,com.acme.Log"),
        Map.entry("HOTSPOTTER_APPLICATION_PACKAGES", "io.netty.handler.acme"),
        Map.entry("HOTSPOTTER_RETENTION_MAX_AGE", "30d"),
        Map.entry("HOTSPOTTER_RETENTION_MAX_BYTES", "2Gi"),
        Map.entry("HOTSPOTTER_RETENTION_QUOTA", "5Gi"),
        Map.entry("HOTSPOTTER_STORE_CAPACITY", "10G"),
        Map.entry("POD_NAME", "hotspotter-0")));

    assertThat(config)
        .isEqualTo(new OperatorConfig(
            Set.of("shop", "billing"),
            new SidecarSettings("registry.example/sidecar:1", "Always", 1048576, 20),
            new StoreSettings(
                "http://store:7070",
                "eu-central-1",
                "profiles",
                "a/b/",
                "",
                "",
                AUTHORITY,
                "https://sts.example",
                UploadPolicy.PUT),
            new WebSettings(
                "https://profiles.example/x",
                "10.0.0.1",
                1,
                new Auth.Kubernetes(List.of("a", "b"))),
            Optional.of(new PyroscopeSettings(
                "https://pyroscope.example/a",
                Optional.of("team-a"),
                Optional.of("Bearer word"),
                Duration.ofMinutes(1))),
            65535,
            false,
            64,
            1536L << 20,
            Set.of("com.acme.shared", "com.acme.Log"),
            Set.of("io.netty.handler.acme"),
            new InstallationLimits(true, RootSidecars.NEVER, Duration.ofSeconds(630), 7, 4, 3),
            "hotspotter",
            "hotspotter-0",
            new RetentionSettings(
                Optional.of(Duration.ofDays(30)),
                Optional.of(2L << 30),
                Optional.of(5L << 30),
                Optional.of(10_000_000_000L))));
  }

  @Test
  void pyroscope_knows_who_sends_by_a_user_and_a_password_or_by_a_token() {
    var url = Map.of("HOTSPOTTER_PYROSCOPE_URL", "http://pyroscope:4040");
    assertThat(with(url).pyroscope())
        .contains(new PyroscopeSettings(
            "http://pyroscope:4040", Optional.empty(), Optional.empty(), Duration.ofHours(1)));
    var user = with(Map.of(
        "HOTSPOTTER_PYROSCOPE_URL", "http://[::1]:4040",
        "HOTSPOTTER_PYROSCOPE_USERNAME", "123456",
        "HOTSPOTTER_PYROSCOPE_PASSWORD", "word"));
    assertThat(user.pyroscope().orElseThrow().authorization()).contains("Basic MTIzNDU2OndvcmQ=");
    assertThat(user.toString()).doesNotContain("MTIzNDU2OndvcmQ=");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HOTSPOTTER_PYROSCOPE_URL=pyroscope:4040 | HOTSPOTTER_PYROSCOPE_URL must be a URL such as",
        "HOTSPOTTER_PYROSCOPE_URL=http://me:word@pyroscope | HOTSPOTTER_PYROSCOPE_URL must be a URL such as",
        "HOTSPOTTER_PYROSCOPE_URL=http://pyroscope:99999 | HOTSPOTTER_PYROSCOPE_URL must be a URL such as",
        "HOTSPOTTER_PYROSCOPE_URL=http://pyroscope/?tenant=a | without a user and a query",
        "HOTSPOTTER_PYROSCOPE_USERNAME=me | HOTSPOTTER_PYROSCOPE_PASSWORD must both be set",
        "HOTSPOTTER_PYROSCOPE_USERNAME=me HOTSPOTTER_PYROSCOPE_PASSWORD=word"
            + " HOTSPOTTER_PYROSCOPE_TOKEN=t | cannot both be set",
        "HOTSPOTTER_PYROSCOPE_TENANT=é | HOTSPOTTER_PYROSCOPE_TENANT must contain printable ASCII characters",
        "HOTSPOTTER_PYROSCOPE_PATIENCE=1h | HOTSPOTTER_PYROSCOPE_PATIENCE must be a whole number from 10 to 604800",
      })
  void what_pyroscope_would_not_understand_is_refused_at_the_start(
      String variables, String sentence) {
    var env = Stream.of(variables.split(" "))
        .map(pair -> pair.split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));

    assertThatThrownBy(() -> with(env))
        .hasMessageContaining(sentence)
        .message()
        .doesNotContain("word@");
  }

  @ParameterizedTest
  @CsvSource({
    "HOTSPOTTER_RETENTION_MAX_AGE, 0d, must be minutes",
    "HOTSPOTTER_RETENTION_MAX_AGE, 30 days, must be minutes",
    "HOTSPOTTER_RETENTION_MAX_BYTES, lots, must be a quantity such as 5Gi",
    "HOTSPOTTER_RETENTION_QUOTA, -1, must be a quantity such as 5Gi",
    "HOTSPOTTER_STORE_CAPACITY, 99999999999Ei, must be a quantity such as 5Gi",
  })
  void a_limit_that_is_none_is_refused_at_the_start(
      String variable, String value, String sentence) {
    assertThatThrownBy(() -> with(Map.of(variable, value)))
        .hasMessageContaining("%s %s".formatted(variable, sentence))
        .hasMessageEndingWith(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "HOTSPOTTER_STORE_CA_CERTIFICATES=none | cannot be read as certificates in PEM: No certificate data found",
        "HOTSPOTTER_STORE_CA_CERTIFICATES=-----BEGIN CERTIFICATE----- | cannot be read as certificates in PEM",
        "HOTSPOTTER_STORE_AUTH=iam | must be keys or workloadIdentity, not iam",
        "HOTSPOTTER_STORE_UPLOAD_POLICY=form | must be auto or post or put, not form",
      })
  void what_says_nothing_about_the_store_is_refused_at_the_start(String variable, String sentence) {
    var pair = variable.split("=", 2);

    assertThatThrownBy(() -> with(Map.of(pair[0], pair[1])))
        .hasMessageContaining(pair[0] + " " + sentence);
  }

  @Test
  void a_whole_bundle_of_authorities_is_too_much_for_a_pods_spec() {
    var variable = Map.of("HOTSPOTTER_STORE_CA_CERTIFICATES", (AUTHORITY + "\n").repeat(40));

    assertThatThrownBy(() -> with(variable))
        .hasMessageContaining("limit of 8192; keep only the authority that signed");
  }

  @Test
  void jobs_are_created_from_the_pages_only_for_those_who_have_a_name() {
    assertThat(with(Map.of(
                "HOTSPOTTER_WEB_AUTH_MODE", "kubernetes", "HOTSPOTTER_WEB_CREATE_JOBS", "true"))
            .web()
            .createJobs())
        .isTrue();
    assertThat(with(Map.of("HOTSPOTTER_WEB_AUTH_MODE", "kubernetes")).web().createJobs())
        .isFalse();
    assertThatThrownBy(() -> with(Map.of("HOTSPOTTER_WEB_CREATE_JOBS", "true")))
        .hasMessageContaining("HOTSPOTTER_WEB_AUTH_MODE");
  }

  @Test
  void a_proxy_is_known_by_its_secret_and_headers() {
    assertThat(with(Map.of(
                "HOTSPOTTER_WEB_AUTH_MODE", "proxy", "HOTSPOTTER_WEB_PROXY_SECRET", SECRET + "\n"))
            .web())
        .isEqualTo(new WebSettings(
            "http://localhost:8080",
            "0.0.0.0",
            8080,
            new Auth.Proxy(
                SECRET,
                false,
                "X-Hotspotter-Proxy-Secret",
                "X-Forwarded-User",
                "X-Forwarded-Groups",
                "",
                "")));
    assertThat(with(Map.of(
                "HOTSPOTTER_WEB_AUTH_MODE", "proxy",
                "HOTSPOTTER_WEB_PROXY_SECRET", SECRET,
                "HOTSPOTTER_WEB_PROXY_SECRET_HEADER", "X-S",
                "HOTSPOTTER_WEB_PROXY_USER_HEADER", "X-U",
                "HOTSPOTTER_WEB_PROXY_GROUPS_HEADER", "X-G",
                "HOTSPOTTER_WEB_PROXY_USER_PREFIX", "u:",
                "HOTSPOTTER_WEB_PROXY_GROUPS_PREFIX", "g:"))
            .web()
            .auth())
        .isEqualTo(new Auth.Proxy(SECRET, false, "X-S", "X-U", "X-G", "u:", "g:"));
  }

  @Test
  void a_proxy_is_known_by_its_certificate() {
    var web = with(Map.of(
            "HOTSPOTTER_WEB_AUTH_MODE", "proxy",
            "HOTSPOTTER_WEB_TLS_FOLDER", "/tls",
            "HOTSPOTTER_WEB_PROXY_CLIENT_CA", "/client-ca/ca.crt"))
        .web();

    assertThat(web.certificates())
        .hasValue(new WebSettings.Certificates(
            Path.of("/tls/tls.crt"),
            Path.of("/tls/tls.key"),
            Optional.of(Path.of("/client-ca/ca.crt"))));
    assertThat(web.auth())
        .isEqualTo(new Auth.Proxy(
            "",
            true,
            "X-Hotspotter-Proxy-Secret",
            "X-Forwarded-User",
            "X-Forwarded-Groups",
            "",
            ""));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Map.of(
            "HOTSPOTTER_WEB_AUTH_MODE", "proxy", "HOTSPOTTER_WEB_PROXY_CLIENT_CA", "/ca.crt")))
        .withMessageContaining("HOTSPOTTER_WEB_TLS_FOLDER must be set");
  }

  @ParameterizedTest(name = "{0} {1} {2}")
  @CsvSource({
    "portForward, 0.0.0.0, '', HOTSPOTTER_WEB_BIND must be a loopback address",
    "portForward, 10.0.0.1, '', HOTSPOTTER_WEB_BIND must be a loopback address",
    "none, 127.0.0.1, '', HOTSPOTTER_WEB_AUTH_MODE must be portForward or kubernetes or proxy",
    "proxy, '', '', HOTSPOTTER_WEB_PROXY_SECRET must have at least 32 characters",
    "proxy, '', hunter2hunter2, HOTSPOTTER_WEB_PROXY_SECRET must have at least 32 characters",
  })
  void pages_are_not_shown_to_everyone_by_mistake(
      String mode, String bind, String secret, String problem) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Map.of(
            "HOTSPOTTER_WEB_AUTH_MODE",
            mode,
            "HOTSPOTTER_WEB_BIND",
            bind,
            "HOTSPOTTER_WEB_PROXY_SECRET",
            secret)))
        .withMessageContaining(problem)
        .satisfies(e -> assertThat(e).hasMessageNotContaining("hunter2"));
  }

  @Test
  void all_problems_are_named_at_once_and_no_secret_is() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OperatorConfig.fromEnv(Map.of(
            "HOTSPOTTER_STORE_SECRET_KEY",
            "s3cr3t",
            "HOTSPOTTER_WEB_PORT",
            "http",
            "HOTSPOTTER_RENDER_THREADS",
            "0")))
        .withMessageContainingAll(
            "HOTSPOTTER_SIDECAR_IMAGE must be set",
            "HOTSPOTTER_STORE_ENDPOINT must be set",
            "HOTSPOTTER_STORE_ACCESS_KEY must be set",
            "HOTSPOTTER_WEB_PORT must be a whole number from 0 to 65535, not http",
            "HOTSPOTTER_RENDER_THREADS must be a whole number from 1 to 64, not 0",
            "POD_NAMESPACE must be set")
        .satisfies(e -> assertThat(e).hasMessageNotContaining("s3cr3t"));
  }

  @ParameterizedTest
  @CsvSource({
    "HOTSPOTTER_MAX_RECORDING_BYTES, 1048575",
    "HOTSPOTTER_MAX_RECORDING_BYTES, 4294967297",
    "HOTSPOTTER_MAX_SIDECARS_PER_POD, 0",
    "HOTSPOTTER_MAX_SIDECARS_PER_POD, 68",
    "HOTSPOTTER_WEB_PORT, -1",
    "HOTSPOTTER_METRICS_PORT, 65536",
    "HOTSPOTTER_RENDER_THREADS, 1.5",
    "HOTSPOTTER_RENDER_THREADS, 65",
    "HOTSPOTTER_LEADER_ELECTION, yes",
    "HOTSPOTTER_SIDECAR_PULL_POLICY, always",
    "HOTSPOTTER_LIBRARY_PACKAGES, com.acme.*",
    "HOTSPOTTER_APPLICATION_PACKAGES, com..acme",
  })
  void a_value_that_is_not_allowed_is_named_with_its_variable(String variable, String value) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> with(Map.of(variable, value)))
        .withMessageContainingAll(variable, value);
  }

  @Test
  void without_leader_election_there_is_no_lease() {
    var alone = new HashMap<>(REQUIRED);
    alone.remove("POD_NAMESPACE");
    alone.put("HOTSPOTTER_LEADER_ELECTION", "false");

    assertThat(OperatorConfig.fromEnv(alone).leaseNamespace()).isEmpty();
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({"'', ''", "a, a/", "a/b/, a/b/", "/a, a/", "/, ''"})
  void a_prefix_is_empty_or_a_folder(String given, String prefix) {
    assertThat(with(Map.of("HOTSPOTTER_STORE_PREFIX", given)).store().prefix()).isEqualTo(prefix);
  }

  @ParameterizedTest(name = "{0} → {1}")
  @CsvSource({"http://h:1, http://h:1", "http://h:1/, http://h:1", "https://h/x//, https://h/x"})
  void a_link_has_no_double_slash(String given, String url) {
    assertThat(with(Map.of("HOTSPOTTER_WEB_URL", given)).web().url()).isEqualTo(url);
  }

  private static OperatorConfig with(Map<String, String> more) {
    var env = new HashMap<>(REQUIRED);
    env.putAll(more);
    return OperatorConfig.fromEnv(env);
  }
}
