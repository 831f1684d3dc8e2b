// Package lib wraps the standard streams.
package lib

import (
	"fmt"
	"io"
	"os"
)

func Say(format string, args ...any) { fmt.Fprintf(os.Stderr, format+"\n", args...) }

func Fatal(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// To writes to any stream: it is a log only when the stream is a standard one.
func To(w io.Writer, text string) { fmt.Fprintln(w, text) }
