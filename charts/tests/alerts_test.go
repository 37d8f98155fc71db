package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestAlerts lets Prometheus' own promtool check the rules that the chart renders, and fire them with the series in
// alerts.yaml.
func TestAlerts(t *testing.T) {
	folder := t.TempDir()
	save(t, filepath.Join(folder, "rules.yaml"), renderedRules(t))
	save(t, filepath.Join(folder, "alerts.yaml"), file(t, "alerts.yaml"))
	for _, arguments := range [][]string{
		{"check", "rules", "--lint=all", "--lint-fatal", "rules.yaml"},
		{"test", "rules", "alerts.yaml"},
	} {
		command := exec.Command("promtool", arguments...)
		command.Dir = folder
		output, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", command.Args, err, output)
		}
	}
}

// TestEveryAlertIsTested fails for an alert that alerts.yaml never expects to fire.
func TestEveryAlertIsTested(t *testing.T) {
	var rules struct {
		Groups []struct{ Rules []struct{ Alert string } }
	}
	decode(t, renderedRules(t), &rules)
	var cases struct {
		Tests []struct {
			AlertRuleTest []struct {
				Alertname string
				ExpAlerts []any `json:"exp_alerts"`
			} `json:"alert_rule_test"`
		}
	}
	decode(t, file(t, "alerts.yaml"), &cases)
	fires := map[string]bool{}
	for _, test := range cases.Tests {
		for _, expected := range test.AlertRuleTest {
			fires[expected.Alertname] = fires[expected.Alertname] || len(expected.ExpAlerts) > 0
		}
	}
	for _, rule := range rules.Groups[0].Rules {
		if !fires[rule.Alert] {
			t.Errorf("alerts.yaml has no case in which %s fires", rule.Alert)
		}
	}
}

// renderedRules is the part of the PrometheusRule that Prometheus itself reads.
func renderedRules(t *testing.T) []byte {
	t.Helper()
	command := exec.Command("helm", "template", "hotspotter", "../hotspotter", "--namespace", "hotspotter",
		"--set", "metrics.prometheusRule.enabled=true", "--show-only", "templates/prometheusrule.yaml")
	command.Stderr = os.Stderr
	manifest, err := command.Output()
	if err != nil {
		t.Fatalf("helm template: %v", err)
	}
	var rule struct{ Spec map[string]any }
	decode(t, manifest, &rule)
	rules, err := yaml.Marshal(rule.Spec)
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := yaml.Unmarshal(text, into); err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
