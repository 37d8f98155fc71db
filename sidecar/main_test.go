package main

import (
	"testing"
	"time"
)

func TestTheEndDoesNotWaitForWhatHangs(t *testing.T) {
	began := time.Now()
	within(50*time.Millisecond, func() { select {} })
	if took := time.Since(began); took > time.Minute {
		t.Errorf("took %v", took)
	}
	acted := false
	within(time.Minute, func() { acted = true })
	if !acted {
		t.Error("did not wait")
	}
}
