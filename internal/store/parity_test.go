package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store/engine"
	"github.com/seed-a76b335c/philint/internal/store/pgtest"
)

// world is the generated data that the parity suite asks about. Both engines get the same.
type world struct {
	r       *rand.Rand
	persons []record.PersonID
	obs     []record.Observation
}

func newWorld(seed uint64) *world {
	w := &world{r: rand.New(rand.NewPCG(seed, 1))}
	for i := range 3 {
		w.persons = append(w.persons, record.NewPersonID([10]byte{byte(i + 1)}))
	}
	for range 400 {
		w.obs = append(w.obs, w.observation())
	}
	return w
}

// words that sort, fold and quote differently from engine to engine where nobody takes care.
var words = []string{"", "a", "A", "ä", "z", "Z", "_", "10", "9", "é", "e", "e\u0301", "中文", "'", `"`, "%", "a%", "\\", "?", " ", "a b", "😀", "ß", "ss"}

func (w *world) word() string { return words[w.r.IntN(len(words))] }

func (w *world) number() float64 {
	return []float64{0, -1, 0.1, 1.0 / 3, 1e-300, 1e300, 5, 5.5, 1e15 + 0.5, 123456.789}[w.r.IntN(10)]
}

func (w *world) observation() record.Observation {
	var o record.Observation
	n := w.r.IntN(1000)
	filled(reflect.ValueOf(&o).Elem(), &n)
	o.Person = w.persons[w.r.IntN(len(w.persons))]
	o.Status = []record.Status{record.Final, record.Final, record.Final, record.EnteredInError}[w.r.IntN(4)]
	o.Coding.Series = "s" + w.word()
	o.LocalDay = record.Day(20000 + w.r.IntN(5))
	o.Start = record.Instant(w.r.IntN(5))
	o.Name, o.NameKey, o.Value, o.Comment = w.word(), w.word(), w.word(), w.word()
	o.Kind = []record.Kind{record.Measurement, record.Measurement, record.Symptom, record.Note}[w.r.IntN(4)]
	o.Modality = []record.Modality{record.LabReport, record.SelfReported}[w.r.IntN(2)]
	o.SourceRef = []string{"document:d1", "document:d2", "journal", record.AggregatePrefix + "a", "correction:journal", "correction:document:d1"}[w.r.IntN(6)]
	o.DayKnown, o.Grain = w.r.IntN(3) > 0, []record.Grain{record.AtInstant, record.OfDay}[w.r.IntN(2)]
	o.Number, o.HasNumber = w.number(), true
	o.ID = record.Identity{NameKey: w.word(), Start: o.Start, SourceRecordID: fmt.Sprint(w.r.IntN(200))}.ID()
	return o
}

