package redacttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Case is one way to leak.
type Case struct {
	Name string
	Log  func(l Logger, p Planted)

	// Message: what is planted stands in the message, in a form that a detector knows.
	Message bool
	// Word: what is planted stands in the message as a mere word, which only a filter with
	// redact.ConstantMessages can hold back.
	Word bool
	// Typed: what gives the value away is its Go type, which a filter behind the formatter does not see. Or
	// it ends there: some formatters recurse on a cycle until the process ends.
	Typed bool
}

// Planted is the text that one case plants: of no person, in the form of a name, an address and a number.
type Planted struct {
	Name  string // two words and a number: "Qzanor Vexlid 3817"
	Word  string // one word
	Email string
}

// kept is a field that every case logs beside what it plants: its absence shows that a filter that leaks
// nothing writes nothing.
const kept, keptValue = "row_count", 4177

type patient struct {
	Name  string
	Email string `json:"email"`
	ID    int    `json:"id"`
	notes string
	Inner contact
	Ptr   *contact
	Any   any
	Raw   json.RawMessage
	Tags  []string
	Attrs map[string]string
}

type contact struct {
	Email string
	Phone string
}

type Embedded struct{ Email string }

type embedding struct {
	Embedded
	*contact
	RowCount int
}

type taggedID struct {
	UserID string `json:"user_id" phi:"name"`
	NodeID string `json:"node_id" datapolicy:"token"`
}

func newPatient(p Planted) patient {
	c := contact{p.Email, p.Name}
	return patient{
		Name: p.Name, Email: p.Email, ID: 7, notes: p.Name, Inner: c, Ptr: &c, Any: c,
		Raw: json.RawMessage(strconv.Quote(p.Name)), Tags: []string{p.Name}, Attrs: map[string]string{"id": p.Name, p.Word: p.Word},
	}
}

type valuer struct{ v slog.Value }

func (v valuer) LogValue() slog.Value { return v.v }

// masked shows nothing of itself, when it is asked.
type masked struct{ Email string }

func (masked) LogValue() slog.Value { return slog.StringValue("masked") }

type panicker struct{ text string }

func (p panicker) LogValue() slog.Value { panic(p.text) }
func (p panicker) String() string       { panic(p.text) }

type itself struct{ text string }

func (i *itself) LogValue() slog.Value { return slog.AnyValue(i) }

// sideways returns something else each time it is asked.
type sideways struct {
	n    int
	text string
}

func (s *sideways) LogValue() slog.Value {
	if s.n++; s.n > 1 {
		return slog.StringValue(s.text)
	}
	return slog.StringValue("a1")
}

func (s *sideways) String() string { return s.LogValue().String() }

type textual struct{ text string }

func (t textual) MarshalText() ([]byte, error) { return []byte(t.text), nil }
func (t textual) String() string               { return t.text }

type jsonic struct{ text string }

func (j jsonic) MarshalJSON() ([]byte, error) { return json.Marshal(j.text) }

type opaque struct{ text string }

type typedErr struct{ Detail, Email string }

func (e typedErr) Error() string { return e.Detail + " " + e.Email }

type dangling struct{ email *string }

func (d *dangling) Error() string        { return *d.email }
func (d *dangling) LogValue() slog.Value { return slog.StringValue(*d.email) }

type loop struct {
	Email string
	Next  *loop
}

type status int

// Two constants make the type a closed set to the linter.
const (
	_ status = iota
	_
)

func (s status) String() string { return [...]string{"ok", "bad"}[s] }

// attr is a case that logs one attribute.
func attr(name string, key string, value func(Planted) any) Case {
	return Case{Name: name, Log: func(l Logger, p Planted) {
		l.Info("request served", key, value(p), kept, keptValue)
	}}
}

// group is attr under a registered group's name, with fields of registered names among the rest.
func group(name string, value func(Planted) any) Case { return attr(name, "request", value) }

func typed(key, name string, value func(Planted) any) Case {
	c := attr(name, key, value)
	c.Typed = true
	return c
}

