package baseline_test

import (
	"errors"
	"strings"
	"testing"

	. "github.com/seed-a76b335c/philint/analyzers/baseline"
)

// sample has one of everything.
func sample() Baseline {
	return Init(whole(
		"example.com/shop/user (*Service).UpdateEmail slog.Info personal u.Email string",
		"example.com/shop/user (*Service).UpdateEmail slog.Info personal u.Email string",
		"example.com/shop/user (*Service).Load slog.Debug composite u user.User ID·int,Email·string",
		"example.com/shop/order main log.Printf error-text err error",
	))
}

func TestFileReadsAsItLooks(t *testing.T) {
	b := New(append(sample().Entries(),
		Entry{Identity{
			Package: "example.com/shop/order", Decl: "var handlers", Sink: "slog.Info", Class: "opaque-call",
			Operand: "func() string {\n\treturn `a\\b`\n}()", Type: "string",
		}, 1},
		Entry{Identity{
			Package: "example.com/shop/order", Decl: "Sum", Sink: "(*zap.SugaredLogger).Infow", Class: "composite",
			Operand: "p", Type: "order.Pair[int,string]", Fields: MakeFields("A int", "B map[K, V]", "C \u202edesrever"),
		}, 12},
	)...)
	golden(t, "sample.baseline", string(b.Format()))
	golden(t, "empty.baseline", string(Baseline{}.Format()))
}

