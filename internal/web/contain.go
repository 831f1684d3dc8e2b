package web

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/seed-a76b335c/philint/redact"
)

// contained answers a panic with a problem that has its type and nothing else; the log has the functions too. An answer
// that has begun is cut off, so that half of it is not taken for the whole.
func contained(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := &response{ResponseWriter: w}
		kind, cut := attempt(next, begun, r)
		switch {
		case cut || kind != "" && begun.status != 0:
			panic(http.ErrAbortHandler)
		case kind != "":
			WriteProblem(w, Problem{Type: InternalError, Detail: "panic: " + kind})
		}
	})
}

// attempt calls next and returns the type of what it panicked with. cut says that it asked for the connection to be cut.
func attempt(next http.Handler, w http.ResponseWriter, r *http.Request) (kind string, cut bool) {
	// The report is made while the panic still runs, so that it has the stack.
	defer redact.Recover(r.Context())
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		err, isError := v.(error)
		switch {
		case isError && errors.Is(err, http.ErrAbortHandler):
			cut = true
			return
		case isError:
			kind = redact.ErrType(err)
		default:
			kind = fmt.Sprintf("%T", v)
		}
		panic(v) //philint:ok redact.Recover, around this, reports its type and ends it
	}()
	next.ServeHTTP(w, r)
	return "", false
}

// response remembers the status and the size of an answer.
type response struct {
	http.ResponseWriter
	status int
	bytes  int64
}

// WriteHeader implements [http.ResponseWriter].
func (w *response) WriteHeader(status int) {
	if w.status == 0 && status >= 200 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements [http.ResponseWriter].
func (w *response) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// Unwrap is for [http.ResponseController].
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }
