package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
)

// ledger is a Log in memory. Each write takes a while; it fails as often as it is told, after some of the batches.
type ledger struct {
	mu      sync.Mutex
	takes   time.Duration
	failing int  // how many writes are yet to fail; below zero all
	partial int  // batches that a failing write stores all the same
	panics  bool // a failing write does not return
	writes  []int
	entries map[record.PersonID][]store.AccessEntry
	moments []time.Time // when each write ended
}

func (l *ledger) LogAccesses(ctx context.Context, batches []store.AccessBatch) (int, error) {
	select {
	case <-time.After(l.takes):
	case <-ctx.Done():
		return 0, ctx.Err()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	slices.SortFunc(batches, func(a, b store.AccessBatch) int { return strings.Compare(string(a.Person), string(b.Person)) })
	n, err := len(batches), error(nil)
	if l.failing != 0 {
		l.failing--
		if l.panics {
			panic(errors.New("Hannelore's disk is full"))
		}
		n, err = min(l.partial, n), errors.New("Hannelore's disk is full")
	}
	if l.entries == nil {
		l.entries = map[record.PersonID][]store.AccessEntry{}
	}
	for _, b := range batches[:n] {
		l.entries[b.Person] = append(l.entries[b.Person], b.Entries...)
	}
	l.writes = append(l.writes, n)
	l.moments = append(l.moments, time.Now())
	return n, err
}

// requests are the request ids of a person's entries, in order.
func (l *ledger) requests(person record.PersonID) []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []string
	for _, e := range l.entries[person] {
		out = append(out, e.RequestID)
	}
	return out
}

func now() record.Instant { return record.InstantOf(time.Now()) }

func entry(n int) Entry {
	return Entry{Actor: "a-ann", Surface: MCP, Operation: Readings, Rows: n, Outcome: OK, RequestID: fmt.Sprint("r", n)}
}

func mustRecord(t *testing.T, r *Recorder, person record.PersonID, e Entry) {
	t.Helper()
	if err := r.Record(context.Background(), person, e); err != nil {
		t.Fatal(err)
	}
}

func upTo(n int) []string {
	out := make([]string, n)
	for i := range out {
		out[i] = fmt.Sprint("r", i)
	}
	return out
}

func TestEntriesAreWrittenTogetherAndSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{takes: 5 * time.Millisecond}
		r := New(Config{Log: l, Now: now})
		began := time.Now()
		for i := range 100 {
			mustRecord(t, r, record.PersonID(fmt.Sprint("p-", i%3)), entry(i))
		}
		if time.Since(began) != 0 {
			t.Errorf("recording waited %v", time.Since(began))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if len(l.writes) != 1 || l.moments[0].Sub(began) > 100*time.Millisecond {
			t.Errorf("%d writes, the first after %v", len(l.writes), l.moments[0].Sub(began))
		}
		want := store.AccessEntry{At: record.InstantOf(began), Actor: "a-ann", Surface: "mcp", Operation: "readings", Rows: 4, Outcome: "ok", RequestID: "r4"}
		if got := l.entries["p-1"][1]; got != want {
			t.Errorf("%+v", got)
		}
		// One that comes while others are written is not forgotten.
		mustRecord(t, r, "p-0", entry(1))
		time.Sleep(defaultDelay + time.Millisecond)
		mustRecord(t, r, "p-0", entry(2))
		time.Sleep(time.Second)
		synctest.Wait()
		if len(l.writes) != 3 || r.Stats() != (Stats{Recorded: 102, Written: 102}) {
			t.Errorf("%v, %+v", l.writes, r.Stats())
		}
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

func TestWhatIsNotOfTheLogsWordsIsRefusedAndNotWritten(t *testing.T) {
	l := &ledger{}
	r := New(Config{Log: l, Now: now})
	var ids []string
	for name, change := range map[string]func(e *Entry, p *record.PersonID){
		"no actor":               func(e *Entry, _ *record.PersonID) { e.Actor = "" },
		"an actor who is a name": func(e *Entry, _ *record.PersonID) { e.Actor = "Hannelore Meyer" },
		"an address":             func(e *Entry, _ *record.PersonID) { e.Actor = "ann@example.org" },
		"a long actor":           func(e *Entry, _ *record.PersonID) { e.Actor = strings.Repeat("a", 65) },
		"no surface":             func(e *Entry, _ *record.PersonID) { e.Surface = "" },
		"another surface":        func(e *Entry, _ *record.PersonID) { e.Surface = "ftp" },
		"no operation":           func(e *Entry, _ *record.PersonID) { e.Operation = "" },
		"an indicator":           func(e *Entry, _ *record.PersonID) { e.Operation = "glucose" },
		"no outcome":             func(e *Entry, _ *record.PersonID) { e.Outcome = "" },
		"an error's text":        func(e *Entry, _ *record.PersonID) { e.Outcome = "no such row" },
		"rows below zero":        func(e *Entry, _ *record.PersonID) { e.Rows = -1 },
		"nobody's record":        func(_ *Entry, p *record.PersonID) { *p = "" },
		"a person that is no id": func(_ *Entry, p *record.PersonID) { *p = "Hannelore\x00" },
	} {
		e, p := entry(1), record.PersonID("p-ann")
		change(&e, &p)
		if err := r.Record(context.Background(), p, e); !errors.Is(err, ErrEntry) || strings.Contains(err.Error(), "Hannelore") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for id, want := range map[string]string{"": "", "0f:1~2-3_4.5": "0f:1~2-3_4.5", "a\nb": "", "a\x00": "", "Hannelore Meyer": "", "é": "", strings.Repeat("a", 64): strings.Repeat("a", 64), strings.Repeat("a", 65): ""} {
		e := entry(1)
		e.RequestID = id
		mustRecord(t, r, "p-ids", e)
		ids = append(ids, want)
	}
	for s := range surfaces {
		for op := range operations {
			for o := range outcomes {
				mustRecord(t, r, "p-ann", Entry{Actor: "a", Surface: s, Operation: op, Outcome: o})
			}
		}
	}
	if err := r.Close(context.Background()); err != nil || len(l.entries["p-ann"]) != len(surfaces)*len(operations)*len(outcomes) {
		t.Errorf("%d entries, %v", len(l.entries["p-ann"]), err)
	}
	if got := l.requests("p-ids"); !slices.Equal(got, ids) {
		t.Errorf("request ids %q, want %q", got, ids)
	}
}

func TestAFullQueueWaitsAndDropsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{takes: time.Second}
		r := New(Config{Log: l, Now: now, Queue: 10})
		for i := range 10 {
			mustRecord(t, r, "p-ann", entry(i))
		}
		// The eleventh waits as long as its request does, and then until there is room.
		ctx, cancel := context.WithTimeout(context.Background(), 500*time.Millisecond)
		defer cancel()
		began := time.Now()
		err := r.Record(ctx, "p-ann", entry(10))
		if !errors.Is(err, ErrFull) || !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 500*time.Millisecond {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		mustRecord(t, r, "p-ann", entry(10))
		if waited := time.Since(began); waited != time.Second+defaultDelay {
			t.Errorf("it waited %v", waited)
		}
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if got := l.requests("p-ann"); !slices.Equal(got, upTo(11)) {
			t.Errorf("%v", got)
		}
	})
}