// fill writes the world into a store: observations, some of them corrected, some moved, some published.
func (w *world) fill(t *testing.T, s *Store) {
	t.Helper()
	ctx := context.Background()
	for i, id := range w.persons {
		if err := s.AddPerson(ctx, Person{ID: id, Name: words[i+1], Zone: "UTC", CreatedAt: record.Instant(i)}); err != nil {
			t.Fatal(err)
		}
		if err := s.AddAccount(ctx, Account{ID: "acc" + string(id), Email: words[i+1], EmailKey: words[i+1], Person: id, CreatedAt: 1}); err != nil {
			t.Fatal(err)
		}
		err := s.Person(id).Write(ctx, func(tx *Tx) error {
			if err := tx.Lock(ctx); err != nil {
				return err
			}
			if err := tx.AddAuthorities(ctx, []Authority{{Cell: Cell{Series: "s", Day: 20002}, ID: record.ObsID{byte(i)}, Rule: "r", Candidates: 2, DecidedAt: 5}}); err != nil {
				return err
			}
			return w.write(ctx, tx, id)
		})
		if err != nil {
			t.Fatal(err)
		}
		for n, word := range words {
			if err := s.Person(id).PutAlias(ctx, Alias{NameKey: word, Code: words[(n+i)%len(words)], ConfirmedAt: 3}); err != nil {
				t.Fatal(err)
			}
			if err := s.PutAlias(ctx, Alias{NameKey: word, System: word, Code: words[(n+i)%len(words)]}); err != nil {
				t.Fatal(err)
			}
		}
		for n := range 3 {
			if err := s.Person(id).LogAccess(ctx, AccessEntry{At: record.Instant(n), Actor: words[n], Operation: "window", Rows: int64(n)}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func (w *world) write(ctx context.Context, tx *Tx, id record.PersonID) error {
	var mine []record.Observation
	for _, o := range w.obs {
		if o.Person == id {
			mine = append(mine, o)
		}
	}
	added, err := tx.InsertObservations(ctx, mine)
	if err != nil {
		return err
	}
	for i, o := range mine {
		if !added[i] || o.Status != record.Final {
			continue
		}
		switch i % 7 {
		case 0:
			by := o
			by.Amends, by.ID = o.ID, record.Identity{NameKey: "x", Start: o.Start, Amends: o.ID}.ID()
			if _, err := tx.InsertObservations(ctx, []record.Observation{by}); err != nil {
				return err
			}
			if err := tx.Supersede(ctx, o, by); err != nil {
				return err
			}
		case 1:
			c := o.Coding
			c.Series, c.Outcome = "moved", record.Coded
			if err := tx.Recode(ctx, o, c, "recode-rules", 7); err != nil {
				return err
			}
		case 2:
			cell := Cell{Series: o.Coding.Series, Day: o.LocalDay}
			if err := tx.PutAuthority(ctx, Authority{Cell: cell, ID: o.ID, Rule: "coverage", Candidates: i, DecidedAt: 9}); err != nil {
				return err
			}
			if err := tx.PutCheck(ctx, cell, "bound", words[i%len(words)], 3); err != nil {
				return err
			}
		}
	}
	if _, err := tx.PutDocument(ctx, Document{ID: "d1", Name: "käse", MediaType: "text/csv", Size: 3, AddedAt: 4}); err != nil {
		return err
	}
	if err := w.writeMedications(ctx, tx); err != nil {
		return err
	}
	return tx.PutBatch(ctx, Batch{ID: "b1", DocumentID: "d1", Format: "csv", State: BatchRunning, Position: 5, Rejected: "no-time=2"})
}

// asked is every query of the package, by the name of its method. Where a method has no entry the suite fails.
var asked = map[string]func(ctx context.Context, s *Store, w *world) (any, error){
	"Store.Persons":        func(ctx context.Context, s *Store, _ *world) (any, error) { return s.Persons(ctx) },
	"Store.FindPerson":     func(ctx context.Context, s *Store, w *world) (any, error) { return s.FindPerson(ctx, w.persons[1]) },
	"Store.AccountByEmail": func(ctx context.Context, s *Store, _ *world) (any, error) { return s.AccountByEmail(ctx, words[2]) },
	"Store.AccountByID": func(ctx context.Context, s *Store, w *world) (any, error) {
		return s.AccountByID(ctx, "acc"+string(w.persons[0]))
	},
	"Store.AddPersonAndAccount": func(ctx context.Context, s *Store, _ *world) (any, error) {
		var out []string
		for i, key := range []string{"new", "new", words[1]} { // the last two are taken
			id := record.NewPersonID([10]byte{byte(100 + i)})
			err := s.AddPersonAndAccount(ctx, Person{ID: id, Name: words[i], Zone: "UTC"}, Account{ID: fmt.Sprint("a", i), Email: key, EmailKey: key, Person: id})
			_, found := s.FindPerson(ctx, id)
			out = append(out, fmt.Sprint(plain(err), found))
		}
		return out, nil
	},
	"Store.Health": func(ctx context.Context, s *Store, _ *world) (any, error) { return nil, s.Health(ctx) },
	"Store.GiveAccount": func(ctx context.Context, s *Store, w *world) (any, error) {
		want := []error{nil, ErrHasAccount, ErrNoPerson, ErrAccountTaken, ErrHasAccount}
		for _, p := range []record.PersonID{"p-later", "p-other"} {
			switch _, err := s.FindPerson(ctx, p); {
			case err == nil: // asked before
				want[0] = ErrHasAccount
			case !errors.Is(err, ErrNoPerson):
				return nil, err
			default:
				if err := s.AddPerson(ctx, Person{ID: p, Zone: "UTC"}); err != nil {
					return nil, err
				}
			}
		}
		give := func(id string, p record.PersonID, key string) error {
			return s.GiveAccount(ctx, Account{ID: id, Email: key, EmailKey: key, Person: p})
		}
		said := []error{
			give("a-later", "p-later", "later"), give("a-again", "p-later", "again"), give("a-none", "p-none", "none"),
			give("a-taken", "p-other", "later"), give("a-first", w.persons[0], "first"),
		}
		if !slices.Equal(said, want) {
			return nil, fmt.Errorf("it said %v", said)
		}
		a, err := s.AccountByEmail(ctx, "later")
		return []any{a, said}, err
	},
	"Store.SetPassword": func(ctx context.Context, s *Store, w *world) (any, error) {
		return []error{s.SetPassword(ctx, "acc"+string(w.persons[0]), "h"), s.SetPassword(ctx, "none", "h")}, nil
	},
	"Store.Grant": func(ctx context.Context, s *Store, w *world) (any, error) {
		return nil, s.Grant(ctx, w.persons[0], "acc"+string(w.persons[1]), ReadOnly, 3)
	},
	"Store.Access": func(ctx context.Context, s *Store, w *world) (any, error) {
		var out []Level
		for _, p := range w.persons {
			for _, a := range w.persons {
				l, err := s.Access(ctx, p, "acc"+string(a))
				if err != nil {
					return nil, err
				}
				out = append(out, l)
			}
		}
		return out, nil
	},
	"PersonStore.Find": eachObservation(func(ctx context.Context, p *PersonStore, id record.ObsID) (any, error) { return p.Find(ctx, id) }),
	"PersonStore.Histories": eachObservation(func(ctx context.Context, p *PersonStore, id record.ObsID) (any, error) {
		return p.Histories(ctx, id)
	}),
	"PersonStore.Documents": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.Documents(ctx) }),
	"PersonStore.Batches":   each(func(ctx context.Context, p *PersonStore) (any, error) { return p.Batches(ctx) }),
	"PersonStore.AccessLog": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.AccessLog(ctx) }),
	"Tx.Find": eachTx(func(ctx context.Context, tx *Tx, w *world) (any, error) {
		r, err := tx.Find(ctx, w.obs[3].ID)
		return []any{r, err == nil}, nil
	}),
	"Tx.Touched": eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		all, err := tx.Touched(ctx, Cell{}, -1)
		if err != nil || len(all) < 3 {
			return all, err
		}
		rest, err := tx.Touched(ctx, all[1], 2)
		return []any{all, rest}, err
	}),
	"Tx.Settle": eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		all, err := tx.Touched(ctx, Cell{}, 1)
		if err != nil || len(all) == 0 {
			return nil, err
		}
		return all, tx.Settle(ctx, all[0])
	}),
	"Tx.SettleDays": eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		all, err := tx.Touched(ctx, Cell{}, 1)
		if err != nil || len(all) == 0 {
			return nil, err
		}
		return all, tx.SettleDays(ctx, all[0].Series, all[0].Day, all[0].Day+1)
	}),
	"Tx.EachDay": eachSeries(func(ctx context.Context, tx *Tx, series string) (any, error) {
		out := map[string]any{}
		err := tx.EachDay(ctx, series, 20000, 20003, func(day record.Day, rows []record.Observation) { out[day.String()] = slices.Clone(rows) })
		return out, err
	}),
	"Tx.Authorities": eachSeries(func(ctx context.Context, tx *Tx, series string) (any, error) {
		return tx.Authorities(ctx, series, 20001, 20004)
	}),
	"Tx.Failed": eachSeries(func(ctx context.Context, tx *Tx, series string) (any, error) {
		return tx.Failed(ctx, series, "bound", 20000, 20003)
	}),
	"Tx.Echo": eachSeries(func(ctx context.Context, tx *Tx, series string) (any, error) {
		rs, err := tx.Candidates(ctx, Cell{Series: series, Day: 20001})
		if err != nil || len(rs) == 0 {
			return nil, err
		}
		n, ok, err := tx.Echo(ctx, series, rs[0].StreamKey, 20004)
		return []any{n, ok}, err
	}),
	"Tx.Traces": eachTx(func(ctx context.Context, tx *Tx, w *world) (any, error) {
		var ids []record.ObsID
		for _, o := range w.obs {
			ids = append(ids, o.ID)
		}
		found, err := tx.Traces(ctx, ids)
		out := map[string]Trace{}
		for id, t := range found {
			out[id.String()] = t
		}
		return out, err
	}),
	"Tx.Page": eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		first, err := tx.Page(ctx, record.ObsID{}, 10)
		if err != nil || len(first) < 10 {
			return first, err
		}
		rest, err := tx.Page(ctx, first[9].ID, -1)
		return []any{first, rest}, err
	}),
	"PersonStore.Page": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.Page(ctx, record.ObsID{}, -1) }),
	"PersonStore.FindBatch": each(func(ctx context.Context, p *PersonStore) (any, error) {
		b, ok, err := p.FindBatch(ctx, "b1")
		return []any{b, ok}, err
	}),
	"PersonStore.Aliases":     each(func(ctx context.Context, p *PersonStore) (any, error) { return p.Aliases(ctx) }),
	"Store.Aliases":           func(ctx context.Context, s *Store, _ *world) (any, error) { return s.Aliases(ctx) },
	"PersonStore.SeriesNames": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.SeriesNames(ctx) }),
	"PersonStore.Opening": each(func(ctx context.Context, p *PersonStore) (any, error) {
		who, some, err := p.Opening(ctx, askedSeries)
		if err != nil {
			return nil, err
		}
		_, all, err := p.Opening(ctx, nil)
		return []any{who, some, all}, err
	}),
	"PersonStore.SeriesNamesAgree": each(func(ctx context.Context, p *PersonStore) (any, error) { return p.SeriesNamesAgree(ctx) }),
	"PersonStore.HasReadings":      each(func(ctx context.Context, p *PersonStore) (any, error) { return p.HasReadings(ctx) }),
	"PersonStore.HasPlans":         each(func(ctx context.Context, p *PersonStore) (any, error) { return p.HasPlans(ctx) }),
	"PersonStore.Catalogue": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.Catalogue(ctx, win)
	}),
	"PersonStore.Counts": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.Counts(ctx, askedSeries, win)
	}),
	"PersonStore.Lines": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		var out []any
		for _, limit := range []int{-1, 0, 2} {
			lines, err := p.Lines(ctx, askedSeries, win, limit)
			if err != nil {
				return nil, err
			}
			out = append(out, lines)
		}
		return out, nil
	}),
	"PersonStore.LatestLines": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.LatestLines(ctx, askedSeries, win)
	}),
	"PersonStore.DayPoints": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.DayPoints(ctx, askedSeries, win)
	}),
	"PersonStore.BasePoints": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.BasePoints(ctx, askedSeries, win)
	}),
	"PersonStore.GivenPoints": eachWindow(func(ctx context.Context, p *PersonStore, win record.Window) (any, error) {
		return p.GivenPoints(ctx, askedSeries, win)
	}),
	"PersonStore.Entries": each(func(ctx context.Context, p *PersonStore) (any, error) {
		var out []any
		for _, q := range append([]EntryQuery{{Limit: -1}, {Limit: 5}, {Limit: 0}}, narrowed()...) {
			lines, err := p.Entries(ctx, q)
			if err != nil {
				return nil, err
			}
			out = append(out, lines)
		}
		return out, nil
	}),
	"Tx.Candidates": eachCell(func(ctx context.Context, tx *Tx, c Cell) (any, error) { return tx.Candidates(ctx, c) }),
	"Tx.Authority": eachCell(func(ctx context.Context, tx *Tx, c Cell) (any, error) {
		a, ok, err := tx.Authority(ctx, c)
		return []any{a, ok}, err
	}),
	"Tx.DropAuthority": eachCell(func(ctx context.Context, tx *Tx, c Cell) (any, error) {
		if c.Day%2 == 0 {
			return nil, nil
		}
		return nil, tx.DropAuthority(ctx, c)
	}),
	"Tx.ClearCheck": eachCell(func(ctx context.Context, tx *Tx, c Cell) (any, error) { return nil, tx.ClearCheck(ctx, c, "bound") }),
}

