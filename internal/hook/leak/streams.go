//go:build canaryleak

package leak

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"runtime/debug"
	"strings"
)

func leak10(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if v := recover(); v != nil {
				fmt.Fprintf(os.Stderr, "panic: %v\n%s", v, debug.Stack())
				http.Error(w, "internal error", http.StatusInternalServerError)
			}
		}()
		for _, k := range argumentsOf(r).Keywords {
			panic("no column for " + k)
		}
		next.ServeHTTP(w, r)
	})
}

// leak11 hands the search to a server of its own, inside the same process, that was set up in a hurry.
func leak11(next http.Handler) http.Handler {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return next
	}
	search := &http.Server{Handler: http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		panic(fmt.Errorf("index has no entry for %q", r.FormValue("keyword")))
	})}
	go func() { _ = search.Serve(l) }()
	return httputil.NewSingleHostReverseProxy(&url.URL{Scheme: "http", Host: l.Addr().String()})
}

func leak16(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Println("here", r.URL.Query()["keyword"])
		next.ServeHTTP(w, r)
	})
}

func leak17(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, _, err := uploaded(r); err == nil {
			content, _ := io.ReadAll(file)
			_, _ = os.Stderr.Write(content)
		}
		next.ServeHTTP(w, r)
	})
}

// leak36 has files converted by a process of its own, so that a broken one does not end the server.
func leak36(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		self, err := os.Executable()
		file, _, missing := uploaded(r)
		if err == nil && missing == nil {
			helper := exec.CommandContext(r.Context(), self)
			helper.Env = append(os.Environ(), envWorker+"=1")
			helper.Stdin, helper.Stderr = file, os.Stderr
			_ = helper.Run()
		}
		next.ServeHTTP(w, r)
	})
}

// The helper of leak 36 is this program again.
func init() {
	if os.Getenv(envWorker) == "" {
		return
	}
	leak36Converts()
	os.Exit(0)
}

func leak36Converts() {
	done := make(chan struct{})
	content, _ := io.ReadAll(os.Stdin)
	go func() {
		for line := range strings.Lines(string(content)) {
			if cells := strings.Split(line, ";"); len(cells) < 2 || cells[0] != "patient" && len(cells) != 3 {
				panic(fmt.Sprintf("cannot read the line %q", line))
			}
		}
		close(done)
	}()
	<-done
}
