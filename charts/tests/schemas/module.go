package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
)

// module is a pinned Go module, wanted for the files in it and not for its code.
type module struct{ path, version, sum string }

// download returns the folder of the module in Go's module cache.
func (m module) download() (string, error) {
	output, failure := exec.Command("go", "mod", "download", "-json", m.path+"@"+m.version).Output()
	var result struct{ Dir, Sum, Error string }
	if err := json.Unmarshal(output, &result); err != nil {
		return "", fmt.Errorf("go mod download %s@%s: %w", m.path, m.version, failure)
	}
	if result.Error != "" {
		return "", fmt.Errorf("go mod download %s@%s: %s", m.path, m.version, result.Error)
	}
	if result.Sum != m.sum {
		return "", fmt.Errorf(
			"%s@%s has checksum %s, not the pinned %s: change the pin only if the version was changed on purpose",
			m.path, m.version, result.Sum, m.sum)
	}
	return result.Dir, nil
}
