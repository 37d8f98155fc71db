package dev.hotspotter.e2e;

import dev.hotspotter.testing.WrongClock;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A difference between the operator's clock and those of node and store, until this is closed. */
final class OperatorClock implements AutoCloseable {

  private static final String NAME = "wrong-clock";
  private static final String FOLDER = "/wrong-clock";
  private static final String LIBRARY = "library.so";

  private final OperatorReplicas operators;
  private final Duration ahead;

  /** Starts the operator anew, unless its clock shall agree. */
  OperatorClock(OperatorReplicas operators, Duration ahead) throws Exception {
    this.operators = operators;
    this.ahead = ahead;
    if (ahead.isZero()) {
      return;
    }
    kubectl(
        "create", "configmap", NAME, "--from-file=%s=%s".formatted(LIBRARY, WrongClock.library()));
    kubectl("patch", "deployment", "hotspotter", "--patch", patch());
    restarted();
  }

  private String patch() {
    var variables = new WrongClock(ahead)
        .variables(FOLDER + "/" + LIBRARY).entrySet().stream()
            .map(variable -> "{\"name\": \"%s\", \"value\": \"%s\"}"
                .formatted(variable.getKey(), variable.getValue()))
            .collect(Collectors.joining(", "));
    return """
        spec:
          template:
            spec:
              volumes: [{name: %s, configMap: {name: %s}}]
              containers:
                - name: operator
                  env: [%s]
                  volumeMounts: [{name: %s, mountPath: %s}]
        """.formatted(NAME, NAME, variables, NAME, FOLDER);
  }

  private void restarted() throws Exception {
    kubectl("rollout", "status", "deployment/hotspotter", "--timeout=5m");
    operators.awaitReady(1);
  }

  private static void kubectl(String... arguments) throws Exception {
    Cluster.run(
        Stream.concat(Stream.of("kubectl", "-n", Cluster.OPERATOR_NAMESPACE), Stream.of(arguments))
            .toArray(String[]::new));
  }

  @Override
  public void close() throws Exception {
    if (!ahead.isZero()) {
      kubectl("rollout", "undo", "deployment/hotspotter");
      kubectl("delete", "configmap", NAME);
      restarted();
    }
  }
}
