package redact_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/slogtest"
	"time"

	"github.com/seed-a76b335c/philint/redact"
)

// record logs once through a JSON handler behind a filter, and returns the line.
func record(t testing.TB, opts []redact.Option, log func(*slog.Logger)) map[string]any {
	t.Helper()
	var buf bytes.Buffer
	log(slog.New(redact.NewHandler(slog.NewJSONHandler(&buf, nil), opts...)))
	var m map[string]any
	if err := json.Unmarshal(buf.Bytes(), &m); err != nil {
		t.Fatalf("not one line of JSON: %v", err)
	}
	delete(m, "time")
	delete(m, "level")
	return m
}

func with(opts ...redact.Option) []redact.Option { return opts }

func TestHandlerIsAWholeHandler(t *testing.T) {
	r, err := redact.NewRegistry(redact.Field{Name: "G", Kind: redact.KindGroup}, redact.Field{Name: "H", Kind: redact.KindGroup},
		redact.Field{Name: "I", Kind: redact.KindGroup})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "k"} {
		if err := r.Register(redact.Field{Name: name, Kind: redact.KindTypeName}); err != nil {
			t.Fatal(err)
		}
	}
	var buf bytes.Buffer
	slogtest.Run(t, func(*testing.T) slog.Handler {
		buf.Reset()
		return redact.NewHandler(slog.NewJSONHandler(&buf, nil), redact.WithRegistry(r))
	}, func(t *testing.T) map[string]any {
		var m map[string]any
		if err := json.Unmarshal(buf.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		return m
	})
}

type color int

func (c color) String() string { return [...]string{"ok", "failed"}[c] }

type uuid [16]byte

func (u uuid) String() string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
}

type leaf struct {
	UserID   string `json:"user_id"`
	RowCount int    `json:"row_count"`
	Email    string
	Took     time.Duration `json:"duration"`
	Started  time.Time     `json:"started_at"`
	Err      error         `json:"error"`
	Request  *leaf         `json:"request,omitempty"`
	hidden   string
}

func TestWhatIsOfItsKindStays(t *testing.T) {
	at := time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
	n := 4
	for _, tc := range []struct {
		key  string
		in   any
		want any
	}{
		{"user_id", 42, 42.0},
		{"user_id", "u-42", "u-42"},
		{"user_id", &n, 4.0},
		{"user_id", uuid{1, 2, 3}, "01020300-0000-0000-0000-000000000000"},
		{"user_id", json.RawMessage(`"u1"`), "u1"},
		{"user_id", []byte("u1"), "u1"},
		{"user_ids", []string{"u1", "u2"}, []any{"u1", "u2"}},
		{"user_ids", []any{"u1", 2, "Mary Smith"}, []any{"u1", 2.0}},
		{"row_count", uint8(3), 3.0},
		{"row_count", json.Number("7"), 7.0},
		{"duration", 1500 * time.Millisecond, 1.5e9},
		{"duration_ms", 1.25, 1.25},
		{"status", color(1), "failed"},
		{"status_code", 404, 404.0},
		{"status", "Not Found", "Not Found"},
		{"severity", slog.LevelWarn, "WARN"},
		{"ok", true, true},
		{"started_at", at, "2026-05-04T03:02:01Z"},
		{"started_at", &at, "2026-05-04T03:02:01Z"},
		{"error", fs.ErrNotExist, "*errors.errorString"},
		{"error", nil, nil},
		{"error", errors.Join(io.EOF, &fs.PathError{Err: io.EOF}), "*errors.joinError<(*errors.errorString|*fs.PathError<*errors.errorString)"},
		{"error", redact.ErrType(&fs.PathError{Err: io.EOF}), "*fs.PathError<*errors.errorString"},
		{"error", []error{io.EOF}, []any{"*errors.errorString"}},
		{"type", fmt.Sprintf("%T", tableErr{}), "redact_test.tableErr"},
		{"component", "ingest", "ingest"},
		{"request", map[string]any{"user_id": "u1", "email": "x@y.example", "row_count": 2}, map[string]any{"user_id": "u1", "row_count": 2.0}},
		{
			"request", json.RawMessage(`{"id":12345678901234567,"user":{"email":"x"},"ok":true,"row_count":2}`),
			map[string]any{"id": 12345678901234567.0, "ok": true, "row_count": 2.0},
		},
		{
			"request",
			leaf{UserID: "u1", RowCount: 2, Email: "x", hidden: "Mary", Took: time.Second, Started: at, Err: io.EOF, Request: &leaf{UserID: "u2"}},
			map[string]any{
				"user_id": "u1", "row_count": 2.0, "duration": 1e9, "started_at": "2026-05-04T03:02:01Z", "error": "*errors.errorString",
				"request": map[string]any{"user_id": "u2", "row_count": 0.0, "duration": 0.0, "started_at": "0001-01-01T00:00:00Z", "error": nil, "request": nil},
			},
		},
		{"request", []leaf{{UserID: "u1"}}, []any{map[string]any{
			"user_id": "u1", "row_count": 0.0, "duration": 0.0,
			"started_at": "0001-01-01T00:00:00Z", "error": nil, "request": nil,
		}}},
	} {
		m := record(t, nil, func(l *slog.Logger) { l.Info("m", tc.key, tc.in) })
		got, ok := m[tc.key]
		if g, w := fmt.Sprintf("%#v", got), fmt.Sprintf("%#v", tc.want); !ok || g != w {
			t.Errorf("%s = %T: got %s, want %s", tc.key, tc.in, g, w)
		}
	}
}

