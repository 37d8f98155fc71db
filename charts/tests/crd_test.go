package tests

import (
	"bytes"
	"testing"
)

// TestChartHasTheGeneratedCRD fails when the chart's copy is not the one that the operator's classes generate.
func TestChartHasTheGeneratedCRD(t *testing.T) {
	const name = "hotspotter.dev_profilejobs.yaml"
	if !bytes.Equal(file(t, "../../crds/"+name), file(t, "../hotspotter/files/crds/"+name)) {
		t.Errorf("charts/hotspotter/files/crds/%s differs from crds/%s: run `make generate`", name, name)
	}
}
