package tests

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/pod-security-admission/api"
	"k8s.io/pod-security-admission/policy"
	"sigs.k8s.io/yaml"
)

// TestEveryPodIsRestricted puts every pod of the chart before the code that the API server itself decides with.
func TestEveryPodIsRestricted(t *testing.T) {
	evaluator, err := policy.NewEvaluator(policy.DefaultChecks())
	if err != nil {
		t.Fatal(err)
	}
	restricted := api.LevelVersion{Level: api.LevelRestricted, Version: api.LatestVersion()}
	settings, err := filepath.Glob("../hotspotter/ci/*-values.yaml")
	if err != nil || len(settings) == 0 {
		t.Fatalf("no files in charts/hotspotter/ci: %v", err)
	}
	for _, setting := range append(settings, os.DevNull) {
		t.Run(filepath.Base(setting), func(t *testing.T) {
			pods := renderedPods(t, setting)
			if len(pods) == 0 {
				t.Fatal("the chart renders no pod")
			}
			for name, pod := range pods {
				for _, result := range evaluator.EvaluatePod(restricted, &pod.ObjectMeta, &pod.Spec) {
					if !result.Allowed {
						t.Errorf("%s: %s: %s", name, result.ForbiddenReason, result.ForbiddenDetail)
					}
				}
			}
		})
	}
}

// renderedPods returns the pods and pod templates that the chart makes out of a file of values.
func renderedPods(t *testing.T, settings string) map[string]corev1.PodTemplateSpec {
	t.Helper()
	command := exec.Command(
		"helm", "template", "hotspotter", "../hotspotter", "--namespace", "hotspotter", "--values", settings)
	command.Stderr = os.Stderr
	manifests, err := command.Output()
	if err != nil {
		t.Fatalf("helm template: %v", err)
	}
	pods := map[string]corev1.PodTemplateSpec{}
	documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(manifests)))
	for {
		document, err := documents.Read()
		if errors.Is(err, io.EOF) {
			return pods
		}
		if err != nil {
			t.Fatal(err)
		}
		if kind, pod := podOf(t, document); pod != nil {
			pods[kind] = *pod
		}
	}
}

// podOf returns the kind of a manifest and the pod in it, if there is one.
func podOf(t *testing.T, manifest []byte) (string, *corev1.PodTemplateSpec) {
	t.Helper()
	decode := func(into any) {
		if err := yaml.Unmarshal(manifest, into); err != nil {
			t.Fatal(err)
		}
	}
	var meta metav1.TypeMeta
	decode(&meta)
	switch meta.Kind {
	case "Pod":
		var pod corev1.PodTemplateSpec
		decode(&pod)
		return meta.Kind, &pod
	case "Deployment":
		var deployment appsv1.Deployment
		decode(&deployment)
		return meta.Kind, &deployment.Spec.Template
	case "StatefulSet":
		var statefulSet appsv1.StatefulSet
		decode(&statefulSet)
		return meta.Kind, &statefulSet.Spec.Template
	}
	return meta.Kind, nil
}
