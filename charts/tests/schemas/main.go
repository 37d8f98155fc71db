// Command schemas writes the JSON schemas that kubeconform checks rendered manifests against: those of Kubernetes
// itself,
// from the OpenAPI document in its Go module, and those of custom resources, from their CRDs.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"sigs.k8s.io/yaml"
)

// kubernetes is the release that the local cluster runs.
var kubernetes = module{"k8s.io/kubernetes", "v1.34.4", "h1:Yy6R4QB8C9kJPp25GFqEvX5XQwY5qzKeqD0Xx6oAcmk="}

// grafanaOperator carries the CRD of GrafanaDashboard.
var grafanaOperator = module{
	"github.com/grafana/grafana-operator/v5", "v5.18.0",
	"h1:ei7N2VfjsRjY8iprenH1IDV783WeV7CP5VNp//sB4hI=",
}

// prometheusOperator carries the CRDs of ServiceMonitor and PrometheusRule.
var prometheusOperator = module{
	"github.com/prometheus-operator/prometheus-operator", "v0.85.0",
	"h1:M5xLCLEoaW2IJfnuCwFzzpL+jSVQu3KGT84Pye+fW8s=",
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: schemas OUTPUT-FOLDER PROFILEJOB-CRD")
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		log.Fatal("schemas: ", err)
	}
}

// run writes all schemas into out.
func run(out, profileJobCRD string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	source, err := kubernetes.download()
	if err != nil {
		return err
	}
	var openAPI struct{ Definitions map[string]object }
	if err := read(filepath.Join(source, "api/openapi-spec/swagger.json"), &openAPI); err != nil {
		return err
	}
	if err := writeKubernetes(out, openAPI.Definitions); err != nil {
		return err
	}
	prometheus, err := prometheusOperator.download()
	if err != nil {
		return err
	}
	grafana, err := grafanaOperator.download()
	if err != nil {
		return err
	}
	crds := []string{
		filepath.Join(prometheus, "example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml"),
		filepath.Join(prometheus, "example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml"),
		filepath.Join(grafana, "config/crd/bases/grafana.integreatly.org_grafanadashboards.yaml"),
		profileJobCRD,
	}
	for _, crd := range crds {
		if err := writeCustom(out, crd); err != nil {
			return err
		}
	}
	return nil
}

// writeKubernetes writes one file with all definitions and, for each kind, a small one that refers to its definition.
func writeKubernetes(out string, definitions map[string]object) error {
	for _, definition := range definitions {
		seal(definition)
	}
	// The document calls both a string; the API server takes numbers too.
	definitions["io.k8s.apimachinery.pkg.util.intstr.IntOrString"] = object{"type": []string{"string", "integer"}}
	definitions["io.k8s.apimachinery.pkg.api.resource.Quantity"] = object{"type": []string{"string", "number"}}
	if err := write(filepath.Join(out, definitionsFile), object{"definitions": definitions}); err != nil {
		return err
	}
	for name, definition := range definitions {
		kinds, _ := definition["x-kubernetes-group-version-kind"].([]any)
		// Options that belong to every group (DeleteOptions and its like) are no manifests.
		if len(kinds) != 1 {
			continue
		}
		kind := kinds[0].(object)
		file := fileName(kind["kind"].(string), kind["group"].(string), kind["version"].(string))
		if err := write(filepath.Join(out, file), object{"$ref": definitionsFile + "#/definitions/" + name}); err != nil {
			return err
		}
	}
	return nil
}

// writeCustom writes the schema of each version of a CRD.
func writeCustom(out, path string) error {
	var crd struct {
		Spec struct {
			Group    string
			Names    struct{ Kind string }
			Versions []struct {
				Name   string
				Schema struct{ OpenAPIV3Schema object }
			}
		}
	}
	if err := read(path, &crd); err != nil {
		return err
	}
	for _, version := range crd.Spec.Versions {
		schema := version.Schema.OpenAPIV3Schema
		properties := schema["properties"].(object)
		maps.Copy(properties, object{
			"apiVersion": object{"const": crd.Spec.Group + "/" + version.Name},
			"kind":       object{"const": crd.Spec.Names.Kind},
			"metadata":   object{"$ref": definitionsFile + "#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"},
		})
		schema["required"] = []string{"apiVersion", "kind", "metadata", "spec"}
		seal(schema)
		file := fileName(crd.Spec.Names.Kind, crd.Spec.Group, version.Name)
		if err := write(filepath.Join(out, file), schema); err != nil {
			return err
		}
	}
	return nil
}

// fileName is the name by which kubeconform looks for a kind's schema.
func fileName(kind, group, version string) string {
	group, _, _ = strings.Cut(group, ".")
	parts := []string{kind, group, version}
	if group == "" {
		parts = []string{kind, version}
	}
	return strings.ToLower(strings.Join(parts, "-")) + ".json"
}

// read decodes YAML or JSON.
func read(path string, into any) error {
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := yaml.Unmarshal(content, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func write(path string, schema object) error {
	content, err := json.Marshal(schema)
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o644)
}
