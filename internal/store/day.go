package store

import (
	"context"
	"errors"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
)

// Lock makes writers of one person's data take turns until the transaction ends. Who is to see everything that others
// have written calls it first. Without the person's row there is ErrNoPerson.
func (tx *Tx) Lock(ctx context.Context) error {
	n, err := tx.tx.Exec(ctx, `UPDATE person SET zone = zone WHERE person_id = ?`, tx.person)
	if err == nil && n == 0 {
		return ErrNoPerson
	}
	return err
}

// dayColumns are what a day's value is computed from.
const dayColumns = `o.local_day, o.start_at, o.id, o.end_at, o.source_ref, o.source_record_id, o.created_at, o.canonical_number, o.canonical_unit, o.value_number, o.ucum,
o.comparator, o.grain, o.modality, o.source_kind, o.source_class, o.vendor, o.vendor_field, o.stream_key, o.zone, o.name_text, o.fingerprint`

// EachDay calls fn with the visible rows of each local day of a series in key order, days without rows left out. Only
// what a day's value is computed from is filled in. The slice is used again after fn returns; fn must not query.
func (tx *Tx) EachDay(ctx context.Context, series string, from, to record.Day, fn func(day record.Day, rows []record.Observation)) error {
	rows, err := tx.tx.Query(ctx, `SELECT `+dayColumns+` FROM observation o
WHERE o.person_id = ? AND o.series_id = ? AND o.local_day BETWEEN ? AND ? AND o.status = 'final'
AND NOT EXISTS (SELECT 1 FROM superseded s WHERE s.person_id = o.person_id AND s.series_id = o.series_id
	AND s.local_day = o.local_day AND s.start_at = o.start_at AND s.id = o.id)
ORDER BY o.local_day, o.start_at, o.id`, tx.person, series, int64(from), int64(to))
	if err != nil {
		return err
	}
	s := dayScanner{person: record.PersonID(tx.person), series: series, same: map[string]string{}}
	var day []record.Observation
	for rows.Next() {
		if err := s.scan(rows); err != nil {
			return errors.Join(err, rows.Close())
		}
		if len(day) > 0 && day[0].LocalDay != record.Day(s.day) {
			fn(day[0].LocalDay, day)
			day = day[:0]
		}
		day = append(day, s.observation())
	}
	if err := rows.Close(); err != nil {
		return err
	}
	if len(day) > 0 {
		fn(day[0].LocalDay, day)
	}
	return nil
}

// dayScanner reads rows of dayColumns. Texts that repeat from row to row are kept once.
type dayScanner struct {
	person record.PersonID
	series string
	same   map[string]string

	day, start, end, created                                 int64
	id, fingerprint                                          []byte
	ref, recordID, canonicalUnit, ucum, comparator, grain    []byte
	modality, kind, class, vendor, field, stream, zone, name []byte
	canonical, number                                        *float64
}

func (s *dayScanner) scan(rows engine.Rows) error {
	return rows.Scan(&s.day, &s.start, &s.id, &s.end, &s.ref, &s.recordID, &s.created, &s.canonical, &s.canonicalUnit, &s.number, &s.ucum,
		&s.comparator, &s.grain, &s.modality, &s.kind, &s.class, &s.vendor, &s.field, &s.stream, &s.zone, &s.name, &s.fingerprint)
}

// text is a text of a row: the same string for the same bytes.
func (s *dayScanner) text(b []byte) string {
	if t, ok := s.same[string(b)]; ok {
		return t
	}
	t := string(b)
	if len(s.same) < 1000 {
		s.same[t] = t
	}
	return t
}

func (s *dayScanner) observation() record.Observation {
	o := record.Observation{
		Person: s.person, Kind: record.Measurement, Status: record.Final, LocalDay: record.Day(s.day), DayKnown: true,
		Start: record.Instant(s.start), End: record.Instant(s.end), CreatedAt: record.Instant(s.created),
		SourceRef: s.text(s.ref), SourceRecordID: string(s.recordID), Comparator: s.text(s.comparator), UCUM: s.text(s.ucum),
		Grain: record.Grain(s.text(s.grain)), Modality: record.Modality(s.text(s.modality)), SourceKind: record.SourceKind(s.text(s.kind)),
		SourceClass: record.SourceClass(s.text(s.class)), Vendor: s.text(s.vendor), VendorField: s.text(s.field),
		StreamKey: s.text(s.stream), Zone: s.text(s.zone), Name: s.text(s.name),
	}
	copy(o.ID[:], s.id)
	copy(o.Fingerprint[:], s.fingerprint)
	o.Number, o.HasNumber = absent(s.number)
	o.Coding.Series, o.Coding.CanonicalUnit = s.series, s.text(s.canonicalUnit)
	o.Coding.Canonical, o.Coding.HasCanonical = absent(s.canonical)
	return o
}

