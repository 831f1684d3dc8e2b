package device

import (
	"strings"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestWhatABatchYieldsPassesTheGates(t *testing.T) {
	now := record.InstantOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	out := collect(t, strings.NewReader(batch(
		steps,
		`{"metric":"sleep","stage":"deep","start":"2026-03-04T01:10:00+01:00","end":"2026-03-04T01:40:00+01:00"}`,
		`{"metric":"weight","value":7.04e1,"unit":"kg","start":"2026-03-04T08:15","tz":"Asia/Kathmandu"}`,
		`{"metric":"steps","value":9800,"start":"2026-03-04"}`,
		`{"metric":"oxygen_saturation","value":0.97,"unit":"1","start":"2026-03-04T08:15:00Z"}`,
	)), Options{})
	if len(out.drafts) != 5 {
		t.Fatalf("%d drafts, problems %v, halt %v", len(out.drafts), out.problems, out.halt)
	}
	for _, d := range out.drafts {
		o, reason := ingest.Gate(d, ingest.Person{ID: "p-test"}, now)
		if reason != "" {
			t.Errorf("%s is refused: %s", d.Metric, reason)
		}
		if d.Metric == "weight" && (o.Zone != "Asia/Kathmandu" || o.Start.String() != "2026-03-04T02:30:00Z" || o.Number != 70.4) {
			t.Errorf("got %+v", o)
		}
	}
}
