package ingest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

func document(n byte) *store.Document {
	d := &store.Document{ID: strings.Repeat(fmt.Sprintf("%02x", n), 16), Name: "f", Size: 1, AddedAt: record.InstantOf(testNow)}
	d.Digest[0] = n
	return d
}

// state is all that a reader sees of a record, without the ids of computed rows, which tell how often a day was computed.
func state(t testing.TB, o Options) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, r := range all(t, o.Store, o.Person.ID) {
		key := r.ID.String()
		if strings.HasPrefix(r.SourceRef, record.AggregatePrefix) {
			key = r.SourceRef + r.SourceRecordID + r.Coding.Series + r.LocalDay.String()
			r.ID, r.Amends = record.ObsID{}, record.ObsID{}
		}
		if _, double := out[key]; double {
			t.Errorf("two rows are one: %s", key)
		}
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		out[key] = string(b)
	}
	err := o.Store.Person(o.Person.ID).Write(context.Background(), func(tx *store.Tx) error {
		cells, err := tx.Touched(context.Background(), store.Cell{}, -1)
		if len(cells) > 0 {
			t.Errorf("%d days wait for their election", len(cells))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func same(t testing.TB, what string, got, want map[string]string) {
	t.Helper()
	if reflect.DeepEqual(got, want) {
		return
	}
	t.Errorf("%s: %d rows, want %d", what, len(got), len(want))
	shown := 0
	for k, v := range want {
		if got[k] != v && shown < 2 {
			t.Errorf("%.150s differs: %s", k, difference(got[k], v))
			shown++
		}
	}
}

// difference is where two texts part.
func difference(a, b string) string {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	i = max(0, i-30)
	return fmt.Sprintf("%.120q and %.120q", a[min(i, len(a)):], b[min(i, len(b)):])
}

func TestAFileThatFailsHalfWayLeavesWhatWasThere(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		mustImport(t, o, lab(t))
		before := state(t, o)
		o.Document = document(1)
		for name, last := range map[string]error{
			"a reader that fails":      errors.New("quillfeather: in the reader's words"),
			"a file that is no format": &Problem{Reason: WrongFormat},
			"a file cut short":         &Problem{Position: 41, Reason: Damaged, Where: "Record"},
			"a halt":                   &Halt{Problem{Position: 41, Reason: Damaged}},
		} {
			tally, err := Import(context.Background(), o, drafts(beats(t), last))
			var s *Stopped
			if !errors.As(err, &s) || s.Records != 0 || !strings.Contains(err.Error(), "nothing of this file was stored") || strings.Contains(err.Error(), "quill") {
				t.Errorf("%s: %v", name, err)
			}
			if strings.Contains(name, "cut") && !strings.HasPrefix(err.Error(), "record 41 (Record): it is damaged or cut short") {
				t.Error(err)
			}
			if tally.Stored != 0 {
				t.Errorf("%s: %+v", name, tally)
			}
			same(t, name, state(t, o), before)
		}
		if docs, err := o.Store.Person(ana).Documents(context.Background()); err != nil || len(docs) != 0 {
			t.Error(docs, err)
		}
	})
}

func TestALongFileThatIsDamagedSaysToMendIt(t *testing.T) {
	o := lite(t)
	o.Document, o.Format, o.sizes = document(2), "test/1", sizes{whole: 8, batch: 5}
	_, err := Import(context.Background(), o, drafts(beats(t)[:23], &Halt{Problem{Position: 24, Reason: Damaged}}))
	if err == nil || strings.Contains(err.Error(), "run the import again") || !strings.Contains(err.Error(), "mend the file") {
		t.Errorf("damage: %v", err)
	}
	o.Document = document(3)
	_, err = Import(context.Background(), o, drafts(beats(t)[:23], errKilled))
	if err == nil || !strings.Contains(err.Error(), "run the import again") {
		t.Errorf("a reader that fails: %v", err)
	}
}

func TestALongFileGoesOnWhereItStopped(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ds := beats(t)
		o.Document, o.Format, o.sizes = document(2), "test/1", sizes{whole: 8, batch: 5}
		tally, err := Import(context.Background(), o, drafts(ds[:23], errors.New("cut")))
		var s *Stopped
		if !errors.As(err, &s) || s.Records != 23 || !strings.Contains(err.Error(), "first 23 records") || tally.Stored != 23 {
			t.Fatalf("%+v, %v", tally, err)
		}
		read := 0
		counted := func(yield func(Draft, error) bool) {
			for d, err := range drafts(ds, nil) {
				if read++; !yield(d, err) {
					return
				}
			}
		}
		tally, err = Import(context.Background(), o, counted)
		if err != nil || tally.Read != 40 || tally.Stored != 40 || tally.Duplicate != 0 {
			t.Fatalf("%+v, %v", tally, err)
		}
		again, err := Import(context.Background(), o, drafts(ds, nil))
		if err != nil || again.Duplicate != 40 {
			t.Errorf("%+v, %v", again, err)
		}
		batches, err := o.Store.Person(ana).Batches(context.Background())
		if err != nil || len(batches) != 1 || batches[0].State != store.BatchDone || batches[0].Stored != 40 || batches[0].Position != 40 {
			t.Errorf("%+v, %v", batches, err)
		}
		got := state(t, o)
		whole := options(t, openLite(t))
		whole.Document = o.Document
		mustImport(t, whole, ds)
		same(t, "in batches", got, state(t, whole))
	})
}

var errKilled = errors.New("killed")

// TestWhereverItIsEndedItConverges ends an import, and each run after it, after every one of its steps.
func TestWhereverItIsEndedItConverges(t *testing.T) {
	engines(t, func(t *testing.T, o Options) {
		ds := append(lab(t), beats(t)...)
		want := options(t, openLite(t))
		want.Document = document(3)
		mustImport(t, want, ds)
		expected := state(t, want)
		for _, z := range []sizes{{whole: 100, batch: 100}, {whole: 10, batch: 7}} {
			o.Person.ID = map[bool]record.PersonID{true: ana, false: ben}[z.whole == 100]
			o.Document, o.sizes = document(3), z
			runs := 0
			for k := 1; ; k++ {
				left := k
				o.step = func() error {
					if left--; left == 0 {
						return errKilled
					}
					return nil
				}
				runs++
				if _, err := Import(context.Background(), o, drafts(ds, nil)); err == nil {
					break
				}
			}
			o.step = nil
			got := state(t, o)
			for k, v := range got {
				got[k] = strings.ReplaceAll(v, string(o.Person.ID), string(ana))
			}
			same(t, fmt.Sprintf("after %d runs", runs), got, expected)
			if runs < 2 {
				t.Errorf("nothing was ended in %d runs", runs)
			}
		}
	})
}

func TestAnImportThatIsCancelledSaysSo(t *testing.T) {
	o := options(t, openLite(t))
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Import(ctx, o, drafts(lab(t), nil))
	if !errors.Is(err, context.Canceled) && !strings.Contains(err.Error(), "ended") {
		t.Error(err)
	}
	o.Person.ID = record.NewPersonID([10]byte{99})
	if _, err := Import(context.Background(), o, drafts(lab(t), nil)); !errors.Is(err, store.ErrNoPerson) {
		t.Errorf("a stranger's record: %v", err)
	}
}
