package redact

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestLookupIgnoresCaseAndSeparators(t *testing.T) {
	for _, name := range []string{"user_id", "userID", "user-id", "user.id", "USER_ID", "UserId", "_user__id", "request.user_id", "http.request.userID"} {
		if k, ok := Fields.Lookup(name); !ok || k != KindIdentifier {
			t.Errorf("Lookup(%q) = %v, %v; want identifier", name, k, ok)
		}
	}
	for _, name := range []string{
		"", "email", "patientEmail", "PATIENT-EMAIL", "user id", "user/id", "user_id\n", "request.email", "email.user_id", "user_id.user_id", ".", "request..user id", "us\u0435r_id",
		"u\u017fer_id", "\u212aind", strings.Repeat("a", 65), strings.Repeat("_", 64), "user_id=1",
	} {
		if k, ok := Fields.Lookup(name); ok {
			t.Errorf("Lookup(%q) = %v; want none", name, k)
		}
	}
}

func TestBuiltinFieldsHaveNoForbiddenName(t *testing.T) {
	n := 0
	for f := range Fields.All() {
		n++
		if k, ok := Fields.Lookup(strings.ToUpper(f.Name)); !ok || k != f.Kind {
			t.Errorf("%s is not found in upper case", f.Name)
		}
	}
	if n < 400 {
		t.Errorf("only %d built-in fields", n)
	}
	for _, name := range []string{
		"email", "mrn", "ssn", "birth_date", "password", "token", "session_id",
		"ip", "remote_addr", "user_agent", "url", "query", "body", "file_name", "name", "value", "indicator",
		"drug", "dose", "age", "sex", "comment", "note", "text", "message", "weight", "heart_rate", "loinc",
	} {
		if k, ok := Fields.Lookup(name); ok {
			t.Errorf("%s is registered as %v", name, k)
		}
	}
}

func TestRegisterRefusesConflictsAndAddsNothingThen(t *testing.T) {
	r, err := NewRegistry(Field{Name: "user_id", Kind: KindIdentifier})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Register(Field{Name: "userID", Kind: KindIdentifier}); err != nil {
		t.Errorf("the same field again: %v", err)
	}
	for _, bad := range []Field{
		{Name: "User-ID", Kind: KindCount},
		{Name: "no spaces", Kind: KindCount},
		{Name: "", Kind: KindCount},
		{Name: "kindless"},
		{Name: "beyond", Kind: KindGroup + 1},
		{Name: "contact_email", Kind: KindIdentifier},
		{Name: "patientBirthDate", Kind: KindTime},
		{Name: "apiKey", Kind: KindIdentifier},
		{Name: "age", Kind: KindCount},
		{Name: "tries", Kind: KindCount, Values: []string{"one"}},
	} {
		if err := r.Register(Field{Name: "good", Kind: KindCount}, bad); err == nil {
			t.Errorf("Register(%+v) succeeded", bad)
		}
		if _, ok := r.Lookup("good"); ok {
			t.Fatalf("Register(%+v) failed and added the other field", bad)
		}
	}
	if err := r.Register(Field{Name: "page_age", Kind: KindDuration}, Field{Name: "image", Kind: KindTypeName}); err != nil {
		t.Errorf("an ending of a harmless word: %v", err)
	}
}

func TestCloneIsIndependent(t *testing.T) {
	a, _ := NewRegistry(Field{Name: "a", Kind: KindCount})
	b := a.Clone()
	if err := b.Register(Field{Name: "b", Kind: KindCount}); err != nil {
		t.Fatal(err)
	}
	if _, ok := a.Lookup("b"); ok {
		t.Error("a changed with its clone")
	}
	var names []string
	for f := range b.All() {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{"a", "b"}) {
		t.Errorf("All = %v", names)
	}
}

func TestParseKindInvertsString(t *testing.T) {
	for k := KindIdentifier; k <= KindGroup; k++ {
		if got, ok := ParseKind(k.String()); !ok || got != k {
			t.Errorf("ParseKind(%q) = %v, %v", k.String(), got, ok)
		}
	}
	if _, ok := ParseKind(""); ok {
		t.Error("the empty word is a kind")
	}
}