// message is a case whose message carries a form that the detectors know.
func message(name, format string, args func(Planted) []any) Case {
	return Case{Name: "message: " + name, Message: true, Log: func(l Logger, p Planted) {
		l.Info(fmt.Sprintf(format, args(p)...), kept, keptValue)
	}}
}

func named(p Planted) []any { return []any{p.Name} }
func word(p Planted) []any  { return []any{p.Word} }
func email(p Planted) []any { return []any{p.Email} }

// Cases returns the matrix.
func Cases() []Case {
	var cs []Case
	cs = append(cs, fieldCases()...)
	cs = append(cs, bindCases()...)
	cs = append(cs, valueCases()...)
	cs = append(cs, errorCases()...)
	cs = append(cs, messageCases()...)
	return cs
}

// fieldCases: a string under a name.
func fieldCases() []Case {
	mail := func(p Planted) any { return p.Email }
	name := func(p Planted) any { return p.Name }
	cs := []Case{}
	for _, key := range []string{
		"email", "Email", "EMAIL", "patient_email", "patientEmail", "patient-email", "PATIENT.EMAIL", "e-mail", "name",
		"note", "value", "diagnosis", "url", "body", "token", "remote_addr",
	} {
		cs = append(cs, attr("attribute "+key, key, mail))
	}
	// Registered names do not make a value fit: it must be of their kind.
	for _, key := range []string{
		"user_id", "requestID", "status", "state", "error", "err", "component", "route", "path", "http_method",
		"caller", "function", "content_type", "version", "model", "hostname", "count", "duration", "ok", "started_at", "request", "level",
		"reason", "sqlstate", "tool", "stack",
	} {
		cs = append(cs, attr("name under "+key, key, name), attr("e-mail under "+key, key, mail))
	}
	// Forms inside a word: none of the planted texts, but fixed ones in extra.
	for _, f := range forms {
		cs = append(cs, attr(f.name, f.key, func(Planted) any { return f.value }))
	}
	return append(cs,
		attr("one word under error", "error", func(p Planted) any { return p.Word }),
		attr("one word under status", "status", func(p Planted) any { return p.Word }),
		attr("one word under user_id", "user_id", func(p Planted) any { return p.Word }),
		attr("float under count", "count", func(p Planted) any { return 4177.125 + float64(len(p.Name))*0 }),
		attr("JSON in a string", "request", func(p Planted) any { return `{"email":"` + p.Email + `"}` }),
		Case{Name: "value as key", Log: func(l Logger, p Planted) { l.Info("request served", p.Word, 1, kept, keptValue) }},
		Case{Name: "name as key", Log: func(l Logger, p Planted) { l.Info("request served", p.Name, "x", kept, keptValue) }},
		Case{Name: "odd argument", Log: func(l Logger, p Planted) { l.Info("request served", kept, keptValue, p.Name) }},
		Case{Name: "argument without a key", Log: func(l Logger, p Planted) { l.Info("request served", 12, kept, keptValue, newPatient(p)) }},
		Case{Name: "duplicate keys", Log: func(l Logger, p Planted) {
			l.Info("request served", "user_id", "u1", "user_id", p.Name, "userID", p.Email, kept, keptValue)
		}},
		Case{Name: "line break and escape in an identifier", Log: func(l Logger, p Planted) {
			l.Info("request served", "request_id", "r1\n{\"msg\":\""+p.Name+"\"}\x1b[2J", kept, keptValue)
		}},
		Case{Name: "many attributes", Log: func(l Logger, p Planted) {
			args := []any{kept, keptValue}
			for i := range 40 {
				args = append(args, fmt.Sprintf("note_%d", i), p.Name, "user_id", p.Name)
			}
			l.Info("request served", args...)
		}},
	)
}

