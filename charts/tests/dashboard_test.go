package tests

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// dashboard is the part of Grafana's dashboard model (schema version 39, Grafana 10 to 13) that is checked here.
type dashboard struct {
	UID           string
	Title         string
	SchemaVersion int
	ID            any
	Templating    struct{ List []variable }
	Annotations   struct{ List []annotation }
	Panels        []panel
}

type variable struct {
	Name, Type string
	Datasource datasource
	// Query of another kind of variable than datasource is an object.
	Query any
}

// annotation is a query whose answers are marked on every graph.
type annotation struct {
	Name       string
	Datasource datasource
	Target     struct{ Expr string }
	// UseValueForTime: the mark is at the time that the value tells, not at that of the sample.
	UseValueForTime bool
	TextFormat      string
}

// panel is one panel of a dashboard.
type panel struct {
	ID                       int
	Type, Title, Description string
	Datasource               datasource
	GridPos                  struct{ X, Y, W, H int }
	Targets                  []target
	FieldConfig              struct {
		Defaults  struct{ Links []link }
		Overrides []override
	}
	// Collapsed: the row is closed until someone opens it, and nobody asks for what is in its panels.
	Collapsed       bool
	Panels          []panel
	Transformations []struct {
		ID      string
		Options struct{ IndexByName map[string]int }
	}
}

type datasource struct{ Type, UID string }

// link is a data link: Grafana fills in the series' or the row's values.
type link struct{ Title, URL string }

// theChosen is how a dashboard says: the data source that its reader has chosen.
var theChosen = datasource{"prometheus", "${datasource}"}

// theProfiles is the same for the store of profiles that only some have.
var theProfiles = datasource{"grafana-pyroscope-datasource", "${pyroscope}"}

type target struct {
	RefID, Expr, Format string
	Datasource          datasource
	Instant, Range      bool
	// of Pyroscope
	QueryType, ProfileTypeID, LabelSelector string
	GroupBy                                 []string
}

// override changes how one field, here a column of the table, is shown.
type override struct {
	Matcher    struct{ ID, Options string }
	Properties []struct {
		ID    string
		Value json.RawMessage
	}
}

// link returns the address of the field's first data link, or an empty string.
func (o override) link(t *testing.T) string {
	t.Helper()
	for _, property := range o.Properties {
		if property.ID == "links" {
			var links []link
			if err := json.Unmarshal(property.Value, &links); err != nil {
				t.Fatal(err)
			}
			return links[0].URL
		}
	}
	return ""
}

func dashboards(t *testing.T) map[string]dashboard {
	t.Helper()
	paths, err := filepath.Glob("../hotspotter/dashboards/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no dashboards in charts/hotspotter/dashboards: %v", err)
	}
	dashboards := map[string]dashboard{}
	for _, path := range paths {
		var board dashboard
		if err := json.Unmarshal(file(t, path), &board); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		dashboards[filepath.Base(path)] = board
	}
	return dashboards
}

// variablesOf are the choices at the top of each dashboard, in their order.
var variablesOf = map[string][]string{
	"profiling.json": {"datasource datasource", "query namespace"},
	"jvm.json": {
		"datasource datasource", "datasource pyroscope", "query namespace", "query workload", "query pod", "query web",
	},
}

// TestDashboardsCanBeProvisioned checks what Grafana's file provisioning needs: a fixed uid that is a valid one, no
// database id, and a choice of data source and namespace.
func TestDashboardsCanBeProvisioned(t *testing.T) {
	for name, board := range dashboards(t) {
		if !regexp.MustCompile(`^hotspotter-[a-z-]{1,29}$`).MatchString(board.UID) {
			t.Errorf("%s: uid %q must begin with hotspotter- and have at most 40 characters", name, board.UID)
		}
		if board.ID != nil {
			t.Errorf("%s: id must be left out; it is that of one Grafana's database", name)
		}
		if board.SchemaVersion != 39 {
			t.Errorf("%s: schemaVersion %d; 39 is what Grafana 10.4 writes and later ones read", name, board.SchemaVersion)
		}
		var variables []string
		for _, variable := range board.Templating.List {
			variables = append(variables, variable.Type+" "+variable.Name)
			if variable.Type == "query" && variable.Datasource != theChosen {
				t.Errorf("%s: variable %s is bound to data source %+v instead of the variable",
					name, variable.Name, variable.Datasource)
			}
		}
		if !slices.Equal(variables, variablesOf[name]) {
			t.Errorf("%s: variables are %v, not %v", name, variables, variablesOf[name])
		}
	}
}

// all are the panels, rows, and what is in rows.
func (b dashboard) all() []panel {
	var all []panel
	for _, panel := range b.Panels {
		all = append(append(all, panel), panel.Panels...)
	}
	return all
}