// Authorities returns what a series publishes for the days from and to and those between, in order.
func (tx *Tx) Authorities(ctx context.Context, series string, from, to record.Day) ([]Authority, error) {
	rows, err := tx.tx.Query(ctx, `SELECT local_day, id, rule, candidates, decided_at FROM day_authority
WHERE person_id = ? AND series_id = ? AND local_day BETWEEN ? AND ? ORDER BY local_day`, tx.person, series, int64(from), int64(to))
	if err != nil {
		return nil, err
	}
	var out []Authority
	for rows.Next() {
		a := Authority{Cell: Cell{Series: series}}
		var day, n, at int64
		var id []byte
		if err := rows.Scan(&day, &id, &a.Rule, &n, &at); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		copy(a.ID[:], id)
		a.Day, a.Candidates, a.DecidedAt = record.Day(day), int(n), record.Instant(at)
		out = append(out, a)
	}
	return out, rows.Close()
}

var authorityTable = engine.Insertion{
	Table: "day_authority", Key: engine.Unkeyed,
	Columns: []engine.Column{
		{Name: "person_id", Type: engine.Text},
		{Name: "series_id", Type: engine.Text},
		{Name: "local_day", Type: engine.Int},
		{Name: "id", Type: engine.Bytes},
		{Name: "rule", Type: engine.Text},
		{Name: "candidates", Type: engine.Int},
		{Name: "decided_at", Type: engine.Int},
		{Name: "start_at", Type: engine.Int},
	},
}

// AddAuthorities publishes observations for cells that publish nothing yet.
func (tx *Tx) AddAuthorities(ctx context.Context, as []Authority) error {
	_, err := tx.tx.Insert(ctx, authorityTable, len(as), func(i int, v engine.Values) {
		a := &as[i]
		v.Text(0, tx.person)
		v.Text(1, a.Series)
		v.Int(2, int64(a.Day))
		v.Bytes(3, a.ID[:])
		v.Text(4, a.Rule)
		v.Int(5, int64(a.Candidates))
		v.Int(6, int64(a.DecidedAt))
		v.Int(7, int64(a.ID.Start()))
	})
	return err
}

// Failed returns the days of a series between from and to for which a rule is recorded as failed, in order.
func (tx *Tx) Failed(ctx context.Context, series, rule string, from, to record.Day) ([]record.Day, error) {
	rows, err := tx.tx.Query(ctx, `SELECT local_day FROM check_result WHERE person_id = ? AND series_id = ? AND local_day BETWEEN ? AND ? AND rule = ? ORDER BY local_day`,
		tx.person, series, int64(from), int64(to), rule)
	if err != nil {
		return nil, err
	}
	var out []record.Day
	for rows.Next() {
		var day int64
		if err := rows.Scan(&day); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		out = append(out, record.Day(day))
	}
	return out, rows.Close()
}

// SettleDays takes the cells of a series from a day to another off the list.
func (tx *Tx) SettleDays(ctx context.Context, series string, from, to record.Day) error {
	_, err := tx.tx.Exec(ctx, `DELETE FROM touched_cell WHERE person_id = ? AND series_id = ? AND local_day BETWEEN ? AND ?`,
		tx.person, series, int64(from), int64(to))
	return err
}

// Echo returns the newest number that a stream of a series has before a day; ok is false where there is none.
func (tx *Tx) Echo(ctx context.Context, series, stream string, before record.Day) (number float64, ok bool, err error) {
	rows, err := tx.tx.Query(ctx, `SELECT COALESCE(o.canonical_number, o.value_number)`+visible+`
AND o.series_id = ? AND o.local_day < ? AND o.stream_key = ? AND o.value_number IS NOT NULL
ORDER BY o.local_day DESC, o.start_at DESC, o.id DESC LIMIT 1`, tx.person, series, int64(before), stream)
	if err != nil {
		return 0, false, err
	}
	for rows.Next() {
		if err := rows.Scan(&number); err != nil {
			return 0, false, errors.Join(err, rows.Close())
		}
		ok = true
	}
	return number, ok, rows.Close()
}
