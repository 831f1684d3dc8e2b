package answers

import (
	"slices"
	"strings"
)

// The columns of each kind of answer, in the order in which a model reads them. What is a handle of the program's (row
// ids, file keys), what stands in the envelope (totals, provenance) and what would make a model choose between two
// numbers (canonical values) is in the rows and in no table. System and code stand beside each other wherever one of
// them stands: a code alone is read in the wrong system. Handles that a later call takes come last.

// id are the columns of a row's identity, under the names that all tables share.
type id[R any] struct {
	indicator, system, code Column[R]
}

func identity[R any](of func(*R) *Identity) id[R] {
	return id[R]{
		indicator: Column[R]{"indicator", func(r *R) any { return of(r).Indicator }},
		system:    Column[R]{"system", func(r *R) any { return of(r).System }},
		code:      Column[R]{"code", func(r *R) any { return of(r).Code }},
	}
}

func catalogueRows(rows []CatalogueRow) Rows {
	type R = CatalogueRow
	of := identity(func(r *R) *Identity { return &r.Identity })
	name := Column[R]{"name", func(r *R) any { return r.Name }}
	kind := Column[R]{"kind", func(r *R) any { return r.Kind }}
	count := Column[R]{"count", func(r *R) any { return r.Count }}
	first := Column[R]{"first_date", func(r *R) any { return r.FirstDate }}
	last := Column[R]{"last_date", func(r *R) any { return r.LastDate }}
	reason := Column[R]{"reason", func(r *R) any { return r.Reason }}
	return &list[R]{
		rows:       rows,
		measured:   []Column[R]{of.indicator, of.system, of.code, count, first, last, reason},
		reported:   []Column[R]{of.indicator, name, kind, of.system, of.code, count, first, last, reason},
		isReported: func(r *R) bool { return r.Provenance == Reported }, reportedFirst: true,
	}
}

// observedColumns are the columns of one observation.
type observedColumns[R any] struct {
	id[R]
	name, kind, date, time, value, unit, ref, flag, file, reason, note Column[R]
}

func columnsOf[R any](of func(*R) *Observed) observedColumns[R] {
	return observedColumns[R]{
		id:     identity(func(r *R) *Identity { return &of(r).Identity }),
		name:   Column[R]{"name", func(r *R) any { return of(r).Name }},
		kind:   Column[R]{"kind", func(r *R) any { return of(r).Kind }},
		date:   Column[R]{"date", func(r *R) any { return of(r).Date }},
		time:   Column[R]{"time", func(r *R) any { return of(r).Time }},
		value:  Column[R]{"value", func(r *R) any { return of(r).Value }},
		unit:   Column[R]{"unit", func(r *R) any { return of(r).Unit }},
		ref:    Column[R]{"ref", func(r *R) any { return of(r).Ref }},
		flag:   Column[R]{"flag", func(r *R) any { return of(r).Flag }},
		file:   Column[R]{"file", func(r *R) any { return of(r).File }},
		reason: Column[R]{"reason", func(r *R) any { return of(r).Reason }},
		note:   Column[R]{"note", func(r *R) any { return of(r).Note }},
	}
}

// measured and reported are an observation's columns with its time in those that are given.
func (t *observedColumns[R]) measured(time ...Column[R]) []Column[R] {
	return slices.Concat([]Column[R]{t.indicator, t.name}, time, []Column[R]{t.value, t.unit, t.ref, t.flag, t.system, t.code, t.file})
}

func (t *observedColumns[R]) reported(time ...Column[R]) []Column[R] {
	return slices.Concat([]Column[R]{t.indicator, t.name, t.kind}, time, []Column[R]{t.system, t.code, t.reason, t.note})
}

func readingRows(rows []ReadingRow) Rows {
	type R = ReadingRow
	of := columnsOf(func(r *R) *Observed { return &r.Observed })
	said := func(r *R) bool { return r.Provenance == Reported }
	// A time says its day, but where the night or the source decided the day otherwise.
	when := func(reported bool) []Column[R] {
		if slices.ContainsFunc(rows, func(r R) bool { return said(&r) == reported && !strings.HasPrefix(r.Time, r.Date) }) {
			return []Column[R]{of.date, of.time}
		}
		return []Column[R]{of.time}
	}
	return &list[R]{rows: rows, measured: of.measured(when(false)...), reported: of.reported(when(true)...), isReported: said}
}