// written are the methods that filling the world goes through, and those that are no queries.
var written = []string{
	"Store.AddPerson", "Store.AddAccount", "Store.Person", "Store.Close", "Store.Engine", "PersonStore.Write", "PersonStore.ID",
	"PersonStore.LogAccess", "Tx.InsertObservations", "Tx.Supersede", "Tx.SupersedeAll", "Tx.Recode", "Tx.Touch", "Tx.PutAuthority", "Tx.PutCheck",
	"Tx.AppendHistory", "Tx.PutDocument", "Tx.PutBatch", "Tx.Lock", "Tx.AddAuthorities", "Store.PutAlias", "PersonStore.PutAlias",
	"Store.Standing",                // is of a file, and has a test of its own
	"Store.CheckFiles",              // is another thing on each engine, and has a test of its own
	"Store.Backup", "Store.Restore", // these have a suite of their own, over all pairs of engines
}

// plain is an error without the engine's own code.
func plain(err error) error {
	if e := (*engine.Error)(nil); errors.As(err, &e) {
		return &engine.Error{Kind: e.Kind}
	}
	return err
}

// askedSeries are some that every person has, in no order, one twice and one that nobody has.
var askedSeries = append(prefixed("s", words), "none", "moved", "s")

func eachWindow(f func(context.Context, *PersonStore, record.Window) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return each(func(ctx context.Context, p *PersonStore) (any, error) {
		from, to := record.Day(20001), record.Day(20003)
		var out []any
		for _, win := range []record.Window{{}, {From: &from}, {To: &to}, {From: &from, To: &to}, {From: &to, To: &to}} {
			a, err := f(ctx, p, win)
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		return out, nil
	})
}

// narrowed are questions for entries, each narrowed by one thing.
func narrowed() []EntryQuery {
	out := []EntryQuery{
		{Kinds: []record.Kind{record.Symptom, record.Note}},
		{Modalities: []record.Modality{record.LabReport}},
		{Said: true},
		{Before: record.Identity{Start: 3}.ID()},
	}
	for _, word := range words {
		out = append(out, EntryQuery{Keyword: word})
	}
	for i := range out {
		out[i].Limit = -1
	}
	return out
}

func prefixed(p string, ss []string) []string {
	out := make([]string, len(ss))
	for i, s := range ss {
		out[i] = p + s
	}
	return out
}

func each(f func(context.Context, *PersonStore) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return func(ctx context.Context, s *Store, w *world) (any, error) {
		var out []any
		for _, id := range w.persons {
			a, err := f(ctx, s.Person(id))
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		return out, nil
	}
}

func eachObservation(f func(context.Context, *PersonStore, record.ObsID) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return func(ctx context.Context, s *Store, w *world) (any, error) {
		var out []any
		for _, id := range w.persons {
			for _, o := range w.obs {
				a, err := f(ctx, s.Person(id), o.ID)
				if err != nil {
					a = err.Error()
				}
				out = append(out, a)
			}
		}
		return out, nil
	}
}

func eachTx(f func(context.Context, *Tx, *world) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return func(ctx context.Context, s *Store, w *world) (any, error) {
		var out []any
		for _, id := range w.persons {
			var a any
			err := s.Person(id).Write(ctx, func(tx *Tx) (err error) { a, err = f(ctx, tx, w); return err })
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		return out, nil
	}
}

func eachSeries(f func(context.Context, *Tx, string) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		var out []any
		for _, series := range prefixed("s", words) {
			a, err := f(ctx, tx, series)
			if err != nil {
				return nil, err
			}
			out = append(out, a)
		}
		return out, nil
	})
}

func eachCell(f func(context.Context, *Tx, Cell) (any, error)) func(context.Context, *Store, *world) (any, error) {
	return eachTx(func(ctx context.Context, tx *Tx, _ *world) (any, error) {
		var out []any
		for i, series := range prefixed("s", words) {
			if i%5 != 0 {
				continue
			}
			for d := record.Day(20000); d < 20005; d++ {
				a, err := f(ctx, tx, Cell{Series: series, Day: d})
				if err != nil {
					return nil, err
				}
				out = append(out, a)
			}
		}
		return out, nil
	})
}

// order is the order in which the queries are asked: what only reads first, then what changes.
func order() []string {
	var names []string
	for name := range asked {
		names = append(names, name)
	}
	changes := func(name string) bool {
		return slices.ContainsFunc([]string{"Add", "Give", "Set", "Grant", "Settle", "Drop", "Clear"}, func(s string) bool { return strings.Contains(name, "."+s) })
	}
	slices.SortFunc(names, func(a, b string) int {
		if ca, cb := changes(a), changes(b); ca != cb {
			if ca {
				return 1
			}
			return -1
		}
		return strings.Compare(a, b)
	})
	return append(names, names...)
}

func answers(t *testing.T, s *Store, seed uint64) map[string]string {
	t.Helper()
	w := newWorld(seed)
	w.fill(t, s)
	return w.ask(t, s, order())
}

// ask asks queries by name.
func (w *world) ask(t *testing.T, s *Store, names []string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for i, name := range names {
		a, err := asked[name](context.Background(), s, w)
		if err != nil {
			t.Fatalf("%s on %s: %v", name, s.Engine(), err)
		}
		b, err := json.Marshal(a)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		out[fmt.Sprintf("%02d %s", i, name)] = string(b)
	}
	return out
}

func TestBothEnginesAnswerAlikeByteForByte(t *testing.T) {
	for seed := range uint64(2) {
		lite, err := OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "s.db"), "")
		if err != nil {
			t.Fatal(err)
		}
		defer lite.Close()
		pg, err := OpenPostgres(context.Background(), pgtest.DSN(t))
		if err != nil {
			t.Fatal(err)
		}
		defer pg.Close()
		a, b := answers(t, lite, seed), answers(t, pg, seed)
		for name, want := range a {
			if b[name] != want {
				t.Errorf("seed %d, %s differs:\nsqlite   %.600s\npostgres %.600s", seed, name, want, b[name])
			}
			if len(want) < 3 && !strings.Contains(name, "Drop") && !strings.Contains(name, "Settle") && !strings.Contains(name, "Grant") {
				t.Errorf("seed %d, %s answers nothing: %s", seed, name, want)
			}
		}
	}
}

