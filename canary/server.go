package canary

import (
	"bytes"
	"context"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/moby/moby/api/pkg/stdcopy"
	"github.com/moby/moby/client"
)

// Server is the server that is being driven. Its methods may be called by several goroutines.
type Server struct{ r *run }

// URL is where the server is reached, such as http://127.0.0.1:49153. It changes with Restart.
func (s *Server) URL() string { return "http://" + s.Address(s.r.Port) }

// Address is the host and port at which a port of the configuration, Port or one of Ports, is reached from outside.
func (s *Server) Address(port string) string {
	at, err := s.r.address(context.Background(), port)
	if err != nil {
		return localhost + ":0" // where nothing answers
	}
	return at
}

// Output is what a command printed, and its exit status.
type Output struct {
	Stdout, Stderr []byte
	Code           int
}

// Exec runs a program of the image beside the server, as the same user. What it prints is in the output and not in the
// container's log: give what must be clean to Collect. A status that is not zero is no error.
func (s *Server) Exec(ctx context.Context, command []string, stdin io.Reader) (Output, error) {
	made, err := s.r.api.ExecCreate(ctx, s.r.container.GetContainerID(), client.ExecCreateOptions{
		Cmd: command, AttachStdin: stdin != nil, AttachStdout: true, AttachStderr: true,
	})
	if err != nil {
		return Output{}, s.r.because(ErrDrive, "exec", err)
	}
	at, err := s.r.api.ExecAttach(ctx, made.ID, client.ExecAttachOptions{})
	if err != nil {
		return Output{}, s.r.because(ErrDrive, "exec", err)
	}
	defer at.Close()
	unhang := context.AfterFunc(ctx, at.Close)
	defer unhang()
	if stdin != nil {
		go func() {
			// A program that does not read to the end is no fault.
			_, _ = io.Copy(at.Conn, stdin)
			_ = at.CloseWrite()
		}()
	}
	var out, errOut bytes.Buffer
	if _, err := stdcopy.StdCopy(&out, &errOut, at.Reader); err != nil {
		return Output{}, s.r.because(ErrDrive, "exec", err)
	}
	code, err := s.status(ctx, made.ID)
	if err != nil {
		return Output{}, s.r.because(ErrDrive, "exec", err)
	}
	return Output{Stdout: out.Bytes(), Stderr: errOut.Bytes(), Code: code}, nil
}

// status is that of a program whose output has ended. The engine learns of it a moment later, and says 0 until then.
func (s *Server) status(ctx context.Context, exec string) (int, error) {
	for {
		ended, err := s.r.api.ExecInspect(ctx, exec, client.ExecInspectOptions{})
		if err != nil || !ended.Running {
			return ended.ExitCode, err
		}
		select {
		case <-ctx.Done():
			return 0, context.Cause(ctx)
		case <-time.After(statusWait):
		}
	}
}

// statusWait is how long the engine is given between two questions.
const statusWait = 5 * time.Millisecond

// CopyTo puts a file into the running container, for the server's user. With ReadOnly it must go into one of the
// directories of DataDir, Scratch and Files. As long as it stands there unchanged it is not searched.
func (s *Server) CopyTo(ctx context.Context, path string, content []byte, mode fs.FileMode) error {
	if err := s.r.put(ctx, File{Path: path, Content: content, Mode: mode}); err != nil {
		return s.r.because(ErrDrive, "copying a file in", err)
	}
	return nil
}

// ReadBack proves that a channel's token reached the server: it is in this reply, in either case. Where it is not that is
// an error, which has nothing of the reply.
func (s *Server) ReadBack(channel string, reply []byte) error {
	token, err := s.token(channel)
	if err != nil {
		return err
	}
	if !strings.Contains(foldString(string(reply)), foldString(token)) {
		return faultf(ErrUnproven, "the token of %q is not in the reply (%d bytes)", channel, len(reply))
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.r.back[channel] = true
	return nil
}

// Sent proves that a request with a channel's token was answered, with this HTTP status. It is an error for a channel that
// is not in Config.Sent, of which that proves nothing: its token must come back, for ReadBack.
func (s *Server) Sent(channel string, status int) error {
	if _, err := s.token(channel); err != nil {
		return err
	}
	if !slices.Contains(s.r.Config.Sent, channel) {
		return faultf(ErrUnproven, "that %q was sent proves nothing: it is not in Config.Sent, so its token must be read back", channel)
	}
	if status < 100 || status > 599 {
		return faultf(ErrUnproven, "the request with the token of %q was not answered", channel)
	}
	s.r.mu.Lock()
	defer s.r.mu.Unlock()
	s.r.sent[channel] = true
	return nil
}

// Plant adds tokens that are known only while the server is driven, such as the credentials that it gives out. From here
// on they are searched for as those of the configuration are: in what is collected afterwards, in the whole log and in all
// files. They need no proof: whoever plants one has it from the server.
func (s *Server) Plant(tokens ...Token) error { return s.r.plant(tokens) }

func (s *Server) token(channel string) (string, error) {
	for _, t := range s.r.Tokens {
		if t.Channel == channel {
			return t.Text, nil
		}
	}
	return "", faultf(ErrUnproven, "a channel that is none of Tokens was given (%d bytes)", len(channel))
}

// Collect searches another thing that must not hold any token: metrics, traces, replies to other persons, error replies.
// The stream's name stands in findings; one that holds a token is masked.
func (s *Server) Collect(stream string, content []byte) {
	s.collect(s.r.search().all, stream, content)
}

// Answer is Collect for what may have the shape of an answer, since it is one, and must hold no token all the same.
func (s *Server) Answer(stream string, content []byte) {
	s.collect(s.r.search().words, stream, content)
}

func (s *Server) collect(in *Searcher, stream string, content []byte) {
	lines := int64(bytes.Count(content, []byte("\n")))
	if len(content) > 0 && content[len(content)-1] != '\n' {
		lines++
	}
	if len(in.Name("", stream)) > 0 {
		stream = masked("stream", stream)
	}
	found, err := in.Search(stream, bytes.NewReader(content))
	if err != nil {
		s.r.mu.Lock()
		s.r.unsearched = append(s.r.unsearched, s.r.because(ErrUnread, "something that was collected", err))
		s.r.mu.Unlock()
	}
	s.r.report.add(Stream{Name: stream, Bytes: int64(len(content)), Lines: lines}, found)
}

// Printed is the beginning of what the server has printed so far, up to 1 MiB of each stream: an address or a password
// of its own that it shows when it starts.
func (s *Server) Printed() (stdout, stderr []byte) {
	s.r.mu.Lock()
	f := s.r.follower
	s.r.mu.Unlock()
	return f.stdout.beginning(), f.stderr.beginning()
}

// Stop ends the server as the check itself does at the end, with SIGTERM, while requests may still be under way. The
// driving goes on.
func (s *Server) Stop(ctx context.Context) error { return s.r.stop(ctx) }

// Restart ends the server and starts it again, and waits until it is ready.
func (s *Server) Restart(ctx context.Context) error {
	r := s.r
	if err := r.stop(ctx); err != nil {
		return err
	}
	// The follower of the first run comes to its end before the next one begins, again from the start.
	r.mu.Lock()
	before, driving := r.follower, r.driving
	r.mu.Unlock()
	select {
	case <-before.done:
	case <-time.After(followWait):
	}
	if err := r.container.Start(ctx); err != nil {
		return r.because(ErrStart, "again", err)
	}
	r.mu.Lock()
	r.told = false
	r.mu.Unlock()
	r.follow(context.WithoutCancel(ctx))
	go r.watch(driving)
	return r.ready(ctx)
}
