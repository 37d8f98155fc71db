package upload

import (
	"sync/atomic"
	"time"
)

// mostSkew is the largest difference between the clocks of the node and of the store, or of its certificate's issuer.
const mostSkew = 15 * time.Minute

// clock tells the time by which certificates are verified. A doubted clock tells one that differs by mostSkew, on
// either side in turn.
type clock struct{ doubts atomic.Int64 }

func (c *clock) now() time.Time {
	differences := [...]time.Duration{0, -mostSkew, mostSkew}
	return time.Now().Add(differences[c.doubts.Load()%int64(len(differences))])
}

func (c *clock) doubt() { c.doubts.Add(1) }
