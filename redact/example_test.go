package redact_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/seed-a76b335c/philint/redact"
)

// printed is a handler that writes to standard output, without what changes from run to run.
func printed() slog.Handler {
	return slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
		if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey) || a.Key == "duration" || a.Key == "stack" {
			return slog.Attr{}
		}
		return a
	}})
}

func Example() {
	log := slog.New(redact.NewHandler(printed()))
	err := &fs.PathError{Op: "open", Path: "/scans/mary-smith.pdf", Err: fs.ErrNotExist}
	log.Info("scan failed", "user_id", "u-1841", "email", "mary@clinic.example", "err", err, "size_bytes", 48_112)
	// Output: msg="scan failed" user_id=u-1841 err=*fs.PathError<*errors.errorString size_bytes=48112
}

// A struct is written as far as the names and values of its fields allow.
func ExampleNewHandler_struct() {
	type Patient struct {
		ID   string
		Name string
	}
	type request struct {
		Patient  Patient `json:"patient"`
		RowCount int     `json:"row_count"`
		Note     string  `json:"note"`
	}
	log := slog.New(redact.NewHandler(printed()))
	log.Info("stored", "request", request{Patient{"p-7", "Mary Smith"}, 3, "dizzy since Monday"})
	// Output: msg=stored request.patient.ID=p-7 request.row_count=3
}

func ExampleInstall() {
	in := redact.Install(printed())
	defer in.Uninstall()
	slog.Info("login", "user_id", "u-1841", "email", "mary@clinic.example")
	slog.Warn("mail to mary@clinic.example bounced")
	if err := in.Check(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// msg=login user_id=u-1841
	// msg="[redacted email: 35 runes]"
}

func ExampleRegister() {
	reg := redact.Fields.Clone() // a program would register in Fields itself, once, where it starts
	err := reg.Register(
		redact.Field{Name: "ward_id", Kind: redact.KindIdentifier},
		redact.Field{Name: "triage", Kind: redact.KindStatus, Values: []string{"red", "orange", "green"}},
	)
	fmt.Println(err)
	log := slog.New(redact.NewHandler(printed(), redact.WithRegistry(reg)))
	log.Info("admitted", "wardID", "w-3", "triage", "orange")
	log.Info("admitted", "wardID", "w-3", "triage", "chest pain")
	fmt.Println(reg.Register(redact.Field{Name: "patient_email", Kind: redact.KindIdentifier}))
	// Output:
	// <nil>
	// msg=admitted wardID=w-3 triage=orange
	// msg=admitted wardID=w-3
	// redact: field patient_email: a name that ends in "email" promises a value that no log may hold
}

func ExampleErrType() {
	err := fmt.Errorf("load record of mary: %w", errors.Join(context.Canceled, &fs.PathError{Path: "mary.pdf", Err: fs.ErrExist}))
	fmt.Println(redact.ErrType(err))
	// Output: *fmt.wrapError<*errors.joinError<(*errors.errorString|*fs.PathError<*errors.errorString)
}

func ExampleID() {
	fmt.Println(redact.ID("01ARZ3NDEKTSV4RRFFQ69G5FAV"))
	fmt.Println(redact.ID("mary@clinic.example"))
	// Output:
	// 01ARZ3NDEKTSV4RRFFQ69G5FAV
	// invalid-id:19
}

func ExampleTag() {
	key := []byte("a key of sixteen bytes or more")
	first, again := redact.Tag(key, "MRN 0048173"), redact.Tag(key, "MRN 0048173")
	fmt.Println(first == again)
	fmt.Println(strings.HasPrefix(redact.Tag(key, "MRN 0048173"), "tag:"))
	fmt.Println(redact.Tag([]byte("short"), "MRN 0048173"))
	// Output:
	// true
	// true
	// tag:nokey
}

func ExampleFingerprint() {
	fmt.Println(redact.Fingerprint("tk-9f86d081884c7d659a2feaa0c55ad015"))
	fmt.Println(redact.Fingerprint("1931-03-08")) // guessable: a digest would not hide it
	// Output:
	// sha256:dcfc6e232a35
	// sha256:short
}

func ExamplePath() {
	_ = redact.SetPathKey([]byte("a key of sixteen bytes or more"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /share/{link}", func(_ http.ResponseWriter, r *http.Request) { fmt.Println(redact.Path(r)) })
	mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/share/7d659a2feaa0?name=mary", nil))
	// Output: /share/~889592c9?~50c372ac
}

func ExampleLogRequests() {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /records/{id}", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("[]")) })
	h := redact.LogRequests(slog.New(redact.NewHandler(printed())))(mux)
	r := httptest.NewRequest("GET", "/records/mary?birthdate=1931-03-08", nil)
	r.Header.Set(redact.RequestIDHeader, "req-17")
	h.ServeHTTP(httptest.NewRecorder(), r)
	// Output: msg=request http_method=GET status_code=200 request_bytes=0 response_bytes=2 request_id=req-17 route="GET /records/{id}"
}

func ExampleRecover() {
	in := redact.Install(printed())
	defer in.Uninstall()
	func() {
		defer redact.Recover(context.Background())
		panic("reading 54 of mary@clinic.example is out of range")
	}()
	fmt.Println("still running")
	// The report also has the stack, as names of functions and their lines.

	// Output:
	// msg=panic panic=string
	// still running
}

func ExampleWriter() {
	w := redact.NewWriter(os.Stdout)
	fmt.Fprintln(w, `{"level":"info","msg":"login","user_id":"u-1841","email":"mary@clinic.example"}`)
	fmt.Fprintln(w, `level=info msg=login user_id=u-1841 name="Mary Smith" attempt=2`)
	// Output:
	// {"level":"info","msg":"login","user_id":"u-1841"}
	// level=info msg=login user_id=u-1841 attempt=2
}

func ExampleStats() {
	stats := new(redact.Stats)
	log := slog.New(redact.NewHandler(slog.DiscardHandler, redact.WithStats(stats)))
	_ = log.Handler().Handle(context.Background(), record1())
	for name, n := range stats.Snapshot().All() {
		if n > 0 {
			fmt.Println(name, n)
		}
	}
	// Output:
	// dropped_unregistered 1
	// dropped_wrong_kind 1
	// wrong_kind_identifier 1
}

func record1() (r slog.Record) {
	r.Message = "login"
	r.AddAttrs(slog.String("email", "mary@clinic.example"), slog.String("user_id", "Mary Smith"))
	return r
}

func ExampleOnDrop() {
	hook := redact.OnDrop(func(d redact.Drop) { fmt.Println("dropped:", d) })
	slog.New(redact.NewHandler(printed(), hook)).Info("stored", "weight", 71.5, "row_count", "three")
	// Output:
	// dropped: weight: unregistered
	// dropped: row_count (count): wrong-kind
	// msg=stored
}

func ExampleConstantMessages() {
	log := slog.New(redact.NewHandler(printed(), redact.ConstantMessages()))
	log.Info("record loaded")
	log.Info(fmt.Sprintf("record of %s loaded", "Mary"))
	// Output:
	// msg="record loaded"
	// msg="[redacted dynamic: 21 runes]"
}
