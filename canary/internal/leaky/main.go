// Leaky is a server that keeps notes, for the tests of canary: it leaks them in the one way that the variable LEAK names,
// and in none without it.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// notes are what was kept, newest last.
type notes struct {
	mu   sync.Mutex
	kept []string
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "cat" {
		_, _ = io.Copy(os.Stdout, os.Stdin)
		os.Exit(7)
	}
	how := os.Getenv("LEAK")
	if how == "early" {
		fmt.Println("nothing to do")
		os.Exit(3)
	}
	if how != "silent" {
		fmt.Println("serving")
	}
	var n notes
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	if how == "deaf" {
		stop()
		signal.Ignore(syscall.SIGTERM)
		ctx = context.Background()
	}
	defer stop()
	s := &http.Server{Addr: ":8080", Handler: n.routes(how), ReadHeaderTimeout: time.Second}
	go func() {
		if err := s.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
			fmt.Println("cannot listen")
			os.Exit(1)
		}
	}()
	<-ctx.Done()
	_ = s.Shutdown(context.Background())
	if how == "shutdown" {
		fmt.Println("not written yet:", n.all())
	}
	if how != "silent" {
		fmt.Println("ended")
	}
}

func (n *notes) routes(how string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /ready", func(http.ResponseWriter, *http.Request) {})
	mux.HandleFunc("GET /notes", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, n.all()) })
	mux.HandleFunc("POST /notes", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "unreadable", http.StatusBadRequest)
			return
		}
		if how != "deaf to notes" {
			n.mu.Lock()
			n.kept = append(n.kept, string(body))
			n.mu.Unlock()
		}
		if err := leak(how, string(body)); err != nil {
			fmt.Printf("cannot leak: %T\n", err)
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		if how == "log" {
			fmt.Println("POST /notes 200")
		}
	})
	return mux
}

func (n *notes) all() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Join(n.kept, "\n")
}

// leak lets a note out.
func leak(how, note string) error {
	switch how {
	case "stdout":
		fmt.Println("note:", note)
	case "stderr":
		fmt.Fprintln(os.Stderr, "warning:", note)
	case "long line":
		// The engine cuts what is longer than 16 KiB, here in the middle of the note.
		fmt.Println(strings.Repeat(".", 16384-len(note)/2) + note + strings.Repeat(".", 20000))
	case "flood":
		line := strings.Repeat("x", 997) + "\n"
		for range 20000 {
			if _, err := os.Stdout.WriteString(line); err != nil {
				return err
			}
		}
		fmt.Println(note)
	case "binary":
		_, err := os.Stdout.Write(packed("binary " + note))
		return err
	case "crash":
		os.Exit(5)
	case "working directory":
		return os.WriteFile("note.txt", []byte(note), 0o600)
	case "name":
		return os.WriteFile("/tmp/"+note+".txt", []byte("nothing"), 0o600)
	case "link":
		return os.Symlink("/nowhere/"+note, "/tmp/link")
	case "gzip":
		return os.WriteFile("/tmp/trace.gz", packed(note), 0o600)
	case "nested":
		for range 8 {
			note = string(packed(note))
		}
		return os.WriteFile("/tmp/nested.gz", []byte(note), 0o600)
	case "data":
		return os.WriteFile("/data/notes", []byte(note), 0o600)
	default:
		if strings.HasPrefix(how, "/") {
			if err := os.MkdirAll(filepath.Dir(how), 0o755); err != nil {
				return err
			}
			return os.WriteFile(how, []byte("a file\nwith "+note), 0o600)
		}
	}
	return nil
}

func packed(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = io.WriteString(w, text)
	_ = w.Close()
	return b.Bytes()
}
