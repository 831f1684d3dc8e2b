package canarycheck

import (
	"context"

	"github.com/seed-a76b335c/philint/canary"
)

// Target is the server, wherever it runs.
type Target interface {
	URL() string     // of the server
	Metrics() string // of its metrics
	// Run runs a command of the program beside the server, on the same data directory.
	Run(ctx context.Context, stdin []byte, args ...string) (canary.Output, error)
	// Beside is Run with something beside the command, which is told by a file: see the program beside.
	Beside(ctx context.Context, how, file string, stdin []byte, args ...string) (canary.Output, error)
	// Put writes a file into the data directory, and returns its path for commands.
	Put(ctx context.Context, name string, content []byte) (string, error)
	// Path is where a command may write a file of this name.
	Path(name string) string
	// Stop ends the server as whoever runs it does.
	Stop(ctx context.Context) error

	// Printed is what the server has printed on standard output so far.
	Printed() []byte

	Plant(tokens ...canary.Token) error // from here on they are words too
	ReadBack(channel string, reply []byte) error
	Sent(channel string, status int) error
	Collect(stream string, content []byte) // must have no word, and no shape of an answer
	Answer(stream string, content []byte)  // an answer that must have no word
}
