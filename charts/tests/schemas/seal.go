package main

// object is a decoded JSON object.
type object = map[string]any

const definitionsFile = "definitions.json"

// seal makes a schema refuse every property that it does not name, at every depth, as the API server's strict field
// validation does. A Kubernetes schema means "these and no others" without saying so.
func seal(schema object) {
	properties, named := schema["properties"].(object)
	_, open := schema["x-kubernetes-preserve-unknown-fields"]
	if _, said := schema["additionalProperties"]; named && !said && !open {
		schema["additionalProperties"] = false
	}
	if schema["x-kubernetes-int-or-string"] == true {
		schema["type"] = []string{"string", "integer"}
	}
	for _, property := range properties {
		seal(property.(object))
	}
	for _, key := range []string{"items", "additionalProperties"} {
		if child, ok := schema[key].(object); ok {
			seal(child)
		}
	}
}
