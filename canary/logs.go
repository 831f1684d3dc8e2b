package canary

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/client"
)

// Streams of a container.
const (
	Stdout = "stdout"
	Stderr = "stderr"
)

// maxHead is how much of a stream's beginning Server.Head has.
const maxHead = 1 << 20

// followWait is how long the follower may take to come to the end of a log that has ended.
const followWait = 5 * time.Second

// follower reads the log while the server runs: what the engine keeps must not be less than what it once gave out.
type follower struct {
	stdout, stderr followed
	done           chan struct{}
}

type followed struct {
	mu    sync.Mutex
	bytes int64
	sum   hash.Hash
	head  []byte
}

func (f *followed) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.bytes += int64(len(p))
	f.sum.Write(p)
	f.head = append(f.head, p[:min(len(p), maxHead-len(f.head))]...)
	return len(p), nil
}

func (f *followed) state() (n int64, sum []byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.bytes, f.sum.Sum(nil)
}

func (f *followed) beginning() []byte {
	f.mu.Lock()
	defer f.mu.Unlock()
	return bytes.Clone(f.head)
}

// follow begins at the log's beginning, also after a restart.
func (r *run) follow(ctx context.Context) {
	f := &follower{done: make(chan struct{})}
	f.stdout.sum, f.stderr.sum = sha256.New(), sha256.New()
	r.mu.Lock()
	r.follower = f
	r.mu.Unlock()
	go func() {
		defer close(f.done)
		log, err := r.api.ContainerLogs(ctx, r.container.GetContainerID(), client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true, Follow: true})
		if err != nil {
			return // what it did not see is not held against the engine
		}
		defer log.Close()
		_, _ = stdcopy.StdCopy(&f.stdout, &f.stderr, log)
	}()
}

// kept is a stream as the engine kept it.
type kept struct {
	name     string
	seen     int64  // by the follower
	sum      []byte // of what it saw
	start    hash.Hash
	bytes    int64
	lines    int64
	last     byte
	findings []Finding
	file     *os.File
}

func (k *kept) Write(p []byte) (int, error) {
	if left := k.seen - k.bytes; left > 0 {
		k.start.Write(p[:min(int64(len(p)), left)])
	}
	k.bytes += int64(len(p))
	k.lines += int64(bytes.Count(p, []byte("\n")))
	if len(p) > 0 {
		k.last = p[len(p)-1]
	}
	if k.file != nil {
		if _, err := k.file.Write(p); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}

// complete says that what the follower saw is the beginning of what was kept.
func (k *kept) complete() error {
	switch {
	case k.bytes < k.seen:
		return faultf(ErrLogIncomplete, "%s: %d bytes were seen while it ran, %d were kept", k.name, k.seen, k.bytes)
	case k.seen > 0 && !bytes.Equal(k.start.Sum(nil), k.sum):
		return faultf(ErrLogIncomplete, "%s: what was seen while it ran is not what was kept", k.name)
	}
	return nil
}

// searchLogs reads the log of a server that has ended, each stream as one.
func (r *run) searchLogs(ctx context.Context) error {
	r.mu.Lock()
	f := r.follower
	r.mu.Unlock()
	if f != nil {
		select {
		case <-f.done:
		case <-time.After(followWait):
		}
	}
	log, err := r.api.ContainerLogs(ctx, r.container.GetContainerID(), client.ContainerLogsOptions{ShowStdout: true, ShowStderr: true})
	if err != nil {
		return r.because(ErrUnread, "the log", err)
	}
	defer log.Close()

	in := r.search().all
	streams := []*kept{{name: Stdout}, {name: Stderr}}
	writers := make([]io.Writer, len(streams))
	pipes := make([]*io.PipeWriter, len(streams))
	failed := make([]error, len(streams))
	var searching sync.WaitGroup
	for i, k := range streams {
		k.start = sha256.New()
		if f != nil {
			from := &f.stdout
			if k.name == Stderr {
				from = &f.stderr
			}
			k.seen, k.sum = from.state()
		}
		if r.LogDir != "" {
			if k.file, err = os.OpenFile(filepath.Join(r.LogDir, k.name), os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600); err != nil {
				return r.because(ErrUnread, "LogDir", err)
			}
			if err = k.file.Chmod(0o600); err != nil { // a file that was there keeps its mode
				return r.because(ErrUnread, "LogDir", err)
			}
			defer k.file.Close()
		}
		read, write := io.Pipe()
		pipes[i], writers[i] = write, io.MultiWriter(k, write)
		searching.Go(func() {
			k.findings, failed[i] = in.Search(k.name, read)
			_ = read.CloseWithError(errors.Join(failed[i], io.ErrClosedPipe))
		})
	}
	_, err = stdcopy.StdCopy(writers[0], writers[1], log)
	for _, p := range pipes {
		_ = p.CloseWithError(err) // nil is the end
	}
	searching.Wait()
	if err := errors.Join(append(failed, err)...); err != nil {
		return r.because(ErrUnread, "the log", err)
	}
	var faults []error
	total := int64(0)
	for _, k := range streams {
		if k.last != 0 && k.last != '\n' {
			k.lines++
		}
		total += k.bytes
		r.report.add(Stream{Name: k.name, Bytes: k.bytes, Lines: k.lines, Followed: k.seen}, k.findings)
		faults = append(faults, k.complete())
	}
	if total == 0 {
		faults = append(faults, faultf(ErrEmptyLog, "let the server log at least that it has started, at its lowest level"))
	}
	return errors.Join(faults...)
}
