package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := write(ctx, os.Stdout, "../.."); err != nil {
		fmt.Fprintln(os.Stderr, "layers:", err)
		stop()
		os.Exit(1)
	}
}

// write measures all three layers and prints the page.
func write(ctx context.Context, w io.Writer, root string) error {
	dir, err := os.MkdirTemp("", "layers-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	b := &bench{root: root, dir: dir}
	var m measured
	if m.lint, err = b.lint(ctx); err != nil {
		return err
	}
	if m.filtered, err = b.run(ctx, tags); err != nil {
		return err
	}
	if m.canary, err = b.contain(ctx, tags, plain()); err != nil {
		return err
	}
	return page(w, m.rows())
}