func TestAStrangerSeesNothingThroughAnyQuery(t *testing.T) {
	engines(t, func(t *testing.T, full *Store) {
		empty, err := OpenSQLite(context.Background(), filepath.Join(t.TempDir(), "empty.db"), "")
		if err != nil {
			t.Fatal(err)
		}
		defer empty.Close()
		w := newWorld(9)
		w.fill(t, full)
		w.persons = []record.PersonID{record.NewPersonID([10]byte{200})}
		for _, name := range order() {
			if strings.HasPrefix(name, "Store.") {
				continue
			}
			got, err1 := asked[name](context.Background(), full, w)
			want, err2 := asked[name](context.Background(), empty, w)
			if a, b := fmt.Sprint(got, err1), fmt.Sprint(want, err2); a != b {
				t.Errorf("%s shows a stranger %.300s", name, a)
			}
		}
	})
}

func TestTheSecondWallHidesOthersRowsFromEveryStatement(t *testing.T) {
	s, err := OpenPostgres(context.Background(), pgtest.DSN(t))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	w := newWorld(4)
	w.fill(t, s)
	count := func(person, table string) (n int64) {
		err := s.db.Read(context.Background(), person, func(tx engine.Tx) error {
			rows, err := tx.Query(context.Background(), "SELECT count(*) FROM "+table)
			if err != nil {
				return err
			}
			for rows.Next() {
				if err := rows.Scan(&n); err != nil {
					return err
				}
			}
			return rows.Close()
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	for _, table := range []string{
		"observation", "superseded", "coding_history", "day_authority", "touched_cell", "check_result", "document", "import_batch", "access_log",
		"medication_plan", "medication_course", "dose_event", "medication_override", "genotype_set", "genotype", "series_name", "person", "series_summary",
	} {
		first := count(string(w.persons[0]), table)
		if first == 0 {
			t.Errorf("%s: a person does not see their own rows", table)
		}
		for _, nobody := range []string{"", "p-stranger", "' OR '1'='1"} {
			if n := count(nobody, table); n != 0 {
				t.Errorf("%s: %q sees %d rows", table, nobody, n)
			}
		}
	}
	err = s.db.Write(context.Background(), string(w.persons[0]), func(tx engine.Tx) error {
		_, err := tx.Exec(context.Background(), "INSERT INTO touched_cell (person_id, series_id, local_day) VALUES (?, 's', 1)", string(w.persons[1]))
		return err
	})
	if err == nil {
		t.Error("a row is written into another's record")
	}
}

func TestEveryTableOfAPersonStandsBehindTheSecondWall(t *testing.T) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil || len(names) < 2 {
		t.Fatal(names, err)
	}
	// Found by what they hold: a secret's digest, or an account.
	open := []string{"account", "care_grant", "token", "link"}
	for i, name := range names {
		text, err := migrations.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for statement := range strings.SplitSeq(string(text), ";\n") {
			made, ok := strings.CutPrefix(uncommented(statement), "CREATE TABLE ")
			table, body, _ := strings.Cut(made, " (")
			if !ok || !strings.Contains(body, "person_id") {
				continue
			}
			behind := slices.Contains(walled[int64(i+1)], table) || slices.Contains(personal, table)
			if !behind && !slices.Contains(open, table) {
				t.Errorf("%s has no second wall", table)
			}
			if key := "PRIMARY KEY (person_id"; behind && !strings.Contains(body, key) {
				t.Errorf("the person does not lead the key of %s", table)
			}
		}
	}
}

func TestEveryMethodIsInTheParitySuite(t *testing.T) {
	for _, v := range []any{&Store{}, &PersonStore{}, &Tx{}} {
		typ := reflect.TypeOf(v)
		for i := range typ.NumMethod() {
			name := typ.Elem().Name() + "." + typ.Method(i).Name
			if _, ok := asked[name]; !ok && !slices.Contains(written, name) {
				t.Errorf("%s is not asked on both engines: add it to the suite", name)
			}
		}
	}
}
