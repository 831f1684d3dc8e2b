package report

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime/metrics"
	"time"
)

// Bounds of the process that reads one PDF.
const (
	childTime   = 30 * time.Second
	childMemory = 512 << 20
)

// What the process that reads a PDF ends with.
const (
	childDamaged = 3 // also what a crash and a kill are taken for
	childNoText  = 4
	childTooLong = 5
)

// Child reads each PDF in a process of its own, which the command starts: PDF on its standard input, text on its
// standard output, Main as what it does. A file that leads the reader in circles or fills the memory costs that process
// only: it is ended after 30 seconds or at 512 MiB, and the answer is ErrDamagedPDF.
func Child(command ...string) PDFText {
	return func(ctx context.Context, data []byte) (string, error) {
		ctx, cancel := context.WithTimeout(ctx, childTime)
		defer cancel()
		cmd := exec.CommandContext(ctx, command[0], command[1:]...)
		cmd.Stdin = bytes.NewReader(data)
		cmd.WaitDelay = time.Second
		out, err := cmd.Output()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return string(out), nil
		case errors.As(err, &exit) && exit.ExitCode() == childNoText:
			return "", ErrNoTextLayer
		case errors.As(err, &exit) && exit.ExitCode() == childTooLong:
			return "", ErrTooLong
		default:
			return "", ErrDamagedPDF
		}
	}
}

// Main is the whole of the process that Child starts. It returns the exit status.
func Main(in io.Reader, out io.Writer) int {
	go endAt(childMemory)
	data, err := io.ReadAll(io.LimitReader(in, MaxFile+1))
	if err != nil || len(data) > MaxFile {
		return childDamaged
	}
	text, err := readPDF(context.Background(), data)
	switch {
	case errors.Is(err, ErrNoTextLayer):
		return childNoText
	case errors.Is(err, ErrTooLong):
		return childTooLong
	case err != nil:
		return childDamaged
	}
	if _, err := io.WriteString(out, text); err != nil {
		return childDamaged
	}
	return 0
}

// endAt ends the process when its heap grows over a limit.
func endAt(limit uint64) {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	for {
		metrics.Read(sample)
		if sample[0].Value.Uint64() > limit {
			os.Exit(childDamaged)
		}
		time.Sleep(20 * time.Millisecond)
	}
}
