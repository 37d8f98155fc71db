package tests

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// tooLongForTable are values whose default the README leaves to values.yaml.
var tooLongForTable = []string{"podSecurityContext", "resources"}

// property is what a JSON schema says about one value.
type property struct {
	Description string
	Properties  map[string]property
	Required    []string
}

// TestReadmeListsEveryValue fails for a value that the README's table does not have, for a row without a value, and for
// a default or a meaning that differs from values.yaml and values.schema.json.
func TestReadmeListsEveryValue(t *testing.T) {
	want := valueRows(t)
	got := readmeRows(t)
	for _, row := range want {
		if !slices.Contains(got, row) {
			t.Errorf("charts/hotspotter/README.md lacks this row of its table of values:\n%s", row)
		}
	}
	for _, row := range got {
		if !slices.Contains(want, row) {
			t.Errorf("charts/hotspotter/README.md has a row that no value stands behind:\n%s", row)
		}
	}
}

// TestSchemaHasNothingButTheValues fails for a property that the chart gives no default, and so never reads.
func TestSchemaHasNothingButTheValues(t *testing.T) {
	var compare func(path string, values map[string]any, schema property)
	compare = func(path string, values map[string]any, schema property) {
		for key, child := range schema.Properties {
			value, there := values[key]
			if !there && path+key != "global" {
				t.Errorf("values.schema.json allows %s%s, which values.yaml does not have", path, key)
			}
			if nested, ok := value.(map[string]any); ok {
				compare(path+key+".", nested, child)
			}
		}
	}
	compare("", values(t), schema(t))
}

// TestSchemaRequiresEveryValue fails for a value without which the chart renders: with --reuse-values, Helm leaves out
// values that the installed chart did not have, and nobody would notice. Objects of any content may be absent, because
// null is Helm's way to empty them.
func TestSchemaRequiresEveryValue(t *testing.T) {
	var require func(path string, values map[string]any, schema property)
	require = func(path string, values map[string]any, schema property) {
		for key, value := range values {
			child := schema.Properties[key]
			if nested, isMap := value.(map[string]any); isMap {
				if len(child.Properties) == 0 {
					continue
				}
				require(path+key+".", nested, child)
			}
			if !slices.Contains(schema.Required, key) {
				t.Errorf("values.schema.json does not require %s%s", path, key)
			}
		}
	}
	require("", values(t), schema(t))
}

// valueRows builds the rows that the README must have.
func valueRows(t *testing.T) []string {
	t.Helper()
	var rows []string
	var walk func(path string, values map[string]any, schema property)
	walk = func(path string, values map[string]any, schema property) {
		for key, value := range values {
			child := schema.Properties[key]
			nested, isMap := value.(map[string]any)
			switch {
			case slices.Contains(tooLongForTable, key):
				rows = append(rows, row(path+key, "see values.yaml", child.Description))
			case isMap && len(nested) > 0:
				walk(path+key+".", nested, child)
			default:
				text, err := json.Marshal(value)
				if err != nil {
					t.Fatal(err)
				}
				rows = append(rows, row(path+key, "`"+string(text)+"`", child.Description))
			}
		}
	}
	walk("", values(t), schema(t))
	return rows
}

func row(key, value, meaning string) string {
	return fmt.Sprintf("| `%s` | %s | %s |", key, value, meaning)
}

func readmeRows(t *testing.T) []string {
	t.Helper()
	_, table, found := strings.Cut(string(file(t, "../hotspotter/README.md")), "\n## Values\n")
	if !found {
		t.Fatal("charts/hotspotter/README.md has no section Values")
	}
	var rows []string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "| `") {
			rows = append(rows, strings.TrimSpace(line))
		}
	}
	return rows
}

func values(t *testing.T) map[string]any {
	t.Helper()
	values := map[string]any{}
	if err := yaml.Unmarshal(file(t, "../hotspotter/values.yaml"), &values); err != nil {
		t.Fatal(err)
	}
	return values
}

func schema(t *testing.T) property {
	t.Helper()
	var schema property
	if err := json.Unmarshal(file(t, "../hotspotter/values.schema.json"), &schema); err != nil {
		t.Fatal(err)
	}
	return schema
}

func file(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
