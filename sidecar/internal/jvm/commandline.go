package jvm

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// commandLine is the command line of a JVM.
type commandLine struct {
	text      string // all arguments, joined with spaces
	mainClass string
	options   []string // in the order in which the JVM applies them: the last one wins
}

// Launcher options whose value is the next argument.
var takesValue = map[string]bool{
	"-cp": true, "-classpath": true, "--class-path": true, "-p": true, "--module-path": true,
	"--upgrade-module-path": true, "--add-modules": true, "--add-exports": true, "--add-opens": true,
	"--add-reads": true, "--patch-module": true, "--limit-modules": true, "--enable-native-access": true,
	"--illegal-native-access": true, "--sun-misc-unsafe-memory-access": true, "--source": true,
}

// commandLine collects options from the environment and the command line, argument files included.
func (p Procfs) commandLine(pid int) commandLine {
	args := p.strings(pid, "cmdline")
	env := map[string]string{}
	for _, variable := range p.strings(pid, "environ") {
		name, value, _ := strings.Cut(variable, "=")
		env[name] = value
	}
	var line commandLine
	line.options = append(strings.Fields(env["JAVA_TOOL_OPTIONS"]), strings.Fields(env["JDK_JAVA_OPTIONS"])...)
	line.text = strings.Join(args, " ")
	if len(args) > 0 {
		fromArgs := parseArgs(args, func(file string) []string { return p.argumentFile(pid, file) })
		line.mainClass = fromArgs.mainClass
		line.options = append(line.options, fromArgs.options...)
	}
	line.options = append(line.options, strings.Fields(env["_JAVA_OPTIONS"])...)
	return line
}

// argumentFile reads the arguments of an @file, which may contain options.
func (p Procfs) argumentFile(pid int, file string) []string {
	base := "cwd"
	if filepath.IsAbs(file) {
		base = "root"
	}
	root, err := os.OpenRoot(p.path(pid, base))
	if err != nil {
		return nil
	}
	defer root.Close()
	content, err := readFile(root, strings.TrimPrefix(file, "/"))
	if err != nil {
		return nil
	}
	return strings.Fields(string(content))
}

func parseArgs(args []string, argumentFile func(string) []string) commandLine {
	var line commandLine
	// The name of a custom launcher (jpackage, jsvc) is the best name for its program.
	if launcher := filepath.Base(args[0]); launcher != "java" {
		line.mainClass = launcher
	}
	rest := args[1:]
	for len(rest) > 0 {
		arg := rest[0]
		rest = rest[1:]
		name, value, inline := strings.Cut(arg, "=")
		switch {
		case arg == "-jar" && len(rest) > 0:
			line.mainClass = filepath.Base(rest[0])
			return line
		case (name == "-m" || name == "--module") && (inline || len(rest) > 0):
			if !inline {
				value = rest[0]
			}
			line.mainClass = value[strings.LastIndexByte(value, '/')+1:]
			return line
		case strings.HasPrefix(arg, "@") && !strings.HasPrefix(arg, "@@"):
			rest = append(argumentFile(arg[1:]), rest...)
		case takesValue[arg] && len(rest) > 0:
			rest = rest[1:]
		case strings.HasPrefix(arg, "-"):
			line.options = append(line.options, arg)
		default:
			if line.mainClass == "" {
				line.mainClass = arg
			}
			return line
		}
	}
	return line
}

// flag reports whether -XX:+name or -XX:-name came last, and whether either was set.
func (c commandLine) flag(name string) (on, set bool) {
	for _, option := range c.options {
		switch option {
		case "-XX:+" + name:
			on, set = true, true
		case "-XX:-" + name:
			on, set = false, true
		}
	}
	return on, set
}

// reducesSignals reports whether the JVM was told to leave SIGQUIT alone.
func (c commandLine) reducesSignals() bool {
	on, _ := c.flag("ReduceSignalUsage")
	return on || slices.Contains(c.options, "-Xrs")
}
