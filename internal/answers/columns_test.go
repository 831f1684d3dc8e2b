package answers

import (
	"strings"
	"testing"
)

// one is a row of each kind, measured or reported.
func one(p Provenance) map[string]Rows {
	return map[string]Rows{
		"catalogue": catalogueRows([]CatalogueRow{{Provenance: p}}),
		"readings":  readingRows([]ReadingRow{{Observed: Observed{Provenance: p}}}),
		"buckets":   bucketRows([]BucketRow{{Provenance: p}}),
		"stats":     statsRows([]StatsRow{{Provenance: p}}),
		"latest":    latestRows([]LatestRow{{Observed{Provenance: p}}}),
		"plan":      planRows([]PlanRow{{Provenance: p}}),
		"log":       doseRows([]DoseRow{{Provenance: p}}),
		"history":   courseRows([]CourseRow{{Provenance: p}}),
	}
}

func TestTheColumnsOfEachAnswer(t *testing.T) {
	medications := map[string]string{
		"plan":    "medication status schedule today since until source plan_id",
		"log":     "date time medication status slot dose recorded_by plan_id",
		"history": "medication start end closed_by plan_id",
	}
	measured := map[string]string{
		"catalogue": "indicator system code count first_date last_date reason",
		"readings":  "indicator name time value unit ref flag system code file",
		"buckets":   "indicator period avg min max n unit system code",
		"stats":     "indicator count min max avg first first_date last last_date change unit mixed_units system code",
		"latest":    "indicator name date time value unit ref flag system code file",
	}
	reported := map[string]string{
		"catalogue": "indicator name kind system code count first_date last_date reason",
		"readings":  "indicator name kind time system code reason note",
		"buckets":   "indicator period n system code",
		"stats":     "indicator count first_date last_date system code",
		"latest":    "indicator name kind date time system code reason note",
	}
	for p, want := range map[Provenance]map[string]string{Measured: measured, Reported: reported, Elected: measured, Computed: measured} {
		for method, rows := range one(p) {
			columns, ok := want[method]
			if !ok {
				columns = medications[method]
			}
			tables := rows.Tables()
			if len(tables) != 1 {
				t.Fatalf("%s: %d tables of one row", method, len(tables))
			}
			if got := strings.Join(tables[0].Columns, " "); got != columns {
				t.Errorf("%s, %s: %s, want %s", method, p, got, columns)
			}
			if heading := tables[0].Heading; (heading == reportedHeading) != (p == Reported && measured[method] != "") {
				t.Errorf("%s, %s: heading %q", method, p, heading)
			}
			for i, c := range tables[0].Cells[0] {
				if text := cellText(c); strings.HasPrefix(text, "(") {
					t.Errorf("%s: column %s has a type that is no cell's: %s", method, tables[0].Columns[i], text)
				}
			}
		}
	}
}

// Each column is filled with the field of its name.
func TestAColumnShowsTheFieldOfItsName(t *testing.T) {
	of := Identity{Indicator: "indicator", Series: "series", System: "system", Code: "code"}
	for _, p := range []Provenance{Measured, Reported} {
		observed := Observed{
			Identity: of, Name: "name", Kind: "kind", Time: "time", Date: "date", Value: "value", Unit: "unit", Ref: "ref", Flag: "flag", UnitCanonical: "other", File: "file",
			FileKey: "other", Modality: "other", Reason: "reason", Note: "note", Provenance: p,
		}
		for method, rows := range map[string]Rows{
			"catalogue": catalogueRows([]CatalogueRow{{Identity: of, Name: "name", Kind: "kind", FirstDate: "first_date", LastDate: "last_date", Reason: "reason", Unit: "other", LatestValue: "other", Provenance: p}}),
			"readings":  readingRows([]ReadingRow{{Observed: observed, RowID: "other"}}),
			"buckets":   bucketRows([]BucketRow{{Identity: of, Period: "period", Unit: "unit", Provenance: p}}),
			"stats":     statsRows([]StatsRow{{Identity: of, First: "first", FirstDate: "first_date", Last: "last", LastDate: "last_date", Unit: "unit", Provenance: p}}),
			"latest":    latestRows([]LatestRow{{observed}}),
			"plan":      planRows([]PlanRow{{"medication", "status", "schedule", "today", "since", "until", "source", "plan_id", p}}),
			"log":       doseRows([]DoseRow{{"date", "time", "medication", "status", "slot", "dose", "recorded_by", "plan_id", p}}),
			"history":   courseRows([]CourseRow{{"medication", "start", "end", "closed_by", "plan_id", p}}),
		} {
			table := rows.Tables()[0]
			for i, c := range table.Cells[0] {
				if text, ok := c.(string); ok && text != table.Columns[i] {
					t.Errorf("%s: column %s shows %s", method, table.Columns[i], text)
				}
			}
		}
	}
	x := func(f float64) *float64 { return &f }
	for method, tt := range map[string]struct {
		rows Rows
		want string
	}{
		"buckets":   {bucketRows([]BucketRow{{Avg: x(1), Min: x(2), Max: x(3), N: 4, Total: 9}}), "avg=1 min=2 max=3 n=4"},
		"stats":     {statsRows([]StatsRow{{Count: 1, NumericCount: 9, Min: x(2), Max: x(3), Avg: x(4), Change: x(-5.5), MixedUnits: true}}), "count=1 min=2 max=3 avg=4 change=-5.5 mixed_units=true"},
		"catalogue": {catalogueRows([]CatalogueRow{{Count: 1 << 40, Total: 9}}), "count=1099511627776"},
	} {
		var got []string
		table := tt.rows.Tables()[0]
		for i, c := range table.Cells[0] {
			if text := cellText(c); text != "" {
				got = append(got, table.Columns[i]+"="+text)
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %s, want %s", method, got, tt.want)
		}
	}
}

func TestReadingsHaveADateOnlyWhereTheirTimeSaysAnother(t *testing.T) {
	day := ReadingRow{Observed: Observed{Time: "2026-09-26 23:10:00", Date: "2026-09-26", Provenance: Measured}}
	night := ReadingRow{Observed: Observed{Time: "2026-09-27 01:25:00", Date: "2026-09-26", Provenance: Measured}}
	said := ReadingRow{Observed: Observed{Time: "2026-09-26 23:10:00", Date: "2026-09-26", Provenance: Reported}}
	for _, tt := range []struct {
		name string
		rows []ReadingRow
		want []string
	}{
		{"no row's day is another", []ReadingRow{day, day}, []string{"indicator name time value unit ref flag system code file"}},
		{"one row's day is another", []ReadingRow{day, night}, []string{"indicator name date time value unit ref flag system code file"}},
		{"what was said has a table of its own", []ReadingRow{night, said}, []string{"indicator name date time value unit ref flag system code file", "indicator name kind time system code reason note"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tables := readingRows(tt.rows).Tables()
			for i, table := range tables {
				if got := strings.Join(table.Columns, " "); got != tt.want[i] {
					t.Errorf("%s, want %s", got, tt.want[i])
				}
			}
			if len(tables) != len(tt.want) {
				t.Errorf("%d tables", len(tables))
			}
		})
	}
}
