package canary

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

// Check boots a server in a container, has it driven, ends it, and searches its log and everything that it wrote outside
// its data directory for the tokens. What it found is in the report, which is never nil.
//
// An error says that it could not look, or not at everything: errors.Is tells it from the Err values of this package. It
// may come with findings. Whatever happens, also a panic in Drive or the end of ctx, the container, its volumes and the
// image that was built are removed.
func Check(ctx context.Context, c Config) (*Report, error) {
	r := &run{
		Config: c, report: &Report{ExitCode: -1},
		given: map[string][sha256.Size]byte{}, givenDirs: map[string]bool{}, back: map[string]bool{}, sent: map[string]bool{},
	}
	err := r.check(ctx)
	r.report.mu.Lock()
	r.report.failed = err
	r.report.mu.Unlock()
	return r.report, err
}

// run is one check.
type run struct {
	Config
	*engine
	id      string
	armed   searchers // see search
	planted []Token   // while it was driven
	stale   bool      // armed is without the last of them
	report  *Report

	image     string
	built     bool     // the image is the check's own
	made      []string // names of volumes
	container *testcontainers.DockerContainer
	signal    string // that ends the server
	uid, gid  int    // of the server, where the image says so in numbers
	searched  []string

	mu         sync.Mutex
	given      map[string][sha256.Size]byte // what was put in, by path
	givenDirs  map[string]bool
	back, sent map[string]bool // channels
	unsearched []error         // what Collect could not search
	follower   *follower
	told       bool            // to end
	driving    context.Context // of Drive, for what Restart starts
	endDriving context.CancelCauseFunc
}

func (r *run) check(ctx context.Context) (err error) {
	if err := r.settle(); err != nil {
		return err
	}
	if err := r.arm(); err != nil {
		return &fault{kind: ErrConfig, reason: strings.TrimPrefix(err.Error(), "canary: "), cause: err}
	}
	var id [8]byte
	if _, err := rand.Read(id[:]); err != nil {
		return r.because(ErrConfig, "no random name", err)
	}
	r.id = hex.EncodeToString(id[:])
	if err := r.phase("engine", func() (err error) { r.engine, err = connect(ctx); return err }); err != nil {
		return err
	}
	defer func() {
		err = errors.Join(err, r.phase("remove", func() error { return r.remove(ctx) }))
	}()
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{{"image", r.takeImage}, {"container", r.create}, {"start", r.start}} {
		if err := r.phase(step.name, func() error { return step.do(ctx) }); err != nil {
			return r.ended(ctx, err)
		}
	}
	// From here on there is a log to search, whatever becomes of the rest.
	faults := []error{r.phase("ready", func() error { return r.ready(ctx) })}
	if faults[0] == nil {
		faults = append(faults, r.phase("drive", func() error { return r.drive(ctx) }))
	}
	for _, step := range []struct {
		name string
		do   func(context.Context) error
	}{{"stop", r.stop}, {"log", r.searchLogs}, {"files", r.searchFiles}} {
		if ctx.Err() != nil {
			break
		}
		faults = append(faults, r.phase(step.name, func() error { return step.do(ctx) }))
	}
	r.mu.Lock()
	faults = append(faults, r.unsearched...)
	r.mu.Unlock()
	r.report.Proven = r.proven()
	return r.ended(ctx, errors.Join(faults...))
}

// searchers look for the tokens of the configuration and those that were planted since.
type searchers struct {
	all   *Searcher
	words *Searcher // without shapes
}

// search is what is searched with at present.
func (r *run) search() searchers {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.stale {
		// Here and not for each token that is planted, since it takes its time with many. What plant let in is in order.
		_ = r.arm()
	}
	return r.armed
}

// plant adds tokens.
func (r *run) plant(tokens []Token) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	planted := slices.Concat(r.planted, tokens)
	if err := checkTokens(slices.Concat(r.Tokens, planted)); err != nil {
		return &fault{kind: ErrConfig, reason: strings.TrimPrefix(err.Error(), "canary: "), cause: err}
	}
	r.planted, r.stale = planted, true
	return nil
}

// arm makes the searchers. Its caller holds the lock, or is alone.
func (r *run) arm() error {
	all, err := NewSearcher(slices.Concat(r.Tokens, r.planted), r.Shapes...)
	if err != nil {
		return err
	}
	words := *all
	words.shapes = nil
	r.armed, r.stale = searchers{all, &words}, false
	return nil
}

// ended adds that the caller's context has ended, which is then the reason of all others.
func (r *run) ended(ctx context.Context, err error) error {
	if ctx.Err() != nil && !errors.Is(err, ctx.Err()) {
		return errors.Join(ctx.Err(), err)
	}
	return err
}

func (r *run) phase(name string, do func() error) error {
	start := time.Now()
	err := do()
	r.report.mu.Lock()
	defer r.report.mu.Unlock()
	r.report.Phases = append(r.report.Phases, Phase{Name: name, Took: time.Since(start)})
	return err
}