type tableErr struct{}

func TestDroppedFieldsAreCountedByReason(t *testing.T) {
	stats := new(redact.Stats)
	var drops []string
	var mu sync.Mutex
	opts := with(redact.WithStats(stats), redact.OnDrop(func(d redact.Drop) {
		mu.Lock()
		defer mu.Unlock()
		drops = append(drops, d.String())
	}))
	m := record(t, opts, func(l *slog.Logger) {
		args := []any{
			"email", "x", "user_id", "Mary Smith", "row_count", 1.5, "row_count", 3,
			"request",
			map[string]any{"email": 1},
			"err", io.EOF, "odd",
		}
		l.With("note", "x").Info("m", args...)
	})
	if fmt.Sprint(m) != "map[err:*errors.errorString msg:m row_count:3]" {
		t.Errorf("logged %v", m)
	}
	want := []string{
		"note: unregistered", "email: unregistered", "user_id (identifier): wrong-kind", "row_count (count): wrong-kind",
		"email: unregistered", "request (group): wrong-kind", "!BADKEY: bad-key",
	}
	if !slices.Equal(drops, want) {
		t.Errorf("dropped %q, want %q", drops, want)
	}
	c := stats.Snapshot()
	if c.Dropped[redact.Unregistered] != 3 || c.Dropped[redact.WrongKind] != 3 || c.Dropped[redact.BadKey] != 1 || c.Total() != 7 ||
		c.WrongKind[redact.KindIdentifier] != 1 || c.WrongKind[redact.KindCount] != 1 || c.ErrorsReduced != 1 {
		t.Errorf("counted %+v", c)
	}
	var j map[string]uint64
	if err := json.Unmarshal([]byte(stats.String()), &j); err != nil || j["dropped_unregistered"] != 3 || j["wrong_kind_count"] != 1 {
		t.Errorf("String = %s (%v)", stats, err)
	}
}

func TestKeptNamesHaveTheFixedMarker(t *testing.T) {
	m := record(t, with(redact.KeepNames()), func(l *slog.Logger) {
		computed := strings.Join([]string{"mary", "smith"}, "_")
		args := []any{
			"email", "x", "user_id", "Mary Smith", computed, 1, "with space", 1,
			slog.Group("patient_data", "id", 1), slog.Group("request", "email", "x"),
			struct{ X int }{1},
		}
		l.With("note", "x").Info("m", args...)
	})
	if got := fmt.Sprint(m); got != "map[email:[redacted] msg:m note:[redacted] patient_data:[redacted] request:map[email:[redacted]] user_id:[redacted]]" {
		t.Errorf("logged %s", got)
	}
	m = record(t, with(redact.KeepNames()), func(l *slog.Logger) { l.WithGroup("patient_data").With("id", 1).Info("m", "id", 2) })
	if got := fmt.Sprint(m); got != "map[msg:m patient_data:[redacted]]" {
		t.Errorf("logged %s", got)
	}
}