// Whoever waits for room is told as soon as a write fails.
func TestAFullQueueOfAFailingStoreRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := New(Config{Log: &ledger{failing: -1, takes: time.Millisecond}, Now: now, Queue: 3})
		for i := range 3 {
			mustRecord(t, r, "p-ann", entry(i))
		}
		began := time.Now()
		if err := r.Record(context.Background(), "p-ann", entry(3)); !errors.Is(err, ErrFull) || time.Since(began) > 100*time.Millisecond {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if err := r.Close(ctx); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
}

// There is no reading without a trace: while entries cannot be written none is taken, and then they are again, by itself.
func TestNothingIsTakenWhileTheStoreCannotBeWritten(t *testing.T) {
	for name, l := range map[string]*ledger{
		"each write fails":                   {failing: -1, takes: time.Millisecond},
		"a write does not come to an end":    {takes: 25 * time.Second},
		"a write ends after its time is out": {takes: time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := New(Config{Log: l, Now: now})
				mustRecord(t, r, "p-ann", entry(0))
				mustRecord(t, r, "p-bob", entry(0))
				time.Sleep(defaultBound + time.Millisecond)
				synctest.Wait()
				for range 30 {
					if err := r.Record(context.Background(), "p-ann", entry(1)); !errors.Is(err, ErrBehind) {
						t.Fatalf("it took one: %v", err)
					}
					time.Sleep(500 * time.Millisecond)
				}
				s := r.Stats()
				if !errors.Is(r.Ready(), ErrBehind) || !s.Behind || s.Refused != 30 || s.Recorded != 2 {
					t.Errorf("%v %+v", r.Ready(), s)
				}
				l.mu.Lock()
				l.failing, l.takes = 0, time.Millisecond
				l.mu.Unlock()
				time.Sleep(writeWait + longestPause)
				synctest.Wait()
				if err := r.Ready(); err != nil || r.Stats().Behind {
					t.Errorf("it does not take entries again: %v", err)
				}
				mustRecord(t, r, "p-ann", entry(1))
				if err := r.Close(context.Background()); err != nil {
					t.Error(err)
				}
				if got := l.requests("p-ann"); !slices.Equal(got, upTo(2)) {
					t.Errorf("%v", got)
				}
			})
		})
	}
}

// What was taken before the first write failed is written when it can be, in order, and nothing else.
func TestAFailingStoreIsTriedAgainAndCounted(t *testing.T) {
	for name, panics := range map[string]bool{"with errors": false, "with panics": true} {
		t.Run(name, func(t *testing.T) { synctest.Test(t, func(t *testing.T) { failing(t, panics) }) })
	}
}