func bucketRows(rows []BucketRow) Rows {
	type R = BucketRow
	of := identity(func(r *R) *Identity { return &r.Identity })
	period := Column[R]{"period", func(r *R) any { return r.Period }}
	avg := Column[R]{"avg", func(r *R) any { return r.Avg }}
	least := Column[R]{"min", func(r *R) any { return r.Min }}
	most := Column[R]{"max", func(r *R) any { return r.Max }}
	n := Column[R]{"n", func(r *R) any { return r.N }}
	unit := Column[R]{"unit", func(r *R) any { return r.Unit }}
	return &list[R]{
		rows:       rows,
		measured:   []Column[R]{of.indicator, period, avg, least, most, n, unit, of.system, of.code},
		reported:   []Column[R]{of.indicator, period, n, of.system, of.code},
		isReported: func(r *R) bool { return r.Provenance == Reported },
	}
}

func statsRows(rows []StatsRow) Rows {
	type R = StatsRow
	of := identity(func(r *R) *Identity { return &r.Identity })
	count := Column[R]{"count", func(r *R) any { return r.Count }}
	least := Column[R]{"min", func(r *R) any { return r.Min }}
	most := Column[R]{"max", func(r *R) any { return r.Max }}
	avg := Column[R]{"avg", func(r *R) any { return r.Avg }}
	first := Column[R]{"first", func(r *R) any { return r.First }}
	firstDate := Column[R]{"first_date", func(r *R) any { return r.FirstDate }}
	last := Column[R]{"last", func(r *R) any { return r.Last }}
	lastDate := Column[R]{"last_date", func(r *R) any { return r.LastDate }}
	change := Column[R]{"change", func(r *R) any { return r.Change }}
	unit := Column[R]{"unit", func(r *R) any { return r.Unit }}
	mixed := Column[R]{"mixed_units", func(r *R) any { return r.MixedUnits }}
	return &list[R]{
		rows:       rows,
		measured:   []Column[R]{of.indicator, count, least, most, avg, first, firstDate, last, lastDate, change, unit, mixed, of.system, of.code},
		reported:   []Column[R]{of.indicator, count, firstDate, lastDate, of.system, of.code},
		isReported: func(r *R) bool { return r.Provenance == Reported },
	}
}

func latestRows(rows []LatestRow) Rows {
	type R = LatestRow
	of := columnsOf(func(r *R) *Observed { return &r.Observed })
	return &list[R]{
		rows: rows, measured: of.measured(of.date, of.time), reported: of.reported(of.date, of.time),
		isReported: func(r *R) bool { return r.Provenance == Reported },
	}
}

func planRows(rows []PlanRow) Rows {
	type R = PlanRow
	return &list[R]{rows: rows, measured: []Column[R]{
		{"medication", func(r *R) any { return r.Medication }},
		{"status", func(r *R) any { return r.Status }},
		{"schedule", func(r *R) any { return r.Schedule }},
		{"today", func(r *R) any { return r.Today }},
		{"since", func(r *R) any { return r.Since }},
		{"until", func(r *R) any { return r.Until }},
		{"source", func(r *R) any { return r.Source }},
		{"plan_id", func(r *R) any { return r.PlanID }},
	}}
}

func doseRows(rows []DoseRow) Rows {
	type R = DoseRow
	return &list[R]{rows: rows, measured: []Column[R]{
		{"date", func(r *R) any { return r.Date }},
		{"time", func(r *R) any { return r.Time }},
		{"medication", func(r *R) any { return r.Medication }},
		{"status", func(r *R) any { return r.Status }},
		{"slot", func(r *R) any { return r.Slot }},
		{"dose", func(r *R) any { return r.Dose }},
		{"recorded_by", func(r *R) any { return r.RecordedBy }},
		{"plan_id", func(r *R) any { return r.PlanID }},
	}}
}

func courseRows(rows []CourseRow) Rows {
	type R = CourseRow
	return &list[R]{rows: rows, measured: []Column[R]{
		{"medication", func(r *R) any { return r.Medication }},
		{"start", func(r *R) any { return r.Start }},
		{"end", func(r *R) any { return r.End }},
		{"closed_by", func(r *R) any { return r.ClosedBy }},
		{"plan_id", func(r *R) any { return r.PlanID }},
	}}
}
