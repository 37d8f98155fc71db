package report

import (
	"errors"
	"fmt"
)

// Problem is an error that ends the run and carries its own outcome, reason and one sentence with the fix.
type Problem struct {
	Outcome Outcome
	Reason  Reason
	Message string
}

func (p *Problem) Error() string { return string(p.Reason) + ": " + p.Message }

// Refuse is the Problem of a run that has not touched the target, or only asked; README.md has the exceptions.
func Refuse(reason Reason, format string, args ...any) *Problem {
	return &Problem{OutcomeRefused, reason, fmt.Sprintf(format, args...)}
}

// Fail is the Problem of a run that had already begun to act.
func Fail(reason Reason, format string, args ...any) *Problem {
	return &Problem{OutcomeFailed, reason, fmt.Sprintf(format, args...)}
}

// AsProblem returns the Problem inside err, or a failure with the given reason and err's own words.
func AsProblem(err error, otherwise Reason) *Problem {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem
	}
	return Fail(otherwise, "%v", err)
}
