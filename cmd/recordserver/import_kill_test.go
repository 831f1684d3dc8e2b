package main

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/internal/terminology"
)

// oneTransaction is how many records a file has at most that is stored whole or not at all.
const oneTransaction = 20_000

// batchOf writes a batch of n samples of two devices' worth: steps of five minutes, and now and then a heart rate.
func batchOf(t *testing.T, n int) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "batch.json")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, `{"device": {"maker": "Tarn", "model": "Watch 2"}}`)
	at := time.Date(2023, 1, 1, 6, 0, 0, 0, time.UTC)
	for i := range n {
		if i%60 == 59 {
			at = at.Add(19 * time.Hour) // a day has few samples, so that there are many days to elect
		}
		if i%10 == 9 {
			fmt.Fprintf(w, `{"metric": "heart_rate", "value": %d, "start": %q}`+"\n", 60+i%40, at.Format(time.RFC3339))
			continue
		}
		end := at.Add(5 * time.Minute)
		fmt.Fprintf(w, `{"metric": "steps", "value": %d, "start": %q, "end": %q}`+"\n", i%97, at.Format(time.RFC3339), end.Format(time.RFC3339))
		at = end
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// kept is how far an import is, and how many days wait for their election.
func kept(t *testing.T, s *store.Store, id record.PersonID) (batch store.Batch, waiting int) {
	t.Helper()
	ctx := context.Background()
	batches, err := s.Person(id).Batches(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(batches) > 0 {
		batch = batches[0]
	}
	if err := s.Person(id).Write(ctx, func(tx *store.Tx) error {
		cells, err := tx.Touched(ctx, store.Cell{}, -1)
		waiting = len(cells)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return batch, waiting
}

// shown are a person's rows of some metrics, with all of their columns but whose they are and when they were stored.
func shown(t *testing.T, s *store.Store, id record.PersonID, metrics ...string) map[record.ObsID]store.Reading {
	t.Helper()
	set, err := terminology.Core()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]bool{}
	for _, key := range metrics {
		m, _ := record.MetricOf(key)
		of[set.SeriesOf(m.Code())] = true
	}
	list, err := s.Person(id).Page(context.Background(), record.ObsID{}, -1)
	if err != nil {
		t.Fatal(err)
	}
	rows := map[record.ObsID]store.Reading{}
	for _, r := range list {
		if of[r.Coding.Series] {
			r.CreatedAt, r.Person = 0, ""
			rows[r.ID] = r
		}
	}
	return rows
}

func open(t *testing.T, data string) *store.Store {
	t.Helper()
	s, err := store.OpenSQLite(context.Background(), filepath.Join(data, storeFile), "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// importing is a file that is imported again and again, and what an undisturbed import makes of it.
type importing struct {
	t     *testing.T
	file  string
	rows  int
	whole time.Duration
	want  map[record.ObsID]store.Reading

	data  string
	id    record.PersonID
	batch store.Batch
	some  int // rows of the lesser metric
}

func (i *importing) begin() {
	i.data = i.t.TempDir()
	i.id = record.PersonID(newPerson(i.t, map[string]string{envData: i.data}))
	i.batch, i.some = store.Batch{}, 0
}

func (i *importing) command() *exec.Cmd {
	return program(i.t, "import", "--data", i.data, "--person", string(i.id), i.file)
}

// phase is where an import is to be killed.
type phase int

const (
	anywhere phase = iota
	betweenBatches
	inElections // all batches are stored, and not all days elected
)

func (i *importing) until(p phase, over chan struct{}) {
	if p == anywhere {
		pause(over, time.Duration(rand.Int64N(int64(i.whole))))
		return
	}
	state, most := store.BatchRunning, i.whole/5
	if p == inElections {
		state, most = store.BatchDone, i.whole/50
	}
	s := open(i.t, i.data)
	defer s.Close()
	for !pause(over, time.Millisecond) {
		if batches, err := s.Person(i.id).Batches(context.Background()); err == nil && len(batches) > 0 && batches[0].State == state {
			pause(over, time.Duration(rand.Int64N(int64(most))))
			return
		}
	}
}

// pause waits, at most until the process is over.
func pause(over chan struct{}, most time.Duration) (ended bool) {
	select {
	case <-over:
		return true
	case <-time.After(most):
		return false
	}
}

// check says where the import is, and fails where something is gone.
func (i *importing) check() (waiting int) {
	i.t.Helper()
	s := open(i.t, i.data)
	defer s.Close()
	batch, waiting := kept(i.t, s, i.id)
	some := len(shown(i.t, s, i.id, "heart_rate"))
	if some < i.some || batch.Position < i.batch.Position {
		i.t.Fatalf("lost: %d rows after %d, position %d after %d", some, i.some, batch.Position, i.batch.Position)
	}
	i.batch, i.some = batch, some
	return waiting
}

// same compares everything with the undisturbed import.
func (i *importing) same() {
	i.t.Helper()
	s := open(i.t, i.data)
	defer s.Close()
	batch, waiting := kept(i.t, s, i.id)
	if batch.State != store.BatchDone || batch.Read != int64(i.rows) || waiting != 0 {
		i.t.Errorf("%+v, %d days wait", batch, waiting)
	}
	got := shown(i.t, s, i.id, "steps", "heart_rate")
	if len(got) != len(i.want) {
		i.t.Fatalf("%d rows, want %d", len(got), len(i.want))
	}
	for id, row := range i.want {
		if got[id] != row {
			i.t.Fatalf("%s\ngot  %+v\nwant %+v", id, got[id], row)
		}
	}
}

// However often an import is cut off, in batches and in elections, running it again comes to what an undisturbed one
// comes to, and what a batch had stored is never lost.
func TestAnImportThatIsKilledGoesOnWhereItStopped(t *testing.T) {
	if testing.Short() {
		t.Skip("25 imports are killed: not in short tests")
	}
	for _, tt := range []struct {
		name        string
		rows, kills int
	}{{"one transaction", 2_000, 13}, {"batches", 62_000, 12}} {
		t.Run(tt.name, func(t *testing.T) {
			i := &importing{t: t, rows: tt.rows, file: batchOf(t, tt.rows)}
			i.begin()
			i.command() // the program is built before the clock starts
			start := time.Now()
			if out, err := i.command().CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
			i.whole = time.Since(start)
			s := open(t, i.data)
			i.want = shown(t, s, i.id, "steps", "heart_rate")
			_ = s.Close()
			if len(i.want) < tt.rows {
				t.Fatalf("%d rows", len(i.want))
			}
			i.kill(tt.kills)
		})
	}
}

// finish runs the import to its end.
func (i *importing) finish() {
	i.t.Helper()
	if out, err := i.command().CombinedOutput(); err != nil {
		i.t.Fatalf("%v: %s", err, out)
	}
	i.same()
}

func (i *importing) kill(kills int) {
	t := i.t
	killed, between, electing, ended := 0, 0, 0, 0
	for i.begin(); killed < kills; {
		cmd := i.command()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		over := make(chan struct{})
		go func() {
			_ = cmd.Wait()
			close(over)
		}()
		turn := phase(killed % 3)
		if i.rows <= oneTransaction {
			turn = anywhere
		}
		i.until(turn, over)
		_ = cmd.Process.Kill()
		<-over
		waiting := i.check()
		if cmd.ProcessState.Success() {
			ended++
			i.same()
			i.begin()
			continue
		}
		killed++
		switch {
		case i.batch.State == store.BatchRunning:
			between++
		case waiting > 0:
			electing++
		}
		if turn == inElections {
			// Once all batches are stored the next run would find this moment at once.
			i.finish()
			i.begin()
		}
	}
	i.finish()
	if i.rows > oneTransaction && (between == 0 || electing == 0) {
		t.Errorf("%d were killed between batches, %d in elections", between, electing)
	}
	left, err := filepath.Glob(filepath.Join(i.data, "documents", string(i.id), "*"))
	if err != nil || len(left) == 0 {
		t.Errorf("%v, %v", left, err)
	}
	t.Logf("undisturbed %v; %d killed, %d between batches, %d in elections; %d came to their end; %d files beside the original",
		i.whole.Round(time.Millisecond), killed, between, electing, ended, len(left)-1)
}
