package report

import (
	"errors"
	"fmt"
)

// Problem is an error that ends the run, with its outcome, reason, and a message that says what to do.
type Problem struct {
	Outcome Outcome
	Reason  Reason
	Message string
}

func (p *Problem) Error() string { return string(p.Reason) + ": " + p.Message }

// Refuse returns the Problem of a run that has not changed the target; README.md has the exceptions.
func Refuse(reason Reason, format string, args ...any) *Problem {
	return &Problem{OutcomeRefused, reason, fmt.Sprintf(format, args...)}
}

// Fail returns the Problem of a run that has already begun to act.
func Fail(reason Reason, format string, args ...any) *Problem {
	return &Problem{OutcomeFailed, reason, fmt.Sprintf(format, args...)}
}

// AsProblem returns the Problem inside err, or a failure with this reason and err's text.
func AsProblem(err error, otherwise Reason) *Problem {
	if problem, ok := errors.AsType[*Problem](err); ok {
		return problem
	}
	return Fail(otherwise, "%v", err)
}
