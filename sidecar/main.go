// Command sidecar records one JVM of its pod with async-profiler, uploads the recording and reports. README.md is
// its contract.
package main

import (
	"context"
	"log/slog"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"hotspotter.dev/sidecar/internal/asprof"
	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/handover"
	"hotspotter.dev/sidecar/internal/identity"
	"hotspotter.dev/sidecar/internal/install"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/orders"
	"hotspotter.dev/sidecar/internal/report"
	"hotspotter.dev/sidecar/internal/session"
	"hotspotter.dev/sidecar/internal/upload"
)

// profilerVersion is async-profiler's; build.sh sets it from profiler/pom.xml.
var profilerVersion = "unversioned"

const (
	procfs = jvm.Procfs("/proc")
	output = "/recording/recording.jfr"
	// lastWords is the end of the sidecar's life, reserved for its report.
	lastWords = time.Second
	// tidying is the longest time for the cleanup.
	tidying = lastWords / 4
)

func main() {
	if identity.IsStandIn() {
		identity.BeStandIn()
		return
	}
	born := time.Now()
	out := &reporter{path: config.TerminationLog(os.Getenv)}
	order, err := config.Read(os.Getenv)
	if err != nil {
		out.exit(refusal(report.Refuse(report.InvalidConfig, "the sidecar's environment is wrong: %s",
			strings.ReplaceAll(err.Error(), "\n", "; "))))
	}
	if err := asprof.Adopt(); err != nil {
		slog.Warn("cannot adopt orphans", "error", err)
	}
	deadline := born.Add(order.Timeout)
	// Nobody can delete an ephemeral container, so it must end even if something hangs.
	time.AfterFunc(time.Until(deadline)-lastWords/2, func() {
		out.exit(refusal(report.Fail(report.DeadlineExceeded,
			"the sidecar was not done within HOTSPOTTER_TIMEOUT (%v); check whether the node is overloaded or the JVM "+
				"frozen, and create a new ProfileJob", order.Timeout)))
	})
	terminate, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer cancel()
	if order.Job != "" {
		slog.Info("recording for", "job", order.Job)
	}
	side := session.Session{
		Config: order, Deadline: deadline.Add(-lastWords), Procfs: procfs, Self: os.Getpid(), Output: output,
		Place: &out.place, Terminate: terminate.Done(), Stop: stopOrder(terminate, order),
	}
	if order.Target != nil {
		who, err := identity.Assume(order.Target.UID, order.Target.GID)
		if err != nil {
			out.exit(refusal(report.AsProblem(err, report.InvalidConfig)))
		}
		side.Launcher.Identity, side.Self, side.Others = who, who.StandIn(), []int{os.Getpid()}
	}
	out.exit(record(side))
}

// stopOrder watches for the operator's order to stop. Without authorities to trust, only the upload fails.
func stopOrder(ctx context.Context, order config.Config) *orders.Stop {
	if order.Orders == nil {
		return nil
	}
	trusted, err := upload.Trusted(order.Authorities)
	if err != nil {
		return nil
	}
	return orders.Watch(ctx, trusted, order.Orders)
}

// record adds the image's files to a session and runs it.
func record(side session.Session) report.Report {
	executable, err := os.Executable()
	if err != nil {
		return refusal(report.AsProblem(err, report.InvalidConfig))
	}
	home := filepath.Dir(executable)
	library, err := install.Load(filepath.Join(home, "libasyncProfiler.so"), profilerVersion)
	if err != nil {
		return refusal(report.Refuse(report.InvalidConfig,
			"the sidecar's image is incomplete: %v; correct sidecar.image in the chart's values", err))
	}
	side.Library = library
	side.Launcher.Path, side.Launcher.Procfs = filepath.Join(home, "asprof"), procfs
	return side.Run()
}

func refusal(p *report.Problem) report.Report {
	r := report.New()
	r.Conclude(p)
	return *r
}

// reporter ends the process with exactly one report.
type reporter struct {
	path  string
	place handover.Place
	once  sync.Once
}

func (r *reporter) exit(result report.Report) {
	r.once.Do(func() {
		level := slog.LevelInfo
		if result.Outcome != report.OutcomeRecorded {
			level = slog.LevelError
		}
		slog.Log(context.Background(), level, result.Message, "outcome", result.Outcome, "reason", result.Reason)
		if err := result.Write(r.path); err != nil {
			slog.Error("cannot write the report", "path", r.path, "error", err)
		}
		within(tidying, r.tidy)
		os.Exit(result.Outcome.ExitCode())
	})
}

// tidy cleans up, even if a hanging session still works.
func (r *reporter) tidy() {
	os.Remove(output)
	r.place.Clear()
	asprof.EndChildren(procfs)
}

// within waits for act to return, but not for long.
func within(limit time.Duration, act func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		act()
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}