// bindCases: attributes and groups bound before the statement.
func bindCases() []Case {
	say := func(l Logger) { l.Info("request served", kept, keptValue) }
	return []Case{
		{Name: "With", Log: func(l Logger, p Planted) { say(l.With("email", p.Email, "user_id", p.Name)) }},
		{Name: "With, twice", Log: func(l Logger, p Planted) { say(l.With("note", p.Name).With("email", p.Email)) }},
		{Name: "With, then group", Log: func(l Logger, p Planted) { say(l.With("email", p.Email).WithGroup("request").With("note", p.Name)) }},
		{Name: "WithGroup, then attribute", Log: func(l Logger, p Planted) {
			l.WithGroup("user").Info("request served", "email", p.Email, kept, keptValue)
		}},
		{Name: "group with a telling name", Log: func(l Logger, p Planted) {
			say(l)
			l.WithGroup("email").Info("request served", "x", p.Email)
			l.WithGroup(p.Word).With("user_id", "u1").Info("request served", "count", 1)
		}},
		{Name: "WithGroup of no name", Log: func(l Logger, p Planted) { say(l.WithGroup("").With("email", p.Email)) }},
		{Name: "Group", Log: func(l Logger, p Planted) {
			l.Info("request served", slog.Group("user", "email", p.Email, "id", p.Name), kept, keptValue)
		}},
		{Name: "Group under a denied name", Log: func(l Logger, p Planted) {
			l.Info("request served", slog.Group("email", "id", p.Word), slog.Group(p.Word, "id", 1), kept, keptValue)
		}},
		{Name: "Group of no name", Log: func(l Logger, p Planted) {
			l.Info("request served", slog.Group("", "email", p.Email), kept, keptValue)
		}},
		{Name: "empty group", Log: func(l Logger, p Planted) {
			l.Info("request served", slog.Group(p.Word), slog.Group("user"), kept, keptValue)
		}},
		{Name: "groups in groups", Log: func(l Logger, p Planted) {
			l.Info("request served", slog.Group("user", slog.Group("request", slog.Group("user", "note", p.Name))), kept, keptValue)
		}},
		{Name: "LogValuer bound by With", Log: func(l Logger, p Planted) {
			say(l.With("user", valuer{slog.GroupValue(slog.String("email", p.Email))}, "user_id", &sideways{text: p.Name}))
		}},
	}
}

