package config

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// pattern reads a regular expression in Go's syntax, RE2, whose matching time is linear in the text.
func (r *reader) pattern(name string) *regexp.Regexp {
	value := r.getenv(name)
	if value == "" {
		return nil
	}
	pattern, err := regexp.Compile(value)
	if err != nil {
		r.problem("%s is no RE2 pattern (%s), correct spec.target.process.commandLine", name, syntaxError(err))
	}
	return pattern
}

// syntaxError omits the pattern, which the error repeats: Kubernetes expands $(VARIABLES) in it, which may be
// secret.
func syntaxError(err error) syntax.ErrorCode {
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return wrong.Code
	}
	return syntax.ErrInternalError
}

var containerIDs = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z_.-]*$`)

func (r *reader) containerID() string {
	id := strings.TrimSpace(r.getenv(envContainerID))
	if id != "" && !containerIDs.MatchString(id) {
		r.problem("%s is %q, write the id alone, without containerd://", envContainerID, id)
	}
	return id
}

// target returns nil without kernel stacks.
func (r *reader) target() *Target {
	switch value := r.getenv(envKernelStacks); value {
	case "", "false":
		return nil
	case "true":
		return &Target{UID: r.id(envTargetUID), GID: r.id(envTargetGID)}
	default:
		r.problem("%s is %q, write true or false", envKernelStacks, value)
		return nil
	}
}

func (r *reader) id(name string) int {
	value, ok := r.required(name)
	if !ok {
		return 0
	}
	// In the kernel, the highest number means "unchanged".
	id, err := strconv.ParseUint(value, 10, 31)
	if err != nil {
		r.problem("%s is %q, write a number such as 1000", name, value)
	}
	return int(id)
}
