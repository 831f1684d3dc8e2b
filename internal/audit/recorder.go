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
	// written with it; 0 for 50 ms. Bound is how old an entry that is not written may be while others are taken; 0 for 2 s.
	Queue int
	Delay time.Duration
	Bound time.Duration
}

// Defaults and bounds.
const (
	defaultQueue = 10_000
	defaultDelay = 50 * time.Millisecond
	defaultBound = 2 * time.Second
	firstPause   = 100 * time.Millisecond // after a failure; doubled at each further one
	longestPause = 5 * time.Second
	writeWait    = 30 * time.Second // of one write
)

// Errors of a Recorder. After any of them nothing of the record may leave the server.
var (
	ErrEntry  = errors.New("an access-log entry has words that are not of the log's")
	ErrClosed = errors.New("the access log is closed")
	ErrFull   = errors.New("the access log cannot be written at present, and as many entries wait as there is room for")
	ErrBehind = errors.New("the access log cannot be written at present")

	errPanicked = errors.New("the write panicked")
)

// Stats are counts since the start.
type Stats struct {
	Recorded int64
	Written  int64
	Failures int64 // writes that failed and were, or will be, tried again
	Refused  int64 // entries that were not taken, since those before them could not be written
	Waiting  int
	Behind   bool // no entry is taken at present
}

// Recorder takes entries and writes them from a goroutine of its own.
type Recorder struct {
	log   Log
	now   func() record.Instant
	delay time.Duration
	bound time.Duration
	room  chan struct{} // holds one for each entry that waits
	wake  chan struct{} // of one: there is something to write
	stop  chan struct{} // closed: write what is there and end
	done  chan struct{} // closed: nothing is written any more

	ctx    context.Context // of the writes; ends when Close gives up
	giveUp context.CancelFunc

	mu      sync.Mutex
	closed  bool
	waiting map[record.PersonID][]store.AccessEntry
	since   time.Time     // of the oldest that waits; zero for none
	writing time.Time     // of the oldest that is being written; zero for none
	failing bool          // the last write failed
	trouble chan struct{} // closed while failing
	stats   Stats
}

// New starts a Recorder. Close ends it.
func New(c Config) *Recorder {
	r := &Recorder{
		log: c.Log, now: c.Now, delay: cmp.Or(c.Delay, defaultDelay), bound: cmp.Or(c.Bound, defaultBound), room: make(chan struct{}, cmp.Or(c.Queue, defaultQueue)),
		wake: make(chan struct{}, 1), stop: make(chan struct{}), done: make(chan struct{}), waiting: map[record.PersonID][]store.AccessEntry{},
		trouble: make(chan struct{}),
	}
	r.ctx, r.giveUp = context.WithCancel(context.Background())
	go r.run()
	return r
}

// Record takes an entry of a person's record being read; it is called before what was read leaves the server. While
// entries that came before cannot be written it takes none, with ErrBehind. Where as many wait as there is room for, it
// waits as well, as long as ctx lives and the bound allows.
func (r *Recorder) Record(ctx context.Context, person record.PersonID, e Entry) error {
	if !e.sound() || person == "" || !plain(string(person)) {
		return ErrEntry
	}
	if err := r.enter(ctx); err != nil {
		return err
	}
	line := store.AccessEntry{
		At: r.now(), Actor: e.Actor, Surface: string(e.Surface), Operation: string(e.Operation), Rows: int64(e.Rows), Outcome: string(e.Outcome), RequestID: e.RequestID,
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.readyLocked(); err != nil {
		<-r.room
		return r.refusedLocked(err)
	}
	if len(r.waiting) == 0 {
		r.since = time.Now()
	}
	r.waiting[person] = append(r.waiting[person], line)
	r.stats.Recorded++
	if r.stats.Waiting++; r.stats.Waiting == 1 {
		r.signal()
	}
	return nil
}

// enter takes up room for one entry.
func (r *Recorder) enter(ctx context.Context) error {
	r.mu.Lock()
	err, trouble := r.readyLocked(), r.trouble
	if err != nil {
		err = r.refusedLocked(err)
	}
	r.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case r.room <- struct{}{}:
		return nil
	default:
	}
	late := time.NewTimer(r.bound)
	defer late.Stop()
	select {
	case r.room <- struct{}{}:
		return nil
	case <-r.stop:
		return ErrClosed
	case <-ctx.Done():
		err = fmt.Errorf("%w: %w", ErrFull, ctx.Err())
	case <-trouble:
		err = ErrFull
	case <-late.C:
		err = ErrFull
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refusedLocked(err)
}

// Ready says whether entries are taken: nil, ErrBehind or ErrClosed. A surface asks before it begins to answer.
func (r *Recorder) Ready() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.readyLocked()
}

func (r *Recorder) readyLocked() error {
	switch {
	case r.closed:
		return ErrClosed
	case r.failing, r.late(r.writing), r.late(r.since):
		return ErrBehind
	}
	return nil
}

// late says that an entry has waited for longer than the bound.
func (r *Recorder) late(since time.Time) bool { return !since.IsZero() && time.Since(since) > r.bound }

func (r *Recorder) refusedLocked(err error) error {
	if !errors.Is(err, ErrClosed) {
		r.stats.Refused++
	}
	return err
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
	s := r.stats
	s.Behind = errors.Is(r.readyLocked(), ErrBehind)
	return s
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
	r.writing, r.since = r.since, time.Time{}
	return batches
}

// write stores batches, however often it takes. What it is given is newer than all that it was given before, so a
// person's entries stay in order.
func (r *Recorder) write(batches []store.AccessBatch) {
	pause := firstPause
	for tries := 1; len(batches) > 0; tries++ {
		ctx, cancel := context.WithTimeout(r.ctx, writeWait)
		stored, err := r.append(ctx, batches)
		cancel()
		r.stored(batches[:stored])
		batches = batches[stored:]
		if err != nil {
			r.failed(tries, err)
		}
		if err == nil || len(batches) == 0 {
			r.succeeded(len(batches) == 0)
			continue
		}
		if r.ctx.Err() != nil {
			return // Close gave up
		}
		if pause = r.hold(pause); r.ctx.Err() != nil {
			return
		}
	}
}

// append has batches stored. A panic on the way is a write that failed: nobody else would catch it here, and the runtime
// would end the server and print what the panic says.
func (r *Recorder) append(ctx context.Context, batches []store.AccessBatch) (stored int, err error) {
	err = errPanicked // unless the call returns
	defer redact.Recover(ctx)
	return r.log.LogAccesses(ctx, batches)
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

// succeeded lets entries in again after a write that failed. All says that everything that was taken is written.
func (r *Recorder) succeeded(all bool) {
	r.mu.Lock()
	if all {
		r.writing = time.Time{}
	}
	recovered := r.failing
	if recovered {
		r.failing, r.trouble = false, make(chan struct{})
	}
	r.mu.Unlock()
	if recovered {
		slog.Info("access log written again")
	}
}

// tells says whether a failed try is logged. While the recorder is being closed tries follow one another fast, and every
// second, fourth, eighth of them is enough.
func tells(count int, stop <-chan struct{}) bool {
	select {
	case <-stop:
		return count&(count-1) == 0
	default:
		return true
	}
}

func (r *Recorder) failed(attempts int, err error) {
	r.mu.Lock()
	r.stats.Failures++
	if !r.failing {
		r.failing = true
		close(r.trouble)
	}
	n := r.stats.Waiting
	r.mu.Unlock()
	if !tells(attempts, r.stop) {
		return
	}
	slog.Error("access log not written", "count", n, "attempt", attempts, "error", redact.ErrType(err))
}
