package record

import (
	"bytes"
	"math"
	"testing"
	"time"
)

func TestADayIsWrittenAndReadBack(t *testing.T) {
	for d := MinDay; d < MaxDay; d += 97 {
		got, err := ParseDay(d.String())
		if err != nil || got != d {
			t.Fatalf("%d is written %q and read as %d, %v", d, d.String(), got, err)
		}
		if next := d + 1; next.utc().Sub(d.utc()) != 24*time.Hour {
			t.Fatalf("%s is followed by %s", d, next)
		}
	}
	if MinDay.String() != "0001-01-01" || MaxDay.String() != "9999-12-31" || Day(0).String() != "1970-01-01" {
		t.Errorf("ends: %s %s %s", MinDay, MaxDay, Day(0))
	}
}

func TestWhatIsNoDayIsRefused(t *testing.T) {
	for _, s := range []string{"", "2026-06-31", "2025-02-29", "2026-6-1", "2026-06-01T00:00", "26-06-01", "2026/06/01", "0000-01-01", "+026-01-01", "2026-13-01", " 2026-06-01"} {
		if d, err := ParseDay(s); err == nil {
			t.Errorf("%q is read as %s", s, d)
		}
	}
	if d, err := ParseDay("2024-02-29"); err != nil || d != DayOf(2024, 2, 29) {
		t.Errorf("a leap day: %s, %v", d, err)
	}
}

func TestWeeksBeginOnMondayAndMonthsOnTheFirst(t *testing.T) {
	for d := DayOf(1969, 12, 1); d < DayOf(1970, 3, 1); d++ {
		w := d.Week()
		if w.Weekday() != time.Monday || d < w || d-w > 6 {
			t.Errorf("%s: week of %s", d, w)
		}
		_, _, day := d.Month().Date()
		if m := d.Month(); day != 1 || m > d || d-m > 30 {
			t.Errorf("%s: month of %s", d, m)
		}
	}
}

func TestObservationsWithOneIdentityHaveOneID(t *testing.T) {
	base := Identity{NameKey: "glucose", Start: 5, End: 5, SourceRef: "doc", SourceRecordID: "1"}
	again := base
	if base.ID() != again.ID() || base.ID().IsZero() || base.ID().Start() != 5 {
		t.Fatal("an id is a function of the identity")
	}
	seen := map[ObsID]string{base.ID(): "base"}
	for name, change := range map[string]func(*Identity){
		"name":     func(i *Identity) { i.NameKey = "sodium" },
		"end":      func(i *Identity) { i.End = 6 },
		"start":    func(i *Identity) { i.Start = 4 },
		"source":   func(i *Identity) { i.SourceRef = "doc2" },
		"record":   func(i *Identity) { i.SourceRecordID = "2" },
		"shifted":  func(i *Identity) { i.SourceRef, i.SourceRecordID = "doc1", "" },
		"member":   func(i *Identity) { i.MemberOf[3] = 1 },
		"amends":   func(i *Identity) { i.Amends[3] = 1 },
		"no names": func(i *Identity) { i.NameKey = "" },
	} {
		i := base
		change(&i)
		if other, ok := seen[i.ID()]; ok {
			t.Errorf("%s has the id of %s", name, other)
		}
		seen[i.ID()] = name
	}
}

func TestIDsSortByTime(t *testing.T) {
	var last ObsID
	for _, at := range []Instant{math.MinInt64, -1e15, -1, 0, 1, 1e15, math.MaxInt64} {
		id := Identity{NameKey: "x", Start: at}.ID()
		if bytes.Compare(last[:], id[:]) >= 0 {
			t.Errorf("the id at %d does not follow", at)
		}
		if id.Start() != at {
			t.Errorf("start %d is read back as %d", at, id.Start())
		}
		back, err := ParseObsID(id.String())
		if err != nil || back != id {
			t.Errorf("%s is read back as %s, %v", id, back, err)
		}
		last = id
	}
	for _, s := range []string{"", "zz", last.String() + "00", last.String()[:30] + "xy"} {
		if _, err := ParseObsID(s); err == nil {
			t.Errorf("%q is an id", s)
		}
	}
}

func TestPersonIDs(t *testing.T) {
	id := NewPersonID([10]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 255})
	if got, err := ParsePersonID(string(id)); err != nil || got != id || len(id) != 18 {
		t.Errorf("%s is read as %s, %v", id, got, err)
	}
	for _, s := range []string{"", "p-", "p-abc", "q" + string(id)[1:], string(id) + "a", "p-ABCDEFGHABCDEFGH", "p-lo01lo01lo01lo01"} {
		if _, err := ParsePersonID(s); err == nil {
			t.Errorf("%q is a person's id", s)
		}
	}
}