// TestPanelsHaveTheirPlace checks ids, sizes, overlaps and that each panel explains itself.
func TestPanelsHaveTheirPlace(t *testing.T) {
	for name, board := range dashboards(t) {
		ids := map[int]bool{}
		taken := map[[2]int]string{}
		for _, panel := range board.all() {
			if ids[panel.ID] || panel.ID == 0 {
				t.Errorf("%s: panel %q needs an id of its own, not %d", name, panel.Title, panel.ID)
			}
			ids[panel.ID] = true
			if panel.Title == "" || panel.Type != "row" && panel.Description == "" {
				t.Errorf("%s: panel %d needs a title and a description", name, panel.ID)
			}
			place := panel.GridPos
			if place.W < 1 || place.H < 1 || place.X < 0 || place.X+place.W > 24 {
				t.Errorf("%s: panel %q does not fit into 24 columns: %+v", name, panel.Title, place)
			}
			for x := place.X; x < place.X+place.W; x++ {
				for y := place.Y; y < place.Y+place.H; y++ {
					if other, there := taken[[2]int{x, y}]; there {
						t.Fatalf("%s: panels %q and %q overlap", name, panel.Title, other)
					}
					taken[[2]int{x, y}] = panel.Title
				}
			}
		}
	}
}

// TestQueriesUseTheVariables checks that a panel works with any Prometheus, and shows the chosen namespaces or says
// that
// it shows all.
func TestQueriesUseTheVariables(t *testing.T) {
	for name, board := range dashboards(t) {
		for _, panel := range board.Panels {
			if panel.Type == "row" {
				continue
			}
			if len(panel.Targets) == 0 {
				t.Errorf("%s: panel %q asks nothing", name, panel.Title)
			}
			for _, target := range panel.Targets {
				for _, source := range []datasource{panel.Datasource, target.Datasource} {
					if source != theChosen {
						t.Errorf("%s: panel %q is bound to data source %+v instead of the variable", name, panel.Title, source)
					}
				}
				if target.Instant == target.Range {
					t.Errorf("%s: panel %q: query %s must be either instant or range", name, panel.Title, target.RefID)
				}
				perNamespace := strings.Contains(target.Expr, `{namespace=~"$namespace"`)
				if saysAll := strings.Contains(strings.ToLower(panel.Description), "all namespaces"); perNamespace == saysAll {
					t.Errorf("%s: panel %q must filter by $namespace or say in its description that it shows all namespaces",
						name, panel.Title)
				}
			}
		}
	}
}

// TestRowsLinkToReportAndFlameGraph checks the way from a row of the table to the pages.
func TestRowsLinkToReportAndFlameGraph(t *testing.T) {
	board := dashboards(t)["profiling.json"]
	index := slices.IndexFunc(board.Panels, func(p panel) bool { return p.Type == "table" })
	if index < 0 {
		t.Fatal("profiling.json has no table")
	}
	table := board.Panels[index]
	columns := table.Transformations[len(table.Transformations)-1].Options.IndexByName
	for _, column := range []string{"report_url", "flamegraph_url"} {
		shown := slices.IndexFunc(table.FieldConfig.Overrides, func(o override) bool {
			return o.Matcher.ID == "byName" && o.Matcher.Options == column
		})
		if shown < 0 {
			t.Fatalf("column %s has no override", column)
		}
		// The column shows a word instead of the address, and ${__data.fields.x} would yield that word.
		if url := table.FieldConfig.Overrides[shown].link(t); url != "${__value.raw}" {
			t.Errorf("column %s links to %q; a row's address is ${__value.raw}", column, url)
		}
		if _, placed := columns[column]; !placed {
			t.Errorf("column %s has no place in the table", column)
		}
		if !strings.Contains(table.Targets[0].Expr, column) {
			t.Errorf("the table's query drops the label %s", column)
		}
	}
}

// TestProfilesLeadToTheDifference checks that a profile of the drill-down is one click from its comparison.
func TestProfilesLeadToTheDifference(t *testing.T) {
	board := dashboards(t)["jvm.json"]
	table := board.Panels[slices.IndexFunc(board.Panels, func(p panel) bool { return p.Title == "Profiles" })]
	if url := table.column(t, "compare_url").link(t); url != "${__value.raw}" {
		t.Errorf("the column leads to %q; a row's address is ${__value.raw}", url)
	}
	made := regexp.MustCompile(`"compare_url", "(.*)", "report_url", "(.*)"`).FindStringSubmatch(table.Targets[0].Expr)
	if made == nil {
		t.Fatalf("the query makes no address of the comparison: %s", table.Targets[0].Expr)
	}
	report := regexp.MustCompile("^(?:" + made[2] + ")$")
	link := report.ReplaceAllString("https://profiles.example/jobs/shop/checkout-2b7d9e10/", made[1])
	if want := "https://profiles.example/compare?b=shop/checkout-2b7d9e10&before=7d"; link != want {
		t.Errorf("a report's address becomes %s, not %s", link, want)
	}
}