// start starts the container and follows its log.
func (r *run) start(ctx context.Context) error {
	if err := r.container.Start(ctx); err != nil {
		return r.because(ErrStart, "", err)
	}
	r.follow(context.WithoutCancel(ctx)) // it ends with the log
	return nil
}

// drive has the server used, and is over at once when the server ends.
func (r *run) drive(ctx context.Context) error {
	driving, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	r.mu.Lock()
	r.driving, r.endDriving = driving, cancel
	r.mu.Unlock()
	go r.watch(driving)
	err := r.Drive(driving, &Server{r: r})
	if err != nil && driving.Err() == nil {
		// A request to a server that dies fails a moment before the engine knows of the death.
		select {
		case <-driving.Done():
		case <-time.After(deathWait):
		}
	}
	cancel(nil)
	var faults []error
	if gone := r.exited(ctx); gone != nil {
		faults = append(faults, gone)
	}
	if err != nil {
		faults = append(faults, r.because(ErrDrive, "", err))
	}
	if len(faults) == 0 {
		faults = append(faults, r.unproven())
	}
	return errors.Join(faults...)
}

// deathWait is how long a drive that failed waits for the server's end to be known.
const deathWait = time.Second

// watch ends the driving when the server ends without having been told to.
func (r *run) watch(driving context.Context) {
	wait := r.api.ContainerWait(driving, r.container.GetContainerID(), client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
	select {
	case <-wait.Result:
	case <-wait.Error:
	case <-driving.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.told && driving.Err() == nil {
		r.endDriving(ErrExited)
	}
}

// exited says that the server is not there any more, where it was not told to end.
func (r *run) exited(ctx context.Context) error {
	at, err := r.api.ContainerInspect(ctx, r.container.GetContainerID(), client.ContainerInspectOptions{})
	switch {
	case errdefs.IsNotFound(err):
		return faultf(ErrExited, "its container is gone")
	case err != nil:
		if ctx.Err() != nil {
			return r.because(ErrInterrupted, "", context.Cause(ctx))
		}
		// Not ErrNoEngine, for which a developer's machine skips: it was there, and what it ran was not looked at.
		return r.because(ErrUnread, "the engine answers no more", err)
	case at.Container.State.Running || r.isTold():
		return nil
	case at.Container.State.OOMKilled:
		return faultf(ErrExited, "it used more memory than it may have")
	}
	return faultf(ErrExited, "with status %d", at.Container.State.ExitCode)
}

func (r *run) isTold() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.told
}

// stop ends the server as an operator would, and by force where it does not listen.
func (r *run) stop(ctx context.Context) error {
	r.mu.Lock()
	r.told = true
	r.mu.Unlock()
	id := r.container.GetContainerID()
	defer func() {
		if at, err := r.api.ContainerInspect(ctx, id, client.ContainerInspectOptions{}); err == nil && !at.Container.State.Running {
			r.report.ExitCode = at.Container.State.ExitCode
		}
	}()
	wait := r.api.ContainerWait(ctx, id, client.ContainerWaitOptions{Condition: container.WaitConditionNotRunning})
	// A conflict means that it has ended already.
	if _, err := r.api.ContainerKill(ctx, id, client.ContainerKillOptions{Signal: r.signal}); err != nil && !errdefs.IsConflict(err) {
		if errdefs.IsNotFound(err) {
			return faultf(ErrExited, "its container is gone")
		}
		return r.because(ErrKilled, "it could not be told", err)
	}
	patience := time.NewTimer(r.StopTimeout)
	defer patience.Stop()
	select {
	case <-wait.Result:
		return nil
	case err := <-wait.Error:
		return r.because(ErrKilled, "waiting for its end", err)
	case <-patience.C:
	}
	if _, err := r.api.ContainerKill(ctx, id, client.ContainerKillOptions{Signal: "SIGKILL"}); err != nil && !errdefs.IsConflict(err) {
		return r.because(ErrKilled, "", err)
	}
	select {
	case <-wait.Result:
	case <-wait.Error:
	case <-time.After(r.StopTimeout):
	}
	return faultf(ErrKilled, "%v after %s", r.StopTimeout, r.signal)
}

// unproven names the channels of which nothing shows that their token reached the server.
func (r *run) unproven() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	var missing []string
	for _, t := range r.Tokens {
		switch {
		case r.back[t.Channel]:
		case !slices.Contains(r.Sent, t.Channel):
			missing = append(missing, t.Channel+" (not read back)")
		case !r.sent[t.Channel]:
			missing = append(missing, t.Channel+" (not sent)")
		}
	}
	if len(missing) > 0 {
		return faultf(ErrUnproven, "%s", strings.Join(missing, ", "))
	}
	return nil
}

func (r *run) proven() (out []Proof) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, t := range r.Tokens {
		if r.back[t.Channel] || r.sent[t.Channel] {
			out = append(out, Proof{Channel: t.Channel, ReadBack: r.back[t.Channel]})
		}
	}
	return out
}