func TestMessages(t *testing.T) {
	long := strings.Repeat("wörd ", 100)
	stats := new(redact.Stats)
	for in, want := range map[string]string{
		"":                                   "",
		"request served":                     "request served",
		"a\nb\r\tc\x1b[31m\x00d":             `a\nb\r\tc\x1b[31m\x00d`,
		"bro\xffken":                         `bro\xffken`,
		"right\u202eleft\u2028line\u200b":    `right\u202eleft\u2028line\u200b`,
		long:                                 strings.Repeat("wörd ", 60) + "… [cut: 500 runes]",
		strings.Repeat("é", 300):             strings.Repeat("é", 300),
		"login of mary@clinic.example":       "[redacted email: 28 runes]",
		"listening on http://localhost:8080": "listening on http://localhost:8080",
		"listening on 127.0.0.1:8080":        "listening on 127.0.0.1:8080",
		"loaded 12 rows in 37ms":             "loaded 12 rows in 37ms",
		"retry attempt=3 status=ok":          "retry attempt=3 status=ok",
		"x == y, a => b, c != d":             "x == y, a => b, c != d",
		"job 018f4e2a-7b1c-7cc3-98c4-dc0c0c07398f took 2 tries": "job 018f4e2a-7b1c-7cc3-98c4-dc0c0c07398f took 2 tries",
		"applied migration 0042_create_users":                   "applied migration 0042_create_users",
		"upgrade to v1.2.3 of pkg@v1.2.3":                       "upgrade to v1.2.3 of pkg@v1.2.3",
		"100% done (3/3), 5 of 7 [ok]":                          "100% done (3/3), 5 of 7 [ok]",
		"cache <nil>, 3 < 4 > 2":                                "cache <nil>, 3 < 4 > 2",
	} {
		m := record(t, with(redact.WithStats(stats)), func(l *slog.Logger) { l.Info(in) })
		if m["msg"] != want {
			t.Errorf("message %q became %q, want %q", in, m["msg"], want)
		}
		again := record(t, with(redact.WithStats(stats)), func(l *slog.Logger) { l.Info(want) })
		if again["msg"] != want {
			t.Errorf("a second filter makes %q of %q", again["msg"], want)
		}
	}
	if c := stats.Snapshot(); c.MessagesCut != 1 || c.MessagesEscaped != 3 || c.MessagesReplaced != 1 {
		t.Errorf("counted %+v", c)
	}
}

func TestMessageOptions(t *testing.T) {
	say := func(msg string, opts ...redact.Option) any {
		return record(t, opts, func(l *slog.Logger) { l.Info(msg) })["msg"]
	}
	if got := say("mary@clinic.example 1931-03-08", redact.WithDetectors()); got != "mary@clinic.example 1931-03-08" {
		t.Errorf("without detectors: %q", got)
	}
	if got := say("mary@clinic.example", redact.WithDetectors(redact.DetectDate)); got != "mary@clinic.example" {
		t.Errorf("with another detector: %q", got)
	}
	own := redact.Detector{Name: "room", Find: func(s string) bool { return strings.Contains(s, "room") }}
	if got := say("in the room", redact.WithDetectors(own)); got != "[redacted room: 11 runes]" {
		t.Errorf("own detector: %q", got)
	}
	bad := redact.Detector{Name: "Not A Name", Find: func(string) bool { panic("mary") }}
	if got := say("in the room", redact.WithDetectors(bad)); got != "[redacted text: 11 runes]" {
		t.Errorf("detector that panics: %q", got)
	}
	if got := say("in the room", redact.MaxMessage(4), redact.MaxMessage(0)); got != "in t… [cut: 11 runes]" {
		t.Errorf("shorter limit: %q", got)
	}
	computed := strings.ToUpper("in the room")
	if got := say(computed, redact.ConstantMessages()); got != "[redacted dynamic: 11 runes]" {
		t.Errorf("computed message: %q", got)
	}
	if got := say("in the room", redact.ConstantMessages()); got != "in the room" {
		t.Errorf("constant message: %q", got)
	}
}

func TestSourceLevelAndTimeStay(t *testing.T) {
	var buf bytes.Buffer
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(&buf, &slog.HandlerOptions{AddSource: true})))
	l.Warn("mary@clinic.example", "email", "x")
	var m struct {
		Time   time.Time
		Level  string
		Msg    string
		Source struct{ Function, File string }
	}
	if err := json.Unmarshal(buf.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	if time.Since(m.Time) > time.Minute || m.Level != "WARN" || !strings.HasSuffix(m.Source.Function, "TestSourceLevelAndTimeStay") {
		t.Errorf("got %+v", m)
	}
}

func TestEnabledAsksTheNextHandler(t *testing.T) {
	h := redact.NewHandler(slog.NewJSONHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelError}))
	if h.Enabled(context.Background(), slog.LevelWarn) || !h.Enabled(context.Background(), slog.LevelError) {
		t.Error("the level of the next handler is ignored")
	}
	if redact.NewHandler(nil).Enabled(context.Background(), slog.LevelError) {
		t.Error("a handler without a next one is enabled")
	}
}

