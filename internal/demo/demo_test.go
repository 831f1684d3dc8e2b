package demo

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

func vocabulary(t *testing.T) *terminology.Set {
	t.Helper()
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	return set
}

func persons(t *testing.T) []Person {
	t.Helper()
	list, err := Persons()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestTheRecordIsAsLargeAsItSays(t *testing.T) {
	measured, said := 0, 0
	for _, p := range persons(t) {
		for _, s := range p.sources() {
			measured += bytes.Count(s.bytes, []byte("\n"))
			if s.file != "" {
				measured-- // the header
			}
			for _, d := range s.drafts {
				if d.Kind == record.Measurement {
					measured++
				} else {
					said++
				}
			}
		}
	}
	t.Logf("%d measured, %d said", measured, said)
	if measured < 1900 || measured > 2200 {
		t.Errorf("%d measured readings", measured)
	}
	if said < 30 {
		t.Errorf("%d entries", said)
	}
}

func TestNoCanaryIsPartOfAnother(t *testing.T) {
	list := Canaries()
	if len(list) != 8 {
		t.Errorf("%d canaries", len(list))
	}
	for i, a := range list {
		if len(a.Word) < 8 || strings.ContainsFunc(a.Word, func(r rune) bool { return r < 'A' || r > 'z' }) {
			t.Errorf("%s: %q", a.Channel, a.Word)
		}
		for j, b := range list {
			if i != j && (strings.Contains(strings.ToLower(a.Word), strings.ToLower(b.Word)) || a.Channel == b.Channel) {
				t.Errorf("%s and %s cannot be told apart", a.Channel, b.Channel)
			}
		}
	}
}

// TestLoaded loads the record once into each engine; what must hold of it are its parts.
func TestLoaded(t *testing.T) {
	set := vocabulary(t)
	var dumps []string
	engines(t, func(t *testing.T, s opened) {
		loaded, err := Load(context.Background(), s.Store, s.files, set)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range loaded {
			if l.Readings.Stored != l.Readings.Read || l.Readings.Read == 0 {
				t.Errorf("not everything is stored: %+v", l.Readings)
			}
		}
		first := s.dump(t)
		for _, part := range []struct {
			name string
			test func(t *testing.T, s opened, set *terminology.Set, d map[string]table)
		}{
			{"each canary stands in its place and nowhere else", canariesStand},
			{"every measured reading is coded", readingsCoded},
			{"steps of two devices are not added where they overlap", stepsCombine},
			{"nights are whole", nightsWhole},
			{"one analyte is one series whatever its name and unit", oneSeries},
			{"genotypes and doses are all there", othersThere},
			{"loading it again changes nothing", againNothing},
		} {
			t.Run(part.name, func(t *testing.T) { part.test(t, s, set, first) })
		}
		dumps = append(dumps, text(first))
	})
	if len(dumps) == 2 && dumps[0] != dumps[1] {
		t.Error("the engines do not hold the same")
	}
}

func againNothing(t *testing.T, s opened, set *terminology.Set, first map[string]table) {
	again, err := Load(context.Background(), s.Store, s.files, set)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range again {
		if l.Readings.Stored+l.Readings.Changed+l.Medications+l.Doses+l.Genotypes != 0 || l.Readings.Duplicate != l.Readings.Read || l.Readings.Read == 0 {
			t.Errorf("the second time: %+v", l)
		}
	}
	if text(first) != text(s.dump(t)) {
		t.Error("loading twice changes the store")
	}
}

// places are the columns in which each channel's word stands.
var places = map[string]string{
	ChannelReadingComment:        "observation.comment_text",
	ChannelJournalWords:          "observation.name_text observation.name_key observation.series_id observation.stream_key series_name.name_text series_name.name_key series_name.series_id series_summary.name_text series_summary.series_id",
	ChannelJournalNote:           "observation.comment_text",
	ChannelMedicationName:        "medication_plan.concept_text",
	ChannelMedicationInstruction: "medication_plan.instructions medication_course.instructions",
	ChannelFileName:              "document.name",
	ChannelPersonName:            "person.name",
	ChannelEmail:                 "account.email account.email_key",
}

func canariesStand(t *testing.T, _ opened, _ *terminology.Set, d map[string]table) {
	for _, c := range Canaries() {
		found := map[string]bool{}
		rows := map[string]int{}
		for name, tab := range d {
			for _, row := range tab.rows {
				hit := false
				for j, cell := range row {
					if strings.Contains(strings.ToLower(cell), strings.ToLower(c.Word)) {
						found[name+"."+tab.columns[j]] = true
						hit = true
					}
				}
				if hit {
					rows[name]++
				}
			}
		}
		want := map[string]bool{}
		for _, place := range strings.Fields(places[c.Channel]) {
			want[place] = true
		}
		if fmt.Sprint(found) != fmt.Sprint(want) {
			t.Errorf("%s: found in %v", c.Channel, found)
		}
		for name, n := range rows {
			if n != 1 {
				t.Errorf("%s: in %d rows of %s", c.Channel, n, name)
			}
		}
	}
}

// uncoded are what the vocabulary rightly has no code for.
var uncoded = map[string]bool{"odd tingling on the stairs, like in " + strings.ToLower(canaryWords): true, "note": true}

func readingsCoded(t *testing.T, _ opened, _ *terminology.Set, d map[string]table) {
	obs := d["observation"]
	count := map[string]int{}
	for _, row := range obs.rows {
		outcome, key := obs.get(row, "outcome"), obs.get(row, "name_key")
		count[obs.get(row, "kind")+" "+obs.get(row, "modality")+" "+outcome]++
		if (outcome == "coded") == uncoded[key] {
			t.Errorf("%s %q: %s %s", obs.get(row, "kind"), key, outcome, obs.get(row, "reason"))
		}
	}
	t.Log(count)
}

func othersThere(t *testing.T, _ opened, _ *terminology.Set, d map[string]table) {
	doses := 0
	for _, p := range persons(t) {
		list, err := p.regimens()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			doses += len(r.Doses)
		}
	}
	for name, want := range map[string]int{
		"person": 2, "account": 2, "document": 6, "medication_plan": 4, "medication_course": 5, "dose_event": doses, "genotype": len(genotypeRows), "genotype_set": 1, "touched_cell": 0,
	} {
		if got := len(d[name].rows); got != want {
			t.Errorf("%s: %d rows, want %d", name, got, want)
		}
	}
}