func TestRegistryIsSafeForConcurrentUse(t *testing.T) {
	r := Fields.Clone()
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for j := range 100 {
				if err := r.Register(Field{Name: fmt.Sprintf("x_%d_%d", i, j), Kind: KindCount}); err != nil {
					t.Error(err)
				}
				r.Lookup("userID")
			}
		})
	}
	wg.Wait()
	for i := range 4 {
		if _, ok := r.Lookup(fmt.Sprintf("x-%d-99", i)); !ok {
			t.Errorf("a field of writer %d is lost", i)
		}
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() {
		Fields.Lookup("user_id")
		Fields.Lookup("userID")
		Fields.Lookup("nobody_registered_this")
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestNamesThatPromisePersonsAreRefusedInAnyPart(t *testing.T) {
	r := Fields.Clone()
	for _, name := range []string{
		"patient_dob", "patientDOB", "patient_ssn", "patient_mrn", "patient_age", "patientage", "emails", "passwords", "phone_no", "client_ip", "address_line",
		"address_line2", "birthdate_iso", "birth_date_iso", "ward_name", "contactPhoneNumber", "api_keys", "user_sex", "home_addr",
	} {
		for _, k := range []Kind{KindIdentifier, KindCount, KindTime, KindTypeName, KindDuration} {
			if err := r.Register(Field{Name: name, Kind: k}); err == nil {
				t.Errorf("%s is registered as %v", name, k)
			}
		}
	}
	for _, f := range []Field{
		{Name: "cache_age", Kind: KindDuration},
		{Name: "ward_id", Kind: KindIdentifier},
		{Name: "email_count", Kind: KindCount},
		{Name: "phone_verified", Kind: KindFlag},
		{Name: "message_kind", Kind: KindTypeName},
		{Name: "ward_name", Kind: KindStatus, Values: []string{"north", "south"}},
		{Name: "tool_name", Kind: KindTypeName},
		{Name: "trace_no", Kind: KindIdentifier},
	} {
		if err := r.Register(f); err != nil {
			t.Error(err)
		}
	}
}

func TestAnOpenNameMayBeClosed(t *testing.T) {
	r := Fields.Clone()
	if err := r.Register(Field{Name: "component", Kind: KindTypeName, Values: []string{"ingest", "api"}}); err != nil {
		t.Fatal(err)
	}
	if e := r.load().lookup("component"); !e.check("api") || e.check("mary") {
		t.Error("the name is still open")
	}
	if !Fields.load().lookup("component").check("other") {
		t.Error("the original has changed with its clone")
	}
	if r.Register(Field{Name: "component", Kind: KindTypeName, Values: []string{"other"}}) == nil || r.Register(Field{Name: "component", Kind: KindStatus}) == nil {
		t.Error("a closed name is opened")
	}
	for _, v := range []string{"", " a", "mary@clinic.example", "a\nb", "19310308", "\u00e9", "10.0.0.1", strings.Repeat("a", 65)} {
		if r.Register(Field{Name: "colour", Kind: KindStatus, Values: []string{"red", v}}) == nil {
			t.Errorf("%q is a value", v)
		}
	}
}

func TestZeroValuesLetNothingPassAndDoNotPanic(t *testing.T) {
	ctx := t.Context()
	r := slog.NewRecord(time.Time{}, slog.LevelInfo, "saved 3 for mary@clinic.example", 0)
	r.AddAttrs(slog.String("user_id", "u1"))
	var out strings.Builder
	text := slog.NewTextHandler(&out, nil)
	for name, h := range map[string]slog.Handler{
		"zero": new(Handler), "nil": (*Handler)(nil), "nil next": NewHandler(nil), "typed nil": NewHandler((*slog.JSONHandler)(nil)), "nil option": NewHandler(nil, nil),
		"zero registry": NewHandler(text, WithRegistry(new(Registry)), nil), "zero filter": new(Filter).Handler(text), "nil filter": (*Filter)(nil).Handler(text),
	} {
		func() {
			defer func() {
				if v := recover(); v != nil {
					t.Errorf("%s: panics with a %T", name, v)
				}
			}()
			h.Enabled(ctx, slog.LevelInfo)
			if err := h.WithAttrs([]slog.Attr{slog.String("user_id", "u1")}).WithGroup("user").Handle(ctx, r); err != nil {
				t.Error(err)
			}
			_ = h.Handle(ctx, r)
			_ = h.(*Handler).Stats().Snapshot()
			_, _ = h.(*Handler).Filter().Value("user_id", 1)
		}()
	}
	for _, f := range []*Filter{nil, new(Filter)} {
		f.Line("user_id=u1 name=mary")
		f.Name("mary smith")
		f.Group("user")
		out.WriteString(f.Line("saved for mary") + f.Line(`{"msg":"mary","user_id":1}`) + f.Message("mary"))
	}
	if strings.Contains(out.String(), "mary") || strings.Contains(out.String(), "u1") {
		t.Errorf("something passes: %s", out.String())
	}
	if _, ok := new(Registry).Lookup("user_id"); ok || new(Registry).Clone().Register(Field{Name: "a", Kind: KindCount}) != nil {
		t.Error("the zero registry")
	}
}
