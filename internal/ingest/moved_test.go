package ingest

import "testing"

func TestARecordThatIsGivenAnotherTimeIsOneReading(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		d := glucose(t, "2024-01-05", "90")
		d.Origin, d.SourceRecordID = "https://lab.example", "Observation/o1"
		visible := func(what string, want ...string) {
			t.Helper()
			got := map[string]bool{}
			for _, r := range all(t, o.Store, ana) {
				got[r.LocalDay.String()+" "+r.Value] = true
			}
			ok := len(got) == len(want)
			for _, w := range want {
				ok = ok && got[w]
			}
			if !ok {
				t.Errorf("%s: %v, want %v", what, got, want)
			}
		}
		bring := func(what string, n byte, stored, duplicate, changed int64, ds ...Draft) {
			t.Helper()
			o.Document = document(n)
			wantTally(t, what, mustImport(t, o, ds), stored, duplicate, changed)
		}
		first := d
		bring("the first", 1, 1, 0, 0, first)
		d.When = day(t, "2025-01-05")
		moved := d
		bring("another time", 2, 0, 0, 1, moved)
		visible("another time", "2025-01-05 90")
		bring("again", 2, 0, 1, 0, moved)
		bring("an old export", 1, 0, 1, 0, first)
		visible("an old export", "2025-01-05 90")
		d.When, d.Value = day(t, "2025-01-06"), "91"
		bring("another time and value", 3, 0, 0, 1, d)
		visible("another time and value", "2025-01-06 91")
		d.Value = "92"
		bring("another value", 4, 0, 0, 1, d)
		d.When = day(t, "2025-01-07")
		bring("another time after another value", 5, 0, 0, 1, d)
		visible("another time after another value", "2025-01-07 92")

		// Another server's record of the same id is another, and so is one of another name.
		e := d
		e.Origin, e.When = "https://other.example", day(t, "2025-02-07")
		bring("another server", 6, 1, 0, 0, e)
		f := d
		f.Name, f.When = "Sodium", day(t, "2025-02-08")
		bring("another name", 7, 1, 0, 0, f)
		visible("another server and name", "2025-01-07 92", "2025-02-07 92", "2025-02-08 92")

		// A source that uses one id for many hides none of them.
		g := func(on string) Draft {
			x := d
			x.SourceRecordID, x.When, x.Value = "same", day(t, on), "80"
			return x
		}
		bring("one id for two", 8, 2, 0, 0, g("2025-03-01"), g("2025-03-02"))
		bring("and for two more", 9, 2, 0, 0, g("2025-03-03"), g("2025-03-04"))
		bring("and for one", 10, 1, 0, 0, g("2025-03-05"))
		if n := len(all(t, o.Store, ana)); n != 8 {
			t.Errorf("%d rows", n)
		}
	})
}
