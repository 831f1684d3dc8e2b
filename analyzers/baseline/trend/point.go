package trend

import (
	"time"

	"github.com/seed-a76b335c/philint/analyzers/baseline"
	"github.com/seed-a76b335c/philint/analyzers/baseline/gitfile"
)

// A Point is the size of the baseline from one moment on.
type Point struct {
	Time     time.Time `json:"time"`
	Commit   string    `json:"commit"` // or what else the point is called: "working tree"
	Entries  int       `json:"entries"`
	Findings int       `json:"findings"`
}

// PointOf counts a baseline.
func PointOf(b baseline.Baseline, at time.Time, commit string) Point {
	return Point{at, commit, b.Len(), b.Total()}
}

// FromHistory counts every version of the file. A version without the file has no findings.
// One that cannot be parsed is left out, and its commit returned.
func FromHistory(versions []gitfile.Version) (points []Point, unreadable []string) {
	for _, v := range versions {
		var b baseline.Baseline
		if v.Text != nil {
			var err error
			if b, err = baseline.Parse(v.Text); err != nil {
				unreadable = append(unreadable, v.Commit)
				continue
			}
		}
		points = append(points, PointOf(b, v.Time, v.Commit))
	}
	return points, unreadable
}