// valueCases: values that hold what is planted somewhere inside.
func valueCases() []Case {
	str := func(p Planted) *string { return &p.Name }
	return []Case{
		group("LogValuer that gives a group", func(p Planted) any { return valuer{slog.GroupValue(slog.String("email", p.Email))} }),
		attr("LogValuer that gives a string", "user_id", func(p Planted) any { return valuer{slog.StringValue(p.Name)} }),
		group("LogValuer in a slice", func(p Planted) any { return []any{masked{p.Name}, &masked{p.Email}} }),
		group("LogValuer in a map", func(p Planted) any {
			return map[string]any{"user": valuer{slog.GroupValue(slog.String("note", p.Name))}, "id": valuer{slog.StringValue(p.Name)}, "record": masked{p.Email}}
		}),
		attr("LogValuer that panics", "user_id", func(p Planted) any { return panicker{p.Name} }),
		attr("LogValuer that returns itself", "user_id", func(p Planted) any { return &itself{p.Name} }),
		attr("LogValuer with a second answer", "user_id", func(p Planted) any { return &sideways{text: p.Name} }),
		attr("LogValuer on a typed nil", "user_id", func(Planted) any { return (*dangling)(nil) }),
		group("struct", func(p Planted) any { return newPatient(p) }),
		group("pointer to a struct", func(p Planted) any { v := newPatient(p); return &v }),
		group("pointer to a pointer", func(p Planted) any { v := newPatient(p); q := &v; return &q }),
		group("struct embedded", func(p Planted) any { return embedding{Embedded{p.Email}, &contact{p.Email, p.Name}, 3} }),
		typed("request", "struct with tags", func(p Planted) any { return taggedID{p.Word + "1", p.Word + "2"} }),
		group("struct of unexported fields", func(p Planted) any { return opaque{p.Name} }),
		attr("struct under a denied name", "patient_data", func(p Planted) any { return newPatient(p) }),
		attr("struct under an identifier", "user_id", func(p Planted) any { return newPatient(p) }),
		group("slice of structs", func(p Planted) any { return []patient{newPatient(p), newPatient(p)} }),
		group("array of pointers", func(p Planted) any { v := newPatient(p); return [2]*patient{&v, nil} }),
		group("map of strings", func(p Planted) any { return map[string]string{"email": p.Email, "id": p.Name, p.Word: "x"} }),
		group("map in a map", func(p Planted) any {
			return map[string]any{"user": map[string]any{"email": p.Email}, "note": map[string]any{"id": p.Word}}
		}),
		group("map with other keys", func(p Planted) any { return map[any]any{1: p.Name, p.Word: 2, status(1): p.Name} }),
		group("map with struct values", func(p Planted) any { return map[string]patient{"user": newPatient(p)} }),
		attr("slice of strings", "user_ids", func(p Planted) any { return []string{p.Name, "u1", p.Email} }),
		attr("slice of any", "ids", func(p Planted) any { return []any{p.Name, 1, newPatient(p), nil, []any{p.Email}} }),
		attr("pointer to a string", "user_id", func(p Planted) any { return str(p) }),
		group("raw JSON", func(p Planted) any {
			return json.RawMessage(`{"email":"` + p.Email + `","id":"` + p.Name + `","user":[{"note":"` + p.Word + `"}]}`)
		}),
		attr("raw JSON string", "user_id", func(p Planted) any { return json.RawMessage(strconv.Quote(p.Name)) }),
		group("invalid raw JSON", func(p Planted) any { return json.RawMessage(`{"id":1,"note":"` + p.Name) }),
		group("deep raw JSON", func(p Planted) any {
			return json.RawMessage(strings.Repeat(`{"user":`, 400) + strconv.Quote(p.Name) + strings.Repeat("}", 400))
		}),
		typed("request", "large raw JSON", func(p Planted) any {
			return json.RawMessage(`{"id":"` + strings.Repeat(p.Word, 1<<20/len(p.Word)) + `"}`)
		}),
		group("JSON bytes", func(p Planted) any { return []byte(`{"email":"` + p.Email + `"}`) }),
		typed("user_id", "bytes", func(p Planted) any { return []byte(p.Name) }),
		attr("byte array", "user_id", func(p Planted) any { var a [24]byte; copy(a[:], p.Name); return a }),
		attr("MarshalText", "user_id", func(p Planted) any { return textual{p.Name} }),
		attr("MarshalText under a name", "component", func(p Planted) any { return &textual{p.Name} }),
		group("MarshalJSON", func(p Planted) any { return jsonic{p.Name} }),
		attr("MarshalJSON under an identifier", "user_id", func(p Planted) any { return jsonic{p.Name} }),
		attr("Stringer that panics", "status", func(p Planted) any { return struct{ panicker }{panicker{p.Name}} }),
		typed("status", "status beyond its set", func(Planted) any { return status(963118274) }),
		typed("request", "pointer cycle", func(p Planted) any { a := &loop{Email: p.Email}; a.Next = &loop{p.Name, a}; return a }),
		typed("request", "map cycle", func(p Planted) any { m := map[string]any{"note": p.Name}; m["user"] = m; return m }),
		typed("request", "slice cycle", func(p Planted) any { s := []any{p.Name, nil}; s[1] = s; return s }),
		attr("function", "request", func(p Planted) any { return func() string { return p.Name } }),
		attr("channel", "request", func(p Planted) any { c := make(chan string, 1); c <- p.Name; return c }),
		attr("time under another name", "birth_date", func(Planted) any { return time.Date(1931, 3, 8, 0, 0, 0, 0, time.UTC) }),
		attr("time under an identifier", "user_id", func(Planted) any { return time.Date(1931, 3, 8, 0, 0, 0, 0, time.UTC) }),
		attr("URL", "request", func(p Planted) any { return &url.URL{Scheme: "https", Host: "x.example", RawQuery: "name=" + p.Word} }),
		attr("attributes as a value", "request", func(p Planted) any { return []slog.Attr{slog.String("email", p.Email)} }),
		attr("slog.Value in any", "user_id", func(p Planted) any { return slog.StringValue(p.Name) }),
	}
}