func TestParseRefusesWhatFormatDoesNotWrite(t *testing.T) {
	const one, two, three = 1, 2, 3
	good := string(sample().Format())
	lines := strings.SplitAfter(good, "\n") // header, order, Load, UpdateEmail, ""
	with := func(line int, old, new string) string {
		l := append([]string(nil), lines...)
		if !strings.Contains(l[line-1], old) {
			t.Fatalf("line %d has no %q", line, old)
		}
		l[line-1] = strings.Replace(l[line-1], old, new, 1)
		return strings.Join(l, "")
	}
	tests := []struct {
		name, text string
		want       SyntaxError
	}{
		{"empty", "", SyntaxError{1, "", Empty}},
		{"no header", strings.Join(lines[1:], ""), SyntaxError{1, "", NoHeader}},
		{"a byte order mark", "\ufeff" + good, SyntaxError{1, "", NoHeader}},
		{"JSON", "{}\n", SyntaxError{1, "", NoHeader}},
		{"a later version", with(one, "v1", "v2"), SyntaxError{1, "", UnknownVersion}},
		{"version eleven", with(one, "v1", "v11"), SyntaxError{1, "", UnknownVersion}},
		{"other columns", with(one, "class, ", ""), SyntaxError{1, "", NoHeader}},
		{"CRLF", strings.ReplaceAll(good, "\n", "\r\n"), SyntaxError{1, "", CarriageReturn}},
		{"one CRLF", with(three, "\n", "\r\n"), SyntaxError{3, "", CarriageReturn}},
		{"a conflict at the top", "<<<<<<< HEAD\n" + good, SyntaxError{1, "", ConflictMarker}},
		{"a conflict", with(two, "example", "<<<<<<< HEAD\nexample"), SyntaxError{2, "", ConflictMarker}},
		{"half a conflict", with(three, "example", "=======\nexample"), SyntaxError{3, "", ConflictMarker}},
		{"unsorted", lines[0] + lines[2] + lines[1] + lines[3], SyntaxError{3, "", Unsorted}},
		{"duplicate", good + lines[3], SyntaxError{5, "", Duplicate}},
		{"duplicate with another count", with(three, lines[2], lines[2]+strings.Replace(lines[2], "\t1\n", "\t3\n", 1)), SyntaxError{4, "", Duplicate}},
		{"an empty line", with(two, "example", "\nexample"), SyntaxError{2, "", WrongColumns}},
		{"a comment", with(two, "example", "# why\nexample"), SyntaxError{2, "", WrongColumns}},
		{"a column too few", with(two, "\terr\t", "\t"), SyntaxError{2, "", WrongColumns}},
		{"a column too many", with(two, "\terr\t", "\terr\terr\t"), SyntaxError{2, "", WrongColumns}},
		{"blanks for tabs", with(two, "\t", "    "), SyntaxError{2, "", WrongColumns}},
		{"an empty column", with(two, "\terr\t", "\t\t"), SyntaxError{2, "operand", BadText}},
		{"an unknown escape", with(two, "\terr\t", "\t\\err\t"), SyntaxError{2, "operand", BadText}},
		{"half an escape", with(two, "\terr\t", "\terr\\\t"), SyntaxError{2, "operand", BadText}},
		{"a needless escape", with(two, "\terr\t", "\t\\x65rr\t"), SyntaxError{2, "operand", BadText}},
		{"a raw control character", with(two, "log.Printf", "log.Printf\x1b[2J"), SyntaxError{2, "sink", BadText}},
		{"a raw direction override", with(two, "main", "\u202emain"), SyntaxError{2, "declaration", BadText}},
		{"text that is not UTF-8", with(two, "error-text", "error\xfftext"), SyntaxError{2, "class", BadText}},
		{"fields without a digest", with(three, ":", ""), SyntaxError{3, "fields", BadText}},
		{"a field added by hand", with(three, ":Email", ":Age,Email"), SyntaxError{3, "fields", WrongDigest}},
		{"fields unsorted", with(three, "Email·string,ID·int", "ID·int,Email·string"), SyntaxError{3, "fields", BadText}},
		{"count zero", with(two, "\t1\n", "\t0\n"), SyntaxError{2, "count", BadCount}},
		{"count negative", with(two, "\t1\n", "\t-1\n"), SyntaxError{2, "count", BadCount}},
		{"count with a plus", with(two, "\t1\n", "\t+1\n"), SyntaxError{2, "count", BadCount}},
		{"count with a zero before", with(two, "\t1\n", "\t01\n"), SyntaxError{2, "count", BadCount}},
		{"count a word", with(two, "\t1\n", "\tone\n"), SyntaxError{2, "count", BadCount}},
		{"count too large", with(two, "\t1\n", "\t1000001\n"), SyntaxError{2, "count", BadCount}},
		{"count with a blank after", with(two, "\t1\n", "\t1 \n"), SyntaxError{2, "count", BadCount}},
		{"cut short", good[:len(good)-1], SyntaxError{4, "", Truncated}},
		{"header cut short", strings.TrimSuffix(lines[0], "\n"), SyntaxError{1, "", Truncated}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse([]byte(tt.text))
			var got *SyntaxError
			if !errors.As(err, &got) {
				t.Fatalf("got %v", err)
			}
			if *got != tt.want {
				t.Errorf("got %+v, want %+v", *got, tt.want)
			}
			if strings.Contains(err.Error(), "example") || strings.Contains(err.Error(), "Email") {
				t.Errorf("the error tells content: %v", err)
			}
		})
	}
}

func TestEveryProblemHasWords(t *testing.T) {
	for p := Empty; p <= Truncated; p++ {
		if p.String() == "" {
			t.Errorf("problem %d has no words", p)
		}
	}
}

// FuzzParse: whatever parses is spelled exactly as Format spells it, and errors name a line of the text.
func FuzzParse(f *testing.F) {
	f.Add(sample().Format())
	f.Add(Baseline{}.Format())
	f.Add([]byte("<<<<<<<\n"))
	f.Add(New(Entry{Identity{Operand: "a\tb\\\xff\u2028", Fields: MakeFields("", "-", "a,b")}, 7}).Format())
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := Parse(text)
		if err != nil {
			var se *SyntaxError
			if !errors.As(err, &se) || se.Line < 1 || se.Line > 1+strings.Count(string(text), "\n") || se.Problem.String() == "" {
				t.Fatalf("a bad error: %v", err)
			}
			return
		}
		if string(b.Format()) != string(text) {
			t.Fatalf("formats as %q", b.Format())
		}
		if !New(b.Entries()...).Equal(b) {
			t.Fatal("New of its entries is another baseline")
		}
		if len(Since(b, b)) > 0 || !Merge(b, b).Equal(b) {
			t.Fatal("not equal to itself")
		}
	})
}
