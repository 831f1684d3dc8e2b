package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/store"
	"github.com/seed-a76b335c/philint/redact"
)

// Log is where entries are kept.
type Log interface {
	// LogAccesses appends to the chains of several persons, brings the batches in an order, and returns how many of them
	// are stored, from the first: all, or fewer and an error. *store.Store is a Log.
	LogAccesses(ctx context.Context, batches []store.AccessBatch) (stored int, err error)
}

// Config of a Recorder.
type Config struct {
	Log Log
	Now func() record.Instant
	// Queue is how many entries wait at most; 0 for 10,000. Delay is how long an entry waits at most for others that are
	// written with it; 0 for 50 ms.
	Queue int
	Delay time.Duration
}

// Defaults and bounds.
const (
	defaultQueue = 10_000
	defaultDelay = 50 * time.Millisecond
	firstPause   = 100 * time.Millisecond // after a failure; doubled at each further one
	longestPause = 5 * time.Second
	writeWait    = 30 * time.Second // of one write
)

// Errors of a Recorder. After any of them nothing of the record may leave the server.
var (
	ErrEntry  = errors.New("an access-log entry has words that are not of the log's")
	ErrClosed = errors.New("the access log is closed")
	ErrFull   = errors.New("the access log cannot be written at present, and as many entries wait as there is room for")
)

// Stats are counts since the start.
type Stats struct {
	Recorded int64
	Written  int64
	Failures int64 // writes that failed and were, or will be, tried again
	Waiting  int
}

// Recorder takes entries and writes them from a goroutine of its own.
type Recorder struct {
	log   Log
	now   func() record.Instant
	delay time.Duration
	room  chan struct{} // holds one for each entry that waits
	wake  chan struct{} // of one: there is something to write
	stop  chan struct{} // closed: write what is there and end
	done  chan struct{} // closed: nothing is written any more

	ctx    context.Context // of the writes; ends when Close gives up
	giveUp context.CancelFunc

	mu      sync.Mutex
	closed  bool
	waiting map[record.PersonID][]store.AccessEntry
	stats   Stats
}

// New starts a Recorder. Close ends it.
func New(c Config) *Recorder {
	r := &Recorder{
		log: c.Log, now: c.Now, delay: cmp.Or(c.Delay, defaultDelay), room: make(chan struct{}, cmp.Or(c.Queue, defaultQueue)),
		wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}), waiting: map[record.PersonID][]store.AccessEntry{},
	}
	r.ctx, r.giveUp = context.WithCancel(context.Background())
	go r.run()
	return r
}

// Record takes an entry of a person's record being read; it is called before what was read leaves the server. Where as
// many entries wait as there is room for, it waits as well, as long as ctx lives.
func (r *Recorder) Record(ctx context.Context, person record.PersonID, e Entry) error {
	if !e.sound() || person == "" || !plain(string(person)) {
		return ErrEntry
	}
	select {
	case r.room <- struct{}{}:
	default:
		select {
		case r.room <- struct{}{}:
		case <-r.stop:
			return ErrClosed
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", ErrFull, ctx.Err())
		}
	}
	line := store.AccessEntry{
		At: r.now(), Actor: e.Actor, Surface: string(e.Surface), Operation: string(e.Operation), Rows: int64(e.Rows), Outcome: string(e.Outcome), RequestID: e.RequestID,
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		<-r.room
		return ErrClosed
	}
	r.waiting[person] = append(r.waiting[person], line)
	r.stats.Recorded++
	if r.stats.Waiting++; r.stats.Waiting == 1 {
		r.signal()
	}
	return nil
}

func (r *Recorder) signal() {
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// Stats are counts since the start.
func (r *Recorder) Stats() Stats {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.stats
}

// Close takes no more entries, writes those that wait, and returns when they are on disk. Where ctx ends before, it
// returns an error with the number of those that are not. It can be called again, to the same end.
func (r *Recorder) Close(ctx context.Context) error {
	r.mu.Lock()
	if !r.closed {
		r.closed = true
		close(r.stop)
	}
	r.mu.Unlock()
	select {
	case <-r.done:
	case <-ctx.Done():
		r.giveUp()
		<-r.done
	}
	r.giveUp()
	if n := r.Stats().Waiting; n > 0 {
		return fmt.Errorf("%d access-log entries were not stored: %w", n, ErrClosed)
	}
	return nil
}

// run writes what waits, a little later than it comes, until the recorder is closed.
func (r *Recorder) run() {
	defer close(r.done)
	for {
		select {
		case <-r.wake:
			r.wait(r.delay)
			r.write(r.take())
		case <-r.stop:
			r.write(r.take())
			return
		}
	}
}

// wait pauses, unless the recorder is being closed.
func (r *Recorder) wait(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-r.stop:
	}
}

// take empties the queue. What it returns still takes up room.
func (r *Recorder) take() []store.AccessBatch {
	r.mu.Lock()
	defer r.mu.Unlock()
	batches := make([]store.AccessBatch, 0, len(r.waiting))
	for person, entries := range r.waiting {
		batches = append(batches, store.AccessBatch{Person: person, Entries: entries})
	}
	clear(r.waiting)
	return batches
}

// write stores batches, however often it takes. What it is given is newer than all that it was given before, so a
// person's entries stay in order.
func (r *Recorder) write(batches []store.AccessBatch) {
	pause := firstPause
	for tries := 1; len(batches) > 0; tries++ {
		ctx, cancel := context.WithTimeout(r.ctx, writeWait)
		stored, err := r.log.LogAccesses(ctx, batches)
		cancel()
		r.stored(batches[:stored])
		batches = batches[stored:]
		if err == nil {
			continue
		}
		r.failed(tries, err)
		if r.ctx.Err() != nil {
			return // Close gave up
		}
		if pause = r.hold(pause); r.ctx.Err() != nil {
			return
		}
	}
}

// hold pauses after a failure and returns the next pause. While the recorder is being closed pauses stay short.
func (r *Recorder) hold(pause time.Duration) time.Duration {
	select {
	case <-r.stop:
		t := time.NewTimer(firstPause)
		defer t.Stop()
		select {
		case <-t.C:
		case <-r.ctx.Done():
		}
		return firstPause
	default:
	}
	r.wait(pause)
	return min(2*pause, longestPause)
}

func (r *Recorder) stored(batches []store.AccessBatch) {
	n := 0
	for _, b := range batches {
		n += len(b.Entries)
	}
	r.mu.Lock()
	r.stats.Written += int64(n)
	if r.stats.Waiting -= n; r.stats.Waiting > 0 {
		r.signal() // those that came while these were written
	}
	r.mu.Unlock()
	for range n {
		<-r.room
	}
}

func (r *Recorder) failed(tries int, err error) {
	r.mu.Lock()
	r.stats.Failures++
	n := r.stats.Waiting
	r.mu.Unlock()
	slog.Error("access log not written", "count", n, "attempt", tries, "error", redact.ErrType(err))
}
