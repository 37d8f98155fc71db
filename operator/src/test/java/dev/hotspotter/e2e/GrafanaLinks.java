package dev.hotspotter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hotspotter.api.ProfileJob;
import dev.hotspotter.layout.ObjectKeys;
import java.time.Instant;
import java.util.Map;

/** Data links of the drill-down, filled in for one pod as Grafana does, and followed. */
record GrafanaLinks(Cluster cluster, String web) {

  /** All characters that Grafana leaves as they are when it fills in a link. */
  static final String KEPT = "[A-Za-z0-9;,/?:@&=+$_.!~*'()#-]+";

  /** A page of what was recorded of a pod of the demo: it has the job, unless it is asked for the time before. */
  void assertLeadsToTheJob(ProfileJob job, String template, String page, Map<String, String> labels)
      throws Exception {
    var link = filled(template, labels);
    var before = Instant.parse(job.getMetadata().getCreationTimestamp()).minusSeconds(60);

    assertThat(link)
        .startsWith("http://localhost:8080/%s?namespace=demo&pod=notifier-".formatted(page))
        .matches(KEPT);
    assertThat(cluster.text(link)).contains(ObjectKeys.folder(job));
    assertThat(cluster.text(link.replaceFirst("to=.*", "to=" + before.toEpochMilli())))
        .as("the time before")
        .doesNotContain(ObjectKeys.folder(job));
  }

  void assertLeadsToTheForm(String template, Map<String, String> labels) throws Exception {
    var link = filled(template, labels);

    assertThat(link)
        .startsWith("http://localhost:8080/profile?namespace=demo&pod=notifier-")
        .matches(KEPT);
    assertThat(cluster.text(link)).contains("value=\"%s\"".formatted(labels.get("pod")));
  }

  private String filled(String template, Map<String, String> labels) {
    var now = Instant.now();
    return template
        .replace("${web}", web)
        .replace("${__field.labels.namespace}", labels.get("namespace"))
        .replace("${__field.labels.pod}", labels.get("pod"))
        .replace("${__from}", String.valueOf(now.minus(GrafanaQueries.SHOWN).toEpochMilli()))
        .replace("${__to}", String.valueOf(now.toEpochMilli()));
  }
}
