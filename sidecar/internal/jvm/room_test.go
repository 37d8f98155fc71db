package jvm

import "testing"

func TestRoomInTmp(t *testing.T) {
	const mebibyte = 1 << 20
	free := func(mebibytes int64) *int64 { bytes := mebibytes * mebibyte; return &bytes }
	for name, test := range map[string]struct {
		blocks uint64
		size   int64
		memory *int64
		want   int64
	}{
		"is what the disk has":                          {256, 4096, nil, mebibyte},
		"is without a limit on the largest of disks":    {1 << 62, 4096, nil, 1<<63 - 1},
		"is what the disk has, if memory has more":      {256, 4096, free(100), mebibyte},
		"in memory is what a recording itself leaves":   {1 << 40, 4096, free(100), 28 * mebibyte},
		"in memory is nothing if a recording needs all": {1 << 40, 4096, free(50), 0},
	} {
		t.Run(name, func(t *testing.T) {
			if got := room(test.blocks, test.size, test.memory, firstTime+32*mebibyte); got != test.want {
				t.Errorf("got %d, want %d", got, test.want)
			}
		})
	}
}