// keep is a handler that keeps the records it gets.
type keep struct{ got *[]slog.Record }

func (k keep) Enabled(context.Context, slog.Level) bool      { return true }
func (k keep) Handle(_ context.Context, r slog.Record) error { *k.got = append(*k.got, r); return nil }
func (k keep) WithAttrs([]slog.Attr) slog.Handler            { return k }
func (k keep) WithGroup(string) slog.Handler                 { return k }

func TestTheInputIsNeverModified(t *testing.T) {
	var got []slog.Record
	h := redact.NewHandler(keep{&got})
	inner := []slog.Attr{slog.String("email", "x"), slog.Int("row_count", 1)}
	attrs := []slog.Attr{slog.String("user_id", "Mary Smith"), {Key: "request", Value: slog.GroupValue(inner...)}, slog.Any("err", io.EOF)}
	m := map[string]any{"email": "x", "row_count": 1}
	before := fmt.Sprint(attrs, inner, m)
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "a\nb", 0)
	r.AddAttrs(attrs...)
	r.AddAttrs(slog.Any("request", m), slog.Int("a1", 1), slog.Int("a2", 2), slog.Int("row_count", 3))
	n := r.NumAttrs()
	if err := h.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	h.WithAttrs(attrs)
	if fmt.Sprint(attrs, inner, m) != before || r.Message != "a\nb" || r.NumAttrs() != n {
		t.Error("the record or what it refers to has changed")
	}
	if len(got) != 1 || got[0].NumAttrs() != 4 {
		t.Errorf("handed on %d attributes", got[0].NumAttrs())
	}
}

func TestTheNextHandlerCanStillCompareErrors(t *testing.T) {
	var got []slog.Record
	slog.New(redact.NewHandler(keep{&got})).Error("m", "err", fmt.Errorf("mary: %w", context.Canceled))
	got[0].Attrs(func(a slog.Attr) bool {
		if err, ok := a.Value.Any().(error); !ok || !errors.Is(err, context.Canceled) || errors.Is(err, io.EOF) {
			t.Errorf("got %T", a.Value.Any())
		}
		return true
	})
}

type counted struct{ n *int }

func (c counted) LogValue() slog.Value { *c.n++; return slog.IntValue(*c.n) }

func TestLogValuersAreResolvedOnceAndOnlyUnderRegisteredNames(t *testing.T) {
	n := 0
	m := record(t, nil, func(l *slog.Logger) { l.Info("m", "row_count", counted{&n}, "email", counted{&n}) })
	if n != 1 || m["row_count"] != 1.0 {
		t.Errorf("resolved %d times, logged %v", n, m)
	}
}

func TestConcurrentUse(t *testing.T) {
	shared := []any{"user_id", "u1", "request", map[string]any{"email": "x", "row_count": 2}, "err", io.EOF, slog.Group("user", "id", "u1", "note", 1)}
	reg := redact.Fields.Clone()
	l := slog.New(redact.NewHandler(slog.NewJSONHandler(io.Discard, nil), redact.WithRegistry(reg), redact.WithStats(new(redact.Stats))))
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 100 {
				l.With(shared...).WithGroup("request").Info("a message of mary@clinic.example", shared...)
				if err := reg.Register(redact.Field{Name: fmt.Sprintf("own_%d_%d", i, j), Kind: redact.KindCount}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
}

func TestDeepAndWideValuesEnd(t *testing.T) {
	var deep any = 1
	for range 10_000 {
		deep = map[string]any{"user": deep}
	}
	wide := make(map[string]any)
	for i := range 5000 {
		wide[fmt.Sprintf("k%d", i)] = 1
	}
	list := make([]any, 100_000)
	for i := range list {
		list[i] = i
	}
	stats := new(redact.Stats)
	start := time.Now()
	record(t, with(redact.WithStats(stats)), func(l *slog.Logger) { l.Info("m", "request", deep, "user", wide, "ids", list) })
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v", took)
	}
	if stats.Snapshot().Dropped[redact.TooLarge] < 3 {
		t.Errorf("counted %v", stats.Snapshot().Dropped)
	}
}

func TestMiddlewareIsTheFormThatOtherPackagesTake(t *testing.T) {
	type Middleware func(slog.Handler) slog.Handler
	var mw Middleware = redact.Middleware()
	var buf bytes.Buffer
	slog.New(mw(slog.NewJSONHandler(&buf, nil))).Info("m", "email", "x")
	if strings.Contains(buf.String(), "email") {
		t.Error("the middleware does not filter")
	}
}