// errorCases: text that travels in errors.
func errorCases() []Case {
	wrapped := func(p Planted) error { return fmt.Errorf("load %s: %w", p.Name, errors.New("dup email="+p.Email)) }
	var cs []Case
	for _, key := range []string{"err", "error", "cause", "user_id", "status", "count", "request", "note"} {
		cs = append(cs, attr("error under "+key, key, func(p Planted) any { return errors.New("dup email=" + p.Email) }))
	}
	return append(cs,
		attr("error of one word", "error", func(p Planted) any { return errors.New(p.Word) }),
		attr("error wrapped", "err", func(p Planted) any { return wrapped(p) }),
		attr("errors joined", "err", func(p Planted) any { return errors.Join(wrapped(p), typedErr{p.Name, p.Email}) }),
		attr("error struct", "err", func(p Planted) any { return typedErr{p.Name, p.Email} }),
		attr("pointer to an error struct", "err", func(p Planted) any { return &typedErr{p.Name, p.Email} }),
		attr("error that is a nil pointer", "err", func(Planted) any { return (*dangling)(nil) }),
		attr("error text", "err", func(p Planted) any { return wrapped(p).Error() }),
		attr("errors in a slice", "err", func(p Planted) any { return []error{wrapped(p), nil, typedErr{p.Name, p.Email}} }),
		group("error in a struct", func(p Planted) any { return struct{ Err, Note error }{wrapped(p), wrapped(p)} }),
		group("error in a map", func(p Planted) any { return map[string]any{"error": wrapped(p), "id": wrapped(p)} }),
		attr("url.Error", "err", func(p Planted) any {
			return &url.Error{Op: "Get", URL: "https://x.example/?name=" + p.Word, Err: errors.New(p.Name)}
		}),
		attr("strconv.NumError", "err", func(p Planted) any { _, err := strconv.Atoi(p.Name); return err }),
		attr("time.ParseError", "err", func(p Planted) any { _, err := time.Parse(time.DateOnly, p.Name); return err }),
		attr("fs.PathError", "err", func(p Planted) any { return &fs.PathError{Op: "open", Path: p.Name + ".pdf", Err: fs.ErrNotExist} }),
		attr("json.UnmarshalTypeError", "err", func(p Planted) any {
			return json.Unmarshal([]byte(strconv.Quote(p.Name)), new(int))
		}),
		attr("json.UnmarshalTypeError with a field", "err", func(p Planted) any {
			return json.Unmarshal([]byte(`{"email":{"`+p.Word+`":1}}`), &struct {
				Email string `json:"email"`
			}{})
		}),
	)
}

