package install

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotspotter.dev/sidecar/internal/report"
)

const content = "the library's bytes"

// setUp is a library and a target's root directory with an empty /tmp.
func setUp(t *testing.T) (library *Library, root, dir string) {
	t.Helper()
	source := filepath.Join(t.TempDir(), "source.so")
	must(t, os.WriteFile(source, []byte(content), 0o644))
	library, err := Load(source, "4.5")
	must(t, err)
	root = t.TempDir()
	must(t, os.Mkdir(filepath.Join(root, "tmp"), 0o777))
	return library, root, filepath.Join(root, filepath.Dir(library.Path()))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tree lists every path below dir with its kind and content, so that a test sees the slightest change.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var all strings.Builder
	must(t, filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		must(t, err)
		info, err := entry.Info()
		must(t, err)
		all.WriteString(strings.TrimPrefix(path, dir) + " " + info.Mode().String())
		switch {
		case info.Mode().IsRegular():
			bytes, err := os.ReadFile(path)
			must(t, err)
			all.WriteString(" " + string(bytes))
		case info.Mode()&os.ModeSymlink != 0:
			to, err := os.Readlink(path)
			must(t, err)
			all.WriteString(" -> " + to)
		}
		all.WriteString("\n")
		return nil
	}))
	return all.String()
}

func TestThePathNamesVersionAndContent(t *testing.T) {
	library, _, _ := setUp(t)
	const want = "/tmp/hotspotter-4.5-43a0b6dddc7c/libasyncProfiler.so"
	if library.Path() != want {
		t.Errorf("got %s, want %s", library.Path(), want)
	}
	if !strings.HasPrefix(library.Path(), Prefix) {
		t.Errorf("%s does not begin with %s", library.Path(), Prefix)
	}
}

func TestTheLibraryIsInstalledAloneAndComplete(t *testing.T) {
	library, root, dir := setUp(t)
	must(t, library.Into(root))
	const want = " drwxr-xr-x\n/libasyncProfiler.so -rw-r--r-- " + content + "\n"
	if got := tree(t, dir); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnIdenticalLibraryIsLeftAlone(t *testing.T) {
	library, root, dir := setUp(t)
	must(t, library.Into(root))
	before, err := os.Stat(filepath.Join(dir, fileName))
	must(t, err)
	must(t, library.Into(root))
	after, err := os.Stat(filepath.Join(dir, fileName))
	must(t, err)
	if !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the file was replaced; a JVM that has it loaded would crash or load it twice")
	}
}

func TestALeftoverOfAKilledSidecarDoesNotHinder(t *testing.T) {
	library, root, dir := setUp(t)
	must(t, os.MkdirAll(dir, 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "."+fileName+".X"), []byte("half"), 0o644))
	must(t, library.Into(root))
}

func TestNothingIsChangedAndNothingFollowedWhen(t *testing.T) {
	for name, test := range map[string]struct {
		want    report.Reason
		prepare func(t *testing.T, root, dir, outside string)
	}{
		"the library's name is another file": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, fileName), []byte("something else"), 0o644))
		}},
		"the library's name is a longer file": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, fileName), []byte(content+"and more"), 0o644))
		}},
		"the library can be written by everybody": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, fileName), []byte(content), 0o644))
			must(t, os.Chmod(filepath.Join(dir, fileName), 0o666))
		}},
		"the library's name is a link to an identical file": {report.LibraryConflict, func(
			t *testing.T, _, dir, outside string,
		) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.WriteFile(filepath.Join(dir, "copy"), []byte(content), 0o644))
			must(t, os.Symlink("copy", filepath.Join(dir, fileName)))
		}},
		"the library's name is a dangling link to the outside": {report.LibraryConflict, func(
			t *testing.T, _, dir, outside string,
		) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.Symlink(filepath.Join(outside, "new"), filepath.Join(dir, fileName)))
		}},
		"the library's name is a directory": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.MkdirAll(filepath.Join(dir, fileName), 0o755))
		}},
		"the directory is a link to the outside": {report.LibraryConflict, func(t *testing.T, _, dir, outside string) {
			must(t, os.Symlink(outside, dir))
		}},
		"the directory is a link to a neighbour": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.Mkdir(dir+"-neighbour", 0o755))
			must(t, os.Symlink(filepath.Base(dir)+"-neighbour", dir))
		}},
		"the directory can be written by everybody": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.Mkdir(dir, 0o755))
			must(t, os.Chmod(dir, 0o777))
		}},
		"the directory's name is a file": {report.LibraryConflict, func(t *testing.T, _, dir, _ string) {
			must(t, os.WriteFile(dir, []byte("a file"), 0o644))
		}},
		"/tmp is a link to the outside": {report.TmpNotWritable, func(t *testing.T, root, _, outside string) {
			must(t, os.Remove(filepath.Join(root, "tmp")))
			must(t, os.Symlink(outside, filepath.Join(root, "tmp")))
		}},
		"/tmp climbs out of the target": {report.TmpNotWritable, func(t *testing.T, root, _, _ string) {
			must(t, os.Remove(filepath.Join(root, "tmp")))
			must(t, os.Symlink("../..", filepath.Join(root, "tmp")))
		}},
		"there is no /tmp": {report.TmpNotWritable, func(t *testing.T, root, _, _ string) {
			must(t, os.Remove(filepath.Join(root, "tmp")))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			library, root, dir := setUp(t)
			outside := t.TempDir()
			test.prepare(t, root, dir, outside)
			before := tree(t, root) + tree(t, outside)
			err := library.Into(root)
			problem, ok := errors.AsType[*report.Problem](err)
			if !ok || problem.Reason != test.want || problem.Outcome != report.OutcomeRefused {
				t.Errorf("got %v, want %s", err, test.want)
			}
			if after := tree(t, root) + tree(t, outside); after != before {
				t.Errorf("changed from\n%s\nto\n%s", before, after)
			}
		})
	}
}

// Two sidecars may arrive at the same moment: each must find a whole library, whoever wrote it.
func TestManyAtOnceAgree(t *testing.T) {
	library, root, dir := setUp(t)
	results := make(chan error)
	for range 16 {
		go func() { results <- library.Into(root) }()
	}
	for range 16 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if got := tree(t, dir); strings.Count(got, "\n") != 2 {
		t.Errorf("left behind:\n%s", got)
	}
}