// TestPyroscopeIsAskedOnlyOnDemand checks that whoever has no Pyroscope sees nothing but a closed row, and that
// whoever has one
// sees flame graphs of what is chosen at the top.
func TestPyroscopeIsAskedOnlyOnDemand(t *testing.T) {
	board := dashboards(t)["jvm.json"]
	variables := board.Templating.List
	choice := variables[slices.IndexFunc(variables, func(v variable) bool { return v.Name == "pyroscope" })]
	if choice.Query != theProfiles.Type {
		t.Errorf("the variable offers data sources of the type %v, not %s", choice.Query, theProfiles.Type)
	}
	kinds := map[string]int{}
	for _, row := range board.Panels {
		if row.Type == "row" != row.Collapsed {
			t.Errorf("%q must be closed until someone opens it", row.Title)
		}
		for _, panel := range row.Panels {
			kinds[panel.Type]++
			if len(panel.Targets) != 1 || panel.Datasource != theProfiles || panel.Targets[0].Datasource != theProfiles {
				t.Errorf("panel %q must ask the chosen Pyroscope, and once", panel.Title)
			}
			query := panel.Targets[0]
			// Grafana would write several values for a search of files, if it were not told otherwise.
			if query.LabelSelector != `{namespace=~"${namespace:pipe}", pod=~"${pod:pipe}"}` {
				t.Errorf("panel %q must show what is chosen, not %s", panel.Title, query.LabelSelector)
			}
			if strings.Count(query.ProfileTypeID, ":") != 4 {
				t.Errorf("panel %q: %q is no type of profile, which has five parts", panel.Title, query.ProfileTypeID)
			}
			wanted := map[string]string{"flamegraph": "profile", "timeseries": "metrics"}
			if query.QueryType != wanted[panel.Type] {
				t.Errorf("panel %q of the type %s asks for %s", panel.Title, panel.Type, query.QueryType)
			}
			if panel.Type == "timeseries" && !slices.Equal(query.GroupBy, []string{"namespace", "pod"}) {
				t.Errorf("panel %q must keep the labels that its links need", panel.Title)
			}
		}
	}
	if kinds["flamegraph"] == 0 || kinds["timeseries"] == 0 {
		t.Errorf("a flame graph or a graph over time is missed: %v", kinds)
	}
}

// urls are those of the links that each series of a graph has.
func (p panel) urls() []string {
	var urls []string
	for _, link := range p.FieldConfig.Defaults.Links {
		urls = append(urls, link.URL)
	}
	return urls
}

// column is how a table shows the field of that name.
func (p panel) column(t *testing.T, field string) override {
	t.Helper()
	at := slices.IndexFunc(p.FieldConfig.Overrides, func(o override) bool { return o.Matcher.Options == field })
	if at < 0 {
		t.Fatalf("panel %q has no column %s", p.Title, field)
	}
	return p.FieldConfig.Overrides[at]
}

// TestGraphsOfPodsLeadToTheirProfiles checks that every graph of the drill-down leads to the list of profiles of the
// pod and
// the time that it shows, and that profiles are marked on it.
func TestGraphsOfPodsLeadToTheirProfiles(t *testing.T) {
	series := []string{
		"${web}/pod?namespace=${__field.labels.namespace}&pod=${__field.labels.pod}&from=${__from}&to=${__to}",
		"${web}/?namespace=${__field.labels.namespace}&pod=${__field.labels.pod}&from=${__from}&to=${__to}",
		"${web}/profile?namespace=${__field.labels.namespace}&pod=${__field.labels.pod}",
	}
	row := map[string]string{
		"pod": "${web}/pod?namespace=${__data.fields.namespace}&pod=${__data.fields.pod}&from=${__from}&to=${__to}",
		"now": "${web}/profile?namespace=${__data.fields.namespace}&pod=${__data.fields.pod}",
	}
	board := dashboards(t)["jvm.json"]
	graphs := 0
	for _, panel := range board.Panels {
		if panel.Type != "timeseries" {
			continue
		}
		graphs++
		if urls := panel.urls(); !slices.Equal(urls, series) {
			t.Errorf("panel %q must lead to %v, not %v", panel.Title, series, urls)
		}
		if !strings.Contains(panel.Targets[0].Expr, "by (namespace, pod)") {
			t.Errorf("panel %q must keep the labels that its link needs: %s", panel.Title, panel.Targets[0].Expr)
		}
	}
	pods := slices.IndexFunc(board.Panels, func(p panel) bool { return p.Title == "Pods" })
	for column, address := range row {
		if url := board.Panels[pods].column(t, column).link(t); url != address {
			t.Errorf("the column %s of a pod's row must lead to %s, not %s", column, address, url)
		}
	}
	if graphs < 8 {
		t.Errorf("the drill-down has %d graphs: CPU, memory, throttling and five of the JVM are missed", graphs)
	}
	for _, each := range board.Annotations.List {
		if each.Datasource != theChosen || !each.UseValueForTime || !strings.Contains(each.TextFormat, "{{report_url}}") {
			t.Errorf("annotation %+v must come from the chosen data source, at the job's time, with a link to its report", each)
		}
	}
	if len(board.Annotations.List) != 1 {
		t.Errorf("%d annotations, not one", len(board.Annotations.List))
	}
}