// messageCases: what is planted stands in the message.
func messageCases() []Case {
	none := func(Planted) []any { return nil }
	cs := []Case{
		message("e-mail", "login of %s failed", email),
		message("e-mail, encoded", "GET ?u=%s", func(p Planted) []any { return []any{url.QueryEscape(p.Email)} }),
		message("URL", "fetch https://api.example/Patient?name=%s", word),
		message("key=value", "lookup name=%s", word),
		message("error text", "save failed: dup email=%s", email),
		message("printed struct", "bad request %+v", func(p Planted) []any { return []any{contact{p.Word, p.Name}} }),
		message("printed struct without names", "bad request %v", func(p Planted) []any { return []any{contact{p.Word, p.Name}} }),
		message("printed map", "headers %v", func(p Planted) []any { return []any{map[string]string{"name": p.Word}} }),
		message("printed slice", "names %q", func(p Planted) []any { return []any{[]string{p.Word, p.Name}} }),
		message("printed bytes", "body %v", func(p Planted) []any { return []any{[]byte(p.Name)} }),
		message("JSON", `body {"name":"%s"}`, named),
		message("JSON, escaped", `body {\"name\":\"%s\"}`, named),
		message("FHIR", `got {"resourceType":"Patient","name":[{"family":"%s"}]}`, word),
		message("XML", "<Patient xmlns=\"x\"><name>%s</name></Patient>", named),
		message("rendered table", "indicator|unit|time|value\nglucose|mmol/L|09:15|%s", named),
		message("phone", "call +31 6 1234 5678", none), message("phone, national", "call 020-1234567 now", none),
		message("phone, American", "call (555) 010-7788", none),
		message("SSN", "member 078-05-1120 not found", none),
		message("NHS number", "patient 943 476 5919 not found", none),
		message("BSN", "burger 111222333 onbekend", none),
		message("MBI", "member 1EG4-TE5-MK73 not found", none),
		message("MRN", "chart MRN 00481733 missing", none),
		message("date of birth", "born 1931-03-08", none), message("date of birth, American", "dob 03/08/1931", none),
		message("date of birth, in words", "born March 8, 1931", none), message("date of birth, timestamp", "dob 1931-03-08T00:00:00Z", none),
		message("IP address", "client 203.0.113.77 refused", none), message("IPv6 address", "client [2001:db8::4177:1]:443 refused", none),
		message("bearer token", "auth Bearer mF9-B5f-4.1JqM-4177", none),
		message("JWT", "auth eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJxIn0.c2ln", none),
		message("API key", "using key sk_live_4eC39HqLyjWDarjtT1zdp7dc", none),
		message("after 300 runes", strings.Repeat("word ", 60)+"%s", word),
	}
	// What must not be in the output of the cases without a planted text: long enough, or with punctuation
	// enough, not to be in a line's own time by chance.
	forms := map[string]string{
		"phone": "1234 5678", "phone, national": "1234567", "phone, American": "010-7788", "SSN": "078-05", "NHS number": "476 5919",
		"BSN": "111222333", "MBI": "1EG4", "MRN": "00481733", "date of birth": "1931-", "date of birth, American": "/1931",
		"date of birth, in words": "March 8", "date of birth, timestamp": "1931-", "IP address": "203.0.113", "IPv6 address": "2001:db8",
		"bearer token": "mF9-B5f", "JWT": "eyJhbGci", "API key": "4eC39Hq",
	}
	for i := range cs {
		if f, ok := forms[strings.TrimPrefix(cs[i].Name, "message: ")]; ok {
			extra[cs[i].Name] = append(extra[cs[i].Name], f)
		}
	}
	for _, form := range []string{"loaded record of %s", "%s", "drug %s not found"} {
		c := message("a word: "+fmt.Sprintf(form, "x"), form, word)
		c.Word = true
		cs = append(cs, c)
	}
	return cs
}

// forms are values whose form, inside an identifier or a name, tells.
var forms = []struct{ name, key, value string }{
	{"SSN with underscores", "user_id", "078_05_1120"},
	{"SSN after its name", "user_id", "ssn-078-05-1120"},
	{"phone after its name", "user_id", "tel:06-12345678"},
	{"date of birth in words in an identifier", "user_id", "08-Mar-1931"},
	{"date of birth after its name", "user_id", "dob:08-03-1931"},
	{"IP address in an identifier", "user_id", "host-203.0.113.77"},
	{"MBI in an identifier", "user_id", "1EG4-TE5-MK73"},
	{"MAC address in an identifier", "device_id", "00:00:5e:00:53:01"},
	{"reading in an identifier", "record_id", "glucose:6.2"},
	{"file name in an identifier", "document_id", "qmary-smith-1980.pdf"},
	{"date as a version", "version", "1931-03-08"},
	{"SSN as a version", "version", "078-05-1120"},
	{"URL under component", "component", "http://clinic.example/qmary"},
	{"SSN under hostname", "hostname", "ssn:078-05-1120"},
	{"name as a media type", "content_type", "application/qmary-smith"},
	{"name as an SQL state", "sqlstate", "QMARY"},
	{"name with a dot under error", "error", "qmary.smith"},
}

func init() {
	for _, f := range forms {
		extra[f.name] = append(extra[f.name], f.value)
	}
}

// extra are texts of single cases that are fixed, because their form is what is tested.
var extra = map[string][]string{
	"time under another name":  {"1931-"},
	"time under an identifier": {"1931-"},
	"float under count":        {"4177.125"},
	"status beyond its set":    {"963118274"},
}
