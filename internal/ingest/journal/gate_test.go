package journal

import (
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest"
	"github.com/seed-a76b335c/philint/internal/record"
)

func TestWhatIsTypedPassesTheGates(t *testing.T) {
	at := record.InstantOf(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
	for _, e := range []Entry{
		{Kind: record.Symptom, Text: "头痛", At: now},
		{Kind: record.Symptom, Text: "没发烧", At: now},
		{Kind: record.Condition, Text: "Hypertension", At: now},
		{Kind: record.Note, Text: "slept badly", At: now},
	} {
		d, err := e.Draft(known)
		if err != nil {
			t.Fatal(err)
		}
		if _, reason := ingest.Gate(d, ingest.Person{ID: "p-test"}, at); reason != "" {
			t.Errorf("%s is refused: %s", e.Text, reason)
		}
	}
}
