package demo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// Another digest is another record: tests that name a number of it, and pages that show it, are then to be looked at.
const digest = "063ba989e0073c3a"

func TestTheDraftsAreTheSameEverywhere(t *testing.T) {
	h := sha256.New()
	for _, p := range persons(t) {
		for _, s := range p.sources() {
			fmt.Fprintf(h, "%s %s %s\n", s.ref, s.file, s.bytes)
			for _, d := range s.drafts {
				fmt.Fprintf(h, "%+v\n", d)
			}
		}
		list, err := p.regimens()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			fmt.Fprintf(h, "%s %s %v %d\n", r.Plan.ID, r.Plan.Name, record.Schedule(r.Plan.Instructions), len(r.Courses))
			for _, e := range r.Doses {
				fmt.Fprintf(h, "%s %s %d\n", e.ID, e.SlotName, e.TakenAt)
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)[:8]); got != digest {
		t.Errorf("the record is another one: %s", got)
	}
}

func stepsCombine(t *testing.T, s opened, set *terminology.Set, _ map[string]table) {
	ilse := persons(t)[0]
	m, _ := record.MetricOf("steps")
	series := set.SeriesOf(m.Code())
	days := map[record.Day]float64{}
	rows, err := s.Person(ilse.ID).Lines(context.Background(), []string{series}, record.Window{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Elected {
			days[r.LocalDay] = r.Number
		}
	}
	wrong, combined := 0, 0
	for _, w := range ilse.walks() {
		if got, ok := days[w.day]; !ok || int(got) != w.counted {
			t.Errorf("%s: %v, want %d", w.day, got, w.counted)
		}
		if w.wrong != w.counted {
			wrong++
		}
		if len(w.watch) == 2 {
			combined++
		}
	}
	if wrong < 50 || combined < 30 {
		t.Errorf("the devices overlap on %d days and complete one another on %d", wrong, combined)
	}
}

func nightsWhole(t *testing.T, s opened, set *terminology.Set, _ map[string]table) {
	ilse := persons(t)[0]
	m, _ := record.MetricOf("sleep_duration")
	rows, err := s.Person(ilse.ID).Lines(context.Background(), []string{set.SeriesOf(m.Code())}, record.Window{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	got := map[record.Day]float64{}
	for _, r := range rows {
		if r.Elected {
			got[r.LocalDay] = r.Number
		}
	}
	nights, midnight := 0, 0
	for day := FirstDay; day < LastDay; day++ {
		if day.Weekday() != 6 {
			continue
		}
		nights++
		asleep := 0.0
		for _, d := range ilse.night(day) {
			if d.Metric != "sleep_awake" {
				asleep += d.When.End.Sub(d.When.Start).Minutes()
			}
			if d.When.Start.Day() != d.When.End.Day() {
				midnight++
			}
		}
		if got[day] != asleep {
			t.Errorf("%s: %v, want %v", day, got[day], asleep)
		}
	}
	if len(got) != nights || nights != 52 || midnight < 30 {
		t.Errorf("%d nights of %d, %d stages go over midnight", len(got), nights, midnight)
	}
}

func oneSeries(t *testing.T, s opened, set *terminology.Set, _ map[string]table) {
	for _, p := range persons(t) {
		rows, err := s.Person(p.ID).Lines(context.Background(), []string{set.SeriesOf("14647-2")}, record.Window{}, -1)
		if err != nil {
			t.Fatal(err)
		}
		names, units := map[string]bool{}, map[string]bool{}
		for _, r := range rows {
			names[r.Name], units[r.Unit] = true, true
			if !r.Coding.HasCanonical || r.Coding.CanonicalUnit != "mg/dL" || r.Coding.Canonical < 190 || r.Coding.Canonical > 235 {
				t.Errorf("%s %s: %v %s", r.Value, r.Unit, r.Coding.Canonical, r.Coding.CanonicalUnit)
			}
		}
		if len(rows) != 3 || len(names) != 2 || len(units) != 2 {
			t.Errorf("cholesterol: %d rows, names %v, units %v", len(rows), names, units)
		}
	}
}

func TestMedicationsAreOfEachKind(t *testing.T) {
	kinds := map[record.InstructionKind]int{}
	stopped, resumed, doses := 0, 0, 0
	for _, p := range persons(t) {
		list, err := p.regimens()
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			kinds[r.Plan.Instructions[0].Kind()]++
			if r.Plan.Status == record.PlanStopped {
				stopped++
			}
			if len(r.Courses) == 2 {
				resumed++
			}
			doses += len(r.Doses)
		}
	}
	want := map[record.InstructionKind]int{record.FixedTimes: 1, record.PRN: 1, record.Weekly: 1, record.Daily: 1}
	if fmt.Sprint(kinds) != fmt.Sprint(want) || stopped != 1 || resumed != 1 || doses < 100 {
		t.Errorf("%v, %d stopped, %d resumed, %d doses", kinds, stopped, resumed, doses)
	}
}

func TestGenotypesHold(t *testing.T) {
	ilse := persons(t)[0]
	set, rows := ilse.genotypes()
	if err := set.Validate(); err != nil {
		t.Error(err)
	}
	for i := range rows {
		if err := rows[i].Validate(); err != nil {
			t.Errorf("%s: %v", rows[i].RSID, err)
		}
	}
	if len(rows) < 30 || set.RowsCalled >= set.RowsTotal {
		t.Errorf("%d rows, %d called", len(rows), set.RowsCalled)
	}
}

func TestSitesAreWhereTheReferencePutsThem(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "data", "cpic", "sites.tsv"))
	if err != nil {
		t.Skip("../shared/data/cpic/sites.tsv: not here")
	}
	ilse := persons(t)[0]
	_, rows := ilse.genotypes()
	known := map[string][]string{}
	for line := range strings.Lines(string(b)) {
		f := strings.Split(strings.TrimSpace(line), "\t")
		known[f[1]] = f
	}
	for _, g := range rows {
		f := known[g.RSID]
		if f == nil {
			t.Errorf("%s is not in the reference", g.RSID)
			continue
		}
		got := []string{g.Gene, g.RSID, g.Chrom, strconv.FormatInt(g.Pos37, 10), strconv.FormatInt(g.Pos38, 10), g.Ref, g.Alt}
		want := []string{f[0], f[1], f[2], f[3], f[4], f[6], f[7]}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