func failing(t *testing.T, panics bool) {
	l := &ledger{failing: 7, partial: 1, panics: panics}
	r := New(Config{Log: l, Now: now})
	want, taken := map[record.PersonID][]string{}, 0
	for i := range 900 {
		p := record.PersonID(fmt.Sprint("p-", i%3))
		switch err := r.Record(context.Background(), p, entry(i)); {
		case err == nil:
			want[p] = append(want[p], fmt.Sprint("r", i))
			taken++
		case !errors.Is(err, ErrBehind):
			t.Error(err)
		}
		time.Sleep(20 * time.Millisecond)
	}
	time.Sleep(time.Minute)
	for _, p := range slices.Sorted(maps.Keys(want)) {
		if got := l.requests(p); !slices.Equal(got, want[p]) {
			t.Errorf("%s: %v", p, got)
		}
	}
	if s := r.Stats(); s != (Stats{Recorded: int64(taken), Written: int64(taken), Failures: 7, Refused: int64(900 - taken)}) || taken < 10 || taken > 890 {
		t.Errorf("%+v", s)
	}
	if err := r.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestAFailingStoreIsNotAskedAllTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{failing: -1}
		r := New(Config{Log: l, Now: now})
		mustRecord(t, r, "p-ann", entry(0))
		time.Sleep(10 * time.Minute)
		if n := r.Stats().Failures; n < 100 || n > 150 {
			t.Errorf("asked %d times in ten minutes", n)
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		began := time.Now()
		err := r.Close(ctx)
		if !errors.Is(err, ErrClosed) || !strings.HasPrefix(err.Error(), "1 access-log entries were not stored") || time.Since(began) > 3*time.Second {
			t.Errorf("closing said %v after %v", err, time.Since(began))
		}
	})
}

func TestClosingWritesWhatWaitsAndTakesNothingMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &ledger{failing: 3, takes: time.Second}
		r := New(Config{Log: l, Now: now, Queue: 5})
		for i := range 5 {
			mustRecord(t, r, "p-ann", entry(i))
		}
		blocked := make(chan error)
		go func() { blocked <- r.Record(context.Background(), "p-ann", entry(5)) }()
		synctest.Wait()
		if err := r.Close(context.Background()); err != nil {
			t.Error(err)
		}
		if err := <-blocked; err != nil && !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if err := r.Record(context.Background(), "p-ann", entry(6)); !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
		if got := l.requests("p-ann"); !slices.Equal(got, upTo(5)) {
			t.Errorf("%v", got)
		}
		if err := r.Close(context.Background()); err != nil {
			t.Errorf("closed twice: %v", err)
		}
	})
}

// Whatever is acknowledged by many at once, while the store fails now and then, is there after Close, in each one's order.
func TestManyReadersLoseNothing(t *testing.T) {
	l := &ledger{failing: 2}
	r := New(Config{Log: l, Now: now, Queue: 50, Delay: time.Millisecond})
	const readers, each = 8, 400
	var wg sync.WaitGroup
	acknowledged := make([][]string, readers)
	for i := range readers {
		wg.Go(func() {
			for n := range each {
				e := entry(n)
				e.Actor = fmt.Sprint("a-", i)
				err := r.Record(context.Background(), record.PersonID(fmt.Sprint("p-", n%3)), e)
				for ; errors.Is(err, ErrBehind) || errors.Is(err, ErrFull); err = r.Record(context.Background(), record.PersonID(fmt.Sprint("p-", n%3)), e) {
					time.Sleep(5 * time.Millisecond)
				}
				if err == nil {
					acknowledged[i] = append(acknowledged[i], e.RequestID)
				}
				if i == 0 && n == each/2 {
					go r.Close(context.Background()) //nolint:errcheck // the last one's is looked at
				}
			}
		})
	}
	wg.Wait()
	if err := r.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	got, total := map[string][]string{}, 0
	for p := range 3 {
		for _, e := range l.entries[record.PersonID(fmt.Sprint("p-", p))] {
			key := fmt.Sprintf("%s %d", e.Actor, p)
			got[key] = append(got[key], e.RequestID)
		}
	}
	for i := range readers {
		for p := range 3 {
			var want []string
			for _, id := range acknowledged[i] {
				var n int
				if _, err := fmt.Sscanf(id, "r%d", &n); err != nil {
					t.Fatal(err)
				}
				if n%3 == p {
					want = append(want, id)
				}
			}
			total += len(want)
			if have := got[fmt.Sprintf("a-%d %d", i, p)]; !slices.Equal(have, want) {
				t.Errorf("reader %d, person %d: %d of %d", i, p, len(have), len(want))
			}
		}
	}
	if s := r.Stats(); total < each/2 || s.Recorded != int64(total) || s.Written != int64(total) || s.Waiting != 0 {
		t.Errorf("%d acknowledged, %+v", total, s)
	}
}

func TestTriesWhileClosingAreLoggedEverMoreSeldom(t *testing.T) {
	stop := make(chan struct{})
	said := func() (n int) {
		for tries := 1; tries <= 100; tries++ {
			if tells(tries, stop) {
				n++
			}
		}
		return n
	}
	if n := said(); n != 100 {
		t.Errorf("while it runs, %d of 100 failures are logged", n)
	}
	if close(stop); said() != 7 {
		t.Errorf("while it is closed, %d of 100 failures are logged", said())
	}
}
