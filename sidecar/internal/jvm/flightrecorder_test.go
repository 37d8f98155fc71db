package jvm

import "testing"

func TestWhatTheFlightRecorderHasWrittenIsCountedForItsOwnProcessOnly(t *testing.T) {
	procfs := newProcfs(t)
	procfs.add(t, 7, java(map[string]string{
		"root/tmp/2026_11_21_13_26_01_7/one.jfr":   "12345",
		"root/tmp/2026_11_21_13_26_01_7/two.jfr":   "123",
		"root/tmp/2026_11_21_13_26_01_7/other.txt": "1",
		"root/tmp/2026_11_21_13_26_01_17/one.jfr":  "1",
		"root/tmp/2026_11_21/one.jfr":              "1",
	}))
	if got := procfs.FlightRecorderBytes(7); got != 8 {
		t.Errorf("got %d", got)
	}
	if got := procfs.FlightRecorderBytes(8); got != 0 {
		t.Errorf("of nobody: %d", got)
	}
}
