package identity

import (
	"strings"
	"testing"
)

func TestTheKernelsSymbolsAreVisible(t *testing.T) {
	const hidden = "0000000000000000 T _text\n"
	for name, test := range map[string]struct {
		symbols string
		visible bool
	}{
		"if there is an address": {"ffffffff81000000 T _text\n", true},
		"if only those per CPU are zero": {
			strings.Repeat("0000000000000000 A fixed_percpu_data\n", 1000) + "ffffffff81000000 T _text\n", true,
		},
		"unless all addresses are zero":    {strings.Repeat(hidden, 100), false},
		"unless there are none":            {"", false},
		"unless it takes too long to find": {strings.Repeat(hidden, 100_000) + "ffffffff81000000 T _text\n", false},
	} {
		t.Run(name, func(t *testing.T) {
			if err := symbolsVisible(strings.NewReader(test.symbols)); (err == nil) != test.visible {
				t.Errorf("got %v", err)
			}
		})
	}
}
