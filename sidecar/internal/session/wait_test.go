package session

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"hotspotter.dev/sidecar/internal/config"
	"hotspotter.dev/sidecar/internal/jvm"
	"hotspotter.dev/sidecar/internal/orders"
	"hotspotter.dev/sidecar/internal/report"
)

const procfs = jvm.Procfs("/proc")

// target is a process that stands for the JVM, of which waiting only asks whether it is still there.
func target(t *testing.T) *exec.Cmd {
	t.Helper()
	command := exec.Command("sleep", "60")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	return command
}

func TestATargetWaitsForItsTurnUnlessItIsOrderedToStop(t *testing.T) {
	patient := Session{Config: config.Config{AttachDelay: 200 * time.Millisecond}}
	began := time.Now()
	patient.awaitTurn()
	if waited := time.Since(began); waited < 200*time.Millisecond {
		t.Errorf("waited %v, want 200ms", waited)
	}
	for name, hurried := range map[string]Session{
		"ordered":    {Stop: ordered(t)},
		"terminated": {Terminate: closed()},
		"first":      {},
	} {
		if name != "first" {
			hurried.Config.AttachDelay = time.Hour
		}
		done := make(chan struct{})
		go func() {
			hurried.awaitTurn()
			close(done)
		}()
		select {
		case <-done:
		case <-time.After(10 * time.Second):
			t.Errorf("%s: still waits", name)
		}
	}
}

// orderedAfter is the order to stop, which the store has from a moment on.
func orderedAfter(t *testing.T, moment <-chan struct{}) *orders.Stop {
	t.Helper()
	store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		select {
		case <-moment:
			io.WriteString(w, `{"version":1,"stop":"ProfileJob shop/checkout was suspended"}`)
		default:
			w.WriteHeader(http.StatusNotFound)
		}
	}))
	t.Cleanup(store.Close)
	where, err := url.Parse(store.URL)
	if err != nil {
		t.Fatal(err)
	}
	return orders.Watch(t.Context(), nil, where)
}

// ordered is the order to stop, which was found.
func ordered(t *testing.T) *orders.Stop {
	t.Helper()
	stop := orderedAfter(t, closed())
	select {
	case <-stop.Given():
	case <-time.After(hurry):
		t.Fatal("the order was not found")
	}
	return stop
}

func TestAnOrderThatIsAlreadyThereIsReadBeforeARecording(t *testing.T) {
	waiting := Session{Stop: orderedAfter(t, closed())}
	waiting.awaitFirstLook()
	if !waiting.Stop.IsGiven() {
		t.Error("the order was overlooked")
	}
}

func TestAStoreThatHangsHoldsARecordingForAMoment(t *testing.T) {
	hanging := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	t.Cleanup(hanging.Close)
	where, err := url.Parse(hanging.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		waits Session
		most  time.Duration
	}{
		"without an order to come": {Session{}, time.Second},
		"with a store that hangs":  {Session{Stop: orders.Watch(t.Context(), nil, where)}, hurry},
		"in a pod that stops":      {Session{Stop: orders.Watch(t.Context(), nil, where), Terminate: closed()}, hurry},
	} {
		began := time.Now()
		test.waits.awaitFirstLook()
		if took := time.Since(began); took > test.most {
			t.Errorf("%s: waited %v", name, took)
		}
	}
}

func TestTheOperatorsClockTellsWhetherASidecarIsLate(t *testing.T) {
	store := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Date", time.Now().Add(-4*time.Minute).UTC().Format(http.TimeFormat))
		w.WriteHeader(http.StatusNotFound)
	}))
	t.Cleanup(store.Close)
	where, err := url.Parse(store.URL)
	if err != nil {
		t.Fatal(err)
	}
	ahead := orders.Watch(t.Context(), nil, where) // the node, of the store
	Session{Stop: ahead}.awaitFirstLook()
	minutes := func(n time.Duration) *time.Duration { d := n * time.Minute; return &d }
	for name, test := range map[string]struct {
		stop *orders.Stop
		told *time.Duration
		late time.Duration
		want time.Duration
	}{
		"which agrees with the node's":  {ahead, minutes(-4), time.Minute, time.Minute},
		"which is ten minutes behind":   {ahead, minutes(6), time.Minute, -9 * time.Minute},
		"which is ten minutes ahead":    {ahead, minutes(-14), -time.Minute, 9 * time.Minute},
		"unless it is unknown":          {ahead, nil, time.Minute, time.Minute},
		"unless there is nobody to ask": {nil, minutes(6), time.Minute, time.Minute},
	} {
		s := Session{Config: config.Config{StoreAhead: test.told}, Stop: test.stop}
		got := s.byTheOperatorsClock(test.late)
		if (got - test.want).Abs() > hurry {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// hurry is far less than what else would be waited for, and more than a busy machine needs.
const hurry = 40 * time.Second

func TestARecordingEnds(t *testing.T) {
	for name, test := range map[string]struct {
		change func(s *Session, target *exec.Cmd)
		want   ending
	}{
		"when its time is over": {func(s *Session, _ *exec.Cmd) { s.Config.Duration = time.Second }, completed},
		"when the deadline is near": {
			func(s *Session, _ *exec.Cmd) { s.Deadline = time.Now().Add(reserve + time.Second) }, outOfTime,
		},
		"when the deadline is past": {func(s *Session, _ *exec.Cmd) { s.Deadline = time.Now() }, outOfTime},
		"when the file is too big":  {func(s *Session, _ *exec.Cmd) { s.Config.MaxBytes = 3 }, tooBig},
		"when the file is too big, in a long recording too": {func(s *Session, _ *exec.Cmd) {
			s.Config.Duration, s.Deadline, s.Config.MaxBytes = time.Hour, time.Now().Add(2*time.Hour), 3
		}, tooBig},
		"when the JVM is gone": {func(_ *Session, target *exec.Cmd) { target.Process.Kill() }, jvmExited},
		"when the sidecar is asked to stop": {func(s *Session, _ *exec.Cmd) {
			terminate := make(chan struct{})
			close(terminate)
			s.Terminate = terminate
		}, terminated},
		"when the operator orders it": {func(s *Session, _ *exec.Cmd) { s.Stop = ordered(t) }, stopped},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			output := filepath.Join(t.TempDir(), "recording.jfr")
			if err := os.WriteFile(output, []byte("data"), 0o644); err != nil {
				t.Fatal(err)
			}
			command := target(t)
			s := Session{
				Config:   config.Config{Duration: 5 * time.Minute, MaxBytes: 4},
				Deadline: time.Now().Add(10 * time.Minute), Procfs: procfs, Output: output,
			}
			born := procfs.StartTime(command.Process.Pid)
			test.change(&s, command)
			began := time.Now()
			if got := s.wait(began, jvm.Process{JVM: report.JVM{PID: command.Process.Pid}}, born, ""); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
			if took := time.Since(began); took > hurry {
				t.Errorf("took %v", took)
			}
		})
	}
}

func TestMeasure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("test"), 0o644); err != nil {
		t.Fatal(err)
	}
	size, sum, err := measure(file)
	if err != nil || size != 4 || sum != "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" {
		t.Errorf("%d bytes, %s, %v", size, sum, err)
	}
	if _, _, err := measure(file + ".missing"); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
}
