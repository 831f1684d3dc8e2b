//go:build linux

// Command bench writes an export of Apple Health of an invented person and reads it in a process of its own, and prints
// how fast that was and how much memory it took. With -store it goes the whole way, into a store on the disk.
//
//	go run ./internal/ingest/apple/bench -records 2000000
//	go run ./internal/ingest/apple/bench -records 300000 -store
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"github.com/seed-a76b335c/philint/internal/ingest/apple"
	"github.com/seed-a76b335c/philint/internal/ingest/apple/gen"
)

func main() {
	records := flag.Int("records", 2_000_000, "how many records the export has")
	archive := flag.Bool("zip", true, "write an archive, not the bare XML")
	limit := flag.Int("limit", 200, "the most megabytes that may be resident")
	keep := flag.Bool("store", false, "import into a store, not only read")
	read := flag.String("read", "", "read this file")
	flag.Parse()
	if *read != "" {
		exitOn(readFile(*read, *limit, *keep))
		return
	}
	dir, err := os.MkdirTemp("", "apple-bench")
	exitOn(err)
	file := filepath.Join(dir, "export")
	err = write(file, *archive, *records)
	if err == nil {
		// A process of its own, so that what writing took is not counted.
		child := exec.Command(os.Args[0], "-read", file, "-limit", fmt.Sprint(*limit), fmt.Sprintf("-store=%t", *keep))
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		err = child.Run()
	}
	_ = os.RemoveAll(dir)
	exitOn(err)
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func write(file string, archive bool, records int) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	o := gen.Options{Records: records, Seed: 1}
	var t gen.Tally
	if archive {
		t, err = gen.WriteArchive(f, "export.xml", o)
	} else {
		t, err = gen.Write(f, o)
	}
	if err != nil {
		return err
	}
	fmt.Printf("written: %d records, %d drafts to come, %.0f MB of XML\n", t.Records, t.Drafts, float64(t.Bytes)/1e6)
	return f.Close()
}

func readFile(file string, limit int, keep bool) error {
	f, err := os.Open(file)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	start := time.Now()
	e, err := apple.Open(f, info.Size())
	if err != nil {
		return err
	}
	what := "read"
	n, took := figures{}, time.Duration(0)
	if keep {
		what = "stored"
		n, took, err = store(filepath.Dir(file), e)
	} else {
		n, took = count(e), time.Since(start)
	}
	if err != nil {
		return err
	}
	bytes, _ := e.Progress()
	resident, cpu, err := used()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d drafts, %d left out, %.1f s (%.1f s of a processor), %.0f MB/s of XML, %.1f thousand drafts/s, %d MB resident\n",
		what, n.drafts, n.problems, took.Seconds(), cpu.Seconds(), float64(bytes)/1e6/took.Seconds(), float64(n.drafts)/1e3/took.Seconds(), resident)
	if resident > limit {
		return fmt.Errorf("%d MB resident, at most %d MB allowed", resident, limit)
	}
	return nil
}

type figures struct{ drafts, problems int64 }

func count(e *apple.Export) (n figures) {
	for _, err := range e.Drafts(context.Background()) {
		if err != nil {
			n.problems++
		} else {
			n.drafts++
		}
	}
	return n
}

// used is what the process took so far: the most megabytes that were resident, and time of a processor.
func used() (megabytes int, cpu time.Duration, err error) {
	var usage syscall.Rusage
	err = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return int(usage.Maxrss / 1024), time.Duration(usage.Utime.Nano() + usage.Stime.Nano()), err
}
