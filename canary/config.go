package canary

import (
	"context"
	"io"
	"io/fs"
	"os"
	slash "path"
	"slices"
	"strings"
	"time"
)

// Config says which server is checked, and how.
type Config struct {
	Image string // an image that is on this machine; or
	Build Build  // how to make one

	Command []string          // in place of the image's command; its entry point stays
	Env     map[string]string // of the server
	User    string            // in place of the image's: a name or a number, and a group after a colon
	Port    string            // that the server listens at inside the container, such as "8080/tcp"
	Ports   []string          // others that it listens at, for Server.Address
	HostIP  string            // that the port is bound to; "127.0.0.1" unless given, "0.0.0.0" for an engine on another machine
	Files   []File            // put in before it starts

	// DataDir is where the server keeps what it is there to keep. It stands on a volume of its own and is not searched.
	DataDir string
	// Scratch are directories that the server may write beside it, such as "/tmp". They stand on volumes, so that they can
	// be written with a read-only root, and are searched. /dev/shm is always one of them.
	Scratch []string
	// ReadOnly makes the root file system read-only. Files then get volumes for their directories.
	ReadOnly bool
	// Confined takes all capabilities from the server, and the ways to get new ones.
	Confined bool

	Ready        string        // a path that is answered with 200 when the server is ready; empty: when the port takes connections
	StartTimeout time.Duration // until it is ready; a minute unless given
	StopTimeout  time.Duration // from SIGTERM to its end; 20 seconds unless given

	Tokens []Token // planted by Drive, or with Files and Env
	Shapes []Shape // what must not be in a log even without a token, such as DefaultShapes()
	// Sent are the channels whose token never comes back in a reply, such as a user agent. For them it is enough that a
	// request with the token was answered. All others must be read back; Server.Sent refuses them.
	Sent []string

	// Drive uses the server, plants the tokens, and proves each. Its context ends when the server does.
	// An error of it is shown without a token; what it panics with is not touched, and go test prints that.
	Drive func(context.Context, *Server) error

	// LogDir, where given, is a directory that the container's output is written to, for the person who looks for the line
	// that a finding names. It holds whatever the server wrote.
	LogDir string
}

// Build is how an image is made. Nothing is pulled: what the Dockerfile builds on must be on this machine, or be scratch.
type Build struct {
	Context    string            // a directory; or
	Archive    io.ReadSeeker     // a tar archive of one
	Dockerfile string            // inside the context; "Dockerfile" unless given
	Args       map[string]string // build arguments
	Log        io.Writer         // gets what the build prints; nil for nobody
	Tag        string            // keeps the image under this name; without it the image is removed after the check
}

func (b Build) given() bool { return b.Context != "" || b.Archive != nil }

// File is put into the container.
type File struct {
	Path    string // absolute
	Content []byte
	Mode    fs.FileMode // 0o644 unless given; it belongs to the user that the server runs as
}

const (
	startWait  = time.Minute
	stopWait   = 20 * time.Second
	localhost  = "127.0.0.1"
	sharedMem  = "/dev/shm"
	removeWait = time.Minute
)

// settle fills in what was not given, and refuses what cannot be.
func (c *Config) settle() error {
	switch {
	case c.Image != "" && c.Build.given():
		return faultf(ErrConfig, "give Image or Build, not both")
	case c.Image == "" && !c.Build.given():
		return faultf(ErrConfig, "give Image, or Build.Context or Build.Archive")
	case c.Build.Context != "" && c.Build.Archive != nil:
		return faultf(ErrConfig, "give Build.Context or Build.Archive, not both")
	case c.Port == "":
		return faultf(ErrConfig, "give the Port that the server listens at, such as 8080/tcp")
	case c.Drive == nil:
		return faultf(ErrConfig, "give Drive: a server that nobody uses leaks nothing")
	case c.Ready != "" && !strings.HasPrefix(c.Ready, "/"):
		return faultf(ErrConfig, "Ready must be a path that begins with a slash")
	case c.StartTimeout < 0 || c.StopTimeout < 0:
		return faultf(ErrConfig, "StartTimeout and StopTimeout must not be negative")
	}
	known := make([]string, 0, len(c.Tokens))
	for _, t := range c.Tokens {
		known = append(known, t.Channel)
	}
	for i, channel := range c.Sent {
		if !slices.Contains(known, channel) {
			return faultf(ErrConfig, "entry %d of Sent is no channel of Tokens", i+1)
		}
	}
	for _, p := range c.places() {
		if !slash.IsAbs(p) || slash.Clean(p) != p || p == "/" {
			return faultf(ErrConfig, "DataDir, Scratch and the paths of Files must be absolute, clean, and not the root")
		}
	}
	for _, s := range c.Scratch {
		if c.DataDir != "" && (within(s, c.DataDir) || within(c.DataDir, s)) {
			return faultf(ErrConfig, "a directory of Scratch and DataDir hold each other: what is in DataDir is not searched")
		}
	}
	if c.LogDir != "" {
		if info, err := os.Stat(c.LogDir); err != nil || !info.IsDir() {
			return faultf(ErrConfig, "LogDir is no directory")
		}
	}
	if c.HostIP == "" {
		c.HostIP = localhost
	}
	if c.StartTimeout == 0 {
		c.StartTimeout = startWait
	}
	if c.StopTimeout == 0 {
		c.StopTimeout = stopWait
	}
	return nil
}

// places are all paths inside the container that were given.
func (c *Config) places() []string {
	out := slices.Clone(c.Scratch)
	if c.DataDir != "" {
		out = append(out, c.DataDir)
	}
	for _, f := range c.Files {
		out = append(out, f.Path)
	}
	return out
}

// volumes are the directories that stand on volumes.
func (c *Config) volumes() []string {
	var out []string
	add := func(dir string) {
		if !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	if c.DataDir != "" {
		add(c.DataDir)
	}
	for _, dir := range c.Scratch {
		add(dir)
	}
	add(sharedMem)
	if c.ReadOnly {
		for _, f := range c.Files {
			dir := slash.Dir(f.Path)
			if !slices.ContainsFunc(out, func(have string) bool { return under(dir, have) }) && dir != "/" {
				add(dir)
			}
		}
	}
	return out
}

// under says that a path is a directory or lies below it.
func under(p, dir string) bool {
	return p == dir || strings.HasPrefix(p, strings.TrimSuffix(dir, "/")+"/")
}

// within says that a path is a directory, or in it.
func within(path, dir string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }
