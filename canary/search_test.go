package canary

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// words are like those of a demo record: letters only, some with a capital.
var words = []Token{
	{"reading comment", "Vexolmarch"},
	{"journal words", "Brasquentil"},
	{"journal note", "Plimdorquay"},
	{"medication", "Zyndrapholix"},
	{"instruction", "Tolvequarn"},
	{"file name", "okkelwynth"},
	{"person name", "Quorvimbel"},
	{"e-mail", "trazzelquin"},
}

func searcherOf(tb testing.TB, tokens ...Token) *Searcher {
	tb.Helper()
	s, err := NewSearcher(tokens)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

func compact(found []Finding) string {
	var parts []string
	for _, f := range found {
		parts = append(parts, fmt.Sprintf("%d %s %s", f.Line, f.Channel, f.Form))
	}
	return strings.Join(parts, "; ")
}

func gzipped(data []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	_, _ = z.Write(data)
	_ = z.Close()
	return out.Bytes()
}

func TestAFindingTellsHowATokenWasWritten(t *testing.T) {
	base64Of := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, c := range []struct{ name, text, want string }{
		{"as it is", "a\nb Vexolmarch c", "2 reading comment raw"},
		{"twice in a line", "Vexolmarch Vexolmarch", "1 reading comment raw"},
		{"in two lines", "Vexolmarch\nVexolmarch", "1 reading comment raw; 2 reading comment raw"},
		{"in capitals", "VEXOLMARCH", "1 reading comment case"},
		{"back to front", "hcramloxeV", "1 reading comment reversed"},
		{"eight characters", "xxVexolmar xx", "1 reading comment fragment"},
		{"seven characters", "Vexolma xolmarc", ""},
		{"two channels", "Plimdorquay okkelwynth", "1 file name raw; 1 journal note raw"},
		{"two forms in a line", "Vexolmarch " + hex.EncodeToString([]byte("Vexolmarch")), "1 reading comment raw; 1 reading comment hex"},
		{"escaped", `\u0056exolmarch`, "1 reading comment json"},
		{"escaped twice", `\\u0056exolm\\u0061rch`, "1 reading comment json"},
		{"percent", "%56exolmarch", "1 reading comment url"},
		{"percent twice", "%2556exolmarch", "1 reading comment url"},
		{"references", "&#86;exolm&#x61;rch", "1 reading comment html"},
		{"quoted-printable", "=56=65xolmarch", "1 reading comment quoted"},
		{"base64", base64Of("a note: Vexolmarch."), "1 reading comment base64"},
		{"base64 of capitals", base64Of("a note: VEXOLMARCH."), "1 reading comment base64+case"},
		{"base64 of escaped JSON", base64Of(`{"note":"\u0056exolmarch"}`), "1 reading comment base64+json"},
		{"hexadecimal of base64", hex.EncodeToString([]byte(base64Of("Vexolmarch"))), "1 reading comment hex+base64"},
		{"a list of bytes", fmt.Sprint([]byte("Vexolmarch")), "1 reading comment bytes"},
		{"a list of bytes in Go", fmt.Sprintf("%#v", []byte("Vexolmarch")), "1 reading comment bytes"},
		{"a list of code points", fmt.Sprintf("%U", []rune("Vexolmarch")), "1 reading comment bytes"},
		{"a list of binary numbers", fmt.Sprintf("%08b", []byte("Vexolmarch")), "1 reading comment bytes"},
		{"base32", base32.StdEncoding.EncodeToString([]byte("a note: Vexolmarch.")), "1 reading comment base32"},
		{"spelled", fmt.Sprintf("%c", []rune("Vexolmarch")), "1 reading comment split"},
		{"spelled in JSON", `{"a":["V","e","x","o","l","m","a","r","c","h"]}`, "1 reading comment split"},
		{"spelled in lines", "V\ne\nx\no\nl\nm\na\nr\nc\nh", "1 reading comment split"},
		{"in colours", "Vexol\x1b[0mmarch", "1 reading comment split"},
		{"deflate in base64", base64Of(squeeze("a note: Vexolmarch.", func(w io.Writer) io.WriteCloser {
			z, _ := flate.NewWriter(w, flate.BestCompression)
			return z
		})), "1 reading comment base64+gzip"},
		{"UTF-32", "V\x00\x00\x00e\x00\x00\x00x\x00\x00\x00o\x00\x00\x00l\x00\x00\x00m\x00\x00\x00a\x00\x00\x00r\x00\x00\x00c\x00\x00\x00h\x00\x00\x00", "1 reading comment split"},
		{"UTF-16", utf16Text("Vexolmarch", 0), "1 reading comment utf16"},
		{"a cut line", "Vexol\nmarch", "1 reading comment split"},
		{"a cut line of a log", "10:00:00 INFO Vexol\r\n10:00:01 INFO march", "1 reading comment split"},
		{"a cut message of JSON lines", `{"level":"INFO","msg":"Vexol"}` + "\n" + `{"level":"INFO","msg":"march"}`, "1 reading comment split"},
		{"gzip", "a\n" + string(gzipped([]byte("b\nc Vexolmarch"))), "2 reading comment gzip"},
		{"gzip of gzip", string(gzipped(gzipped([]byte("Vexolmarch")))), "1 reading comment gzip+gzip"},
		{"gzip in base64 in JSON", `{"a":"` + base64Of(string(gzipped([]byte("Vexolmarch")))) + `"}`, "1 reading comment base64+gzip"},
		{"the name in gzip", string(gzipNamed(t, "Vexolmarch.txt")), "1 reading comment raw"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := searcherOf(t, words...).Search("log", strings.NewReader(c.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := compact(found); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
			closed := map[Form]bool{}
			for _, f := range Forms() {
				closed[f] = true
			}
			for _, f := range found {
				for _, part := range f.Form.Parts() {
					if !closed[part] {
						t.Errorf("%q is no name of a form", part)
					}
				}
			}
		})
	}
}

func gzipNamed(t *testing.T, name string) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	z.Name = name
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestWhatHasNoWidthHidesNothing(t *testing.T) {
	marks := []string{"\u00a0", "\u00ad", "\u2007", "\u200b", "\u200d", "\u202e", "\u202f", "\u2060", "\ufeff"}
	hide := map[string]func(string) string{
		"one":     func(s string) string { return halves(s, marks[3]) },
		"several": func(s string) string { return halves(s, strings.Join(marks, "")) },
		"any": func(s string) string {
			n := 0
			return each(s, func(r rune) string { n++; return string(r) + marks[n%len(marks)] })
		},
		"here only": func(s string) string { return strings.Replace(s, "a", "a\u00a0", 1) },
	}
	behind := map[string]func(string) string{
		"text":    func(s string) string { return s },
		"slog":    func(s string) string { return slogged(false, "text", s) },
		"ASCII":   strconv.QuoteToASCII,
		"URL":     url.QueryEscape,
		"HTML":    func(s string) string { return each(s, func(r rune) string { return fmt.Sprintf("&#%d;", r) }) },
		"a break": func(s string) string { return s[:3] + "\n\t" + s[3:] },
	}
	for _, text := range []string{"Vexolani33qq", "Anna Lindqvist"} {
		s := searcherOf(t, Token{"note", text}, Token{"other", "gibodafe44rr"})
		for how, hidden := range hide {
			for where, written := range behind {
				stream := "é ─ ready\n" + written(hidden(text)) + "\nﬁn\n"
				found, err := s.Search("log", strings.NewReader(stream))
				if err != nil || len(found) == 0 || found[0].Channel != "note" || found[0].Line != 2 {
					t.Errorf("%q with %s behind %s: found %v, %v in %q", text, how, where, found, err, stream)
				}
			}
		}
	}
	s := searcherOf(t, Token{"note", "Anna Lindqvist"})
	if found, err := s.Search("log", strings.NewReader("Anna\u00a0Lindqvist")); err != nil || len(found) == 0 || found[0].Form != Split {
		t.Errorf("a blank that keeps words together: found %v, %v", found, err)
	}
}

func TestADumpOfWordsIsRead(t *testing.T) {
	s := searcherOf(t, Token{"note", "Vexolani33qq"}, Token{"other", "gibodafe44rr"})
	for before := range 40 {
		stream := "ready\n" + wordDump(strings.Repeat("-", before)+"Vexolani33qq and more")
		found, err := s.Search("log", strings.NewReader(stream))
		if err != nil || len(found) == 0 || found[0].Channel != "note" || found[0].Form != Hex {
			t.Errorf("after %d bytes: found %v, %v", before, found, err)
		}
	}
}

// wordDump is a dump as od -x writes it on most machines.
func wordDump(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if i%16 == 0 {
			if i > 0 {
				out.WriteByte('\n')
			}
			fmt.Fprintf(&out, "%07o", i)
		}
		if i%2 == 0 {
			high := byte(0)
			if i+1 < len(s) {
				high = s[i+1]
			}
			fmt.Fprintf(&out, " %02x%02x", high, s[i])
		}
	}
	return out.String() + fmt.Sprintf("\n%07o\n", len(s))
}

func TestTokensOfAnyCharactersAreFound(t *testing.T) {
	for _, text := range []string{
		"Anna <Berg>", `say "hello" & go`, "line one\nline two", "Łódź Źrebię", "二甲双胍五百毫克剂", "ПЕТРОВА Анна", "back\\slash\\es", "ſtraße Köln", "%41%42%43d", "abababababXY", "aaaaaaaaaaaa", "\U0001F600\U0001F601\U0001F602\U0001F603\U0001F604\U0001F605\U0001F606\U0001F607 x",
	} {
		s := searcherOf(t, Token{"planted", text}, Token{"other", "Vexolmarch"})
		for _, e := range encodings {
			if lossy(e, encoding{}, text) {
				continue
			}
			found, err := s.Search("log", strings.NewReader("before "+e.encode(text)+" after"))
			if err != nil || len(found) == 0 || found[0].Channel != "planted" {
				t.Errorf("%q as %s: found %v, %v", text, e.name, found, err)
			}
		}
	}
}

func TestATokenIsFoundWhereverABlockEnds(t *testing.T) {
	s := searcherOf(t, words...)
	encoded := base64.StdEncoding.EncodeToString([]byte("Vexolmarch"))
	for _, c := range []struct{ text, form string }{{"Vexolmarch", "raw"}, {encoded, "base64"}} {
		for _, edge := range []int{blockSize - overlap, blockSize, 2*blockSize - overlap} {
			for shift := -len(c.text) - 1; shift <= 1; shift += 3 {
				before := edge + shift
				stream := strings.Repeat(strings.Repeat(".", 99)+"\n", before/100) + strings.Repeat(".", before%100) + c.text + strings.Repeat("\n.", 50_000)
				found, err := s.Search("log", iotest.HalfReader(strings.NewReader(stream)))
				want := fmt.Sprintf("%d reading comment %s", before/100+1, c.form)
				if err != nil || compact(found) != want {
					t.Errorf("at %d: found %q, %v, want %q", before, compact(found), err, want)
				}
			}
		}
	}
}

func TestCompressedFilesOfAnySizeAreSearched(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var noise bytes.Buffer
	for noise.Len() < 1<<20 {
		fmt.Fprintf(&noise, "%d %x\n", r.Uint64(), r.Uint64())
	}
	noise.WriteString("Vexolmarch\n")
	s := searcherOf(t, words...)
	file := gzipped(noise.Bytes())
	for name, stream := range map[string][]byte{
		"gzip":   file,
		"within": append([]byte("some text\n"), file...),
		"base64": []byte("x\n" + base64.StdEncoding.EncodeToString(file)),
	} {
		found, err := s.Search("file", bytes.NewReader(stream))
		if err != nil || len(found) != 1 || found[0].Channel != "reading comment" {
			t.Errorf("%s: found %q, %v", name, compact(found), err)
		}
	}
}

func TestWhatWasNotSearchedToItsEndIsAnError(t *testing.T) {
	s := searcherOf(t, words...)
	s.limits.inflated = 1 << 20
	bomb := gzipped(make([]byte, 4<<20))
	deep := []byte("Vexolmarch")
	for range maxNested + 2 {
		deep = gzipped(deep)
	}
	for _, c := range []struct {
		name string
		r    io.Reader
		want string
	}{
		{"a bomb", bytes.NewReader(bomb), "grows too large"},
		{"a bomb in a bomb", bytes.NewReader(gzipped(bomb)), "grows too large"},
		{"a bomb in base64", strings.NewReader(base64.StdEncoding.EncodeToString(bomb)), "grows too large"},
		{"gzip without end", bytes.NewReader(deep), "nested too deeply"},
		{"a broken reader", iotest.ErrReader(errors.New("disk is gone")), "disk is gone"},
		{"a reader that breaks later", io.MultiReader(strings.NewReader(strings.Repeat("Vexolmarch\n", 100_000)), iotest.ErrReader(errors.New("disk is gone"))), "disk is gone"},
		{"too many findings", strings.NewReader(strings.Repeat("Vexolmarch\n", maxFindings+1)), "more findings"},
	} {
		t.Run(c.name, func(t *testing.T) {
			found, err := s.Search("file", c.r)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is %v, want %q", err, c.want)
			}
			if strings.Contains(fmt.Sprint(err, found), "Vexolmarch") {
				t.Error("it tells the token")
			}
		})
	}
	found, err := s.Search("file", bytes.NewReader(gzipped([]byte("Vexolmarch"))[:25]))
	if err != nil {
		t.Errorf("a file that was cut is an error: %v, %v", found, err)
	}
}

// TestNoStreamTakesForever searches what makes every place of a block look like the start of something.
func TestNoStreamTakesForever(t *testing.T) {
	s := searcherOf(t, append(mintedTokens(t, 10), Token{"spaced", "Anna Berg Vexol"})...)
	for _, unit := range []string{" \n\n", "a \n\n", "x\n", "a b ", "  ", "1 \n", "U+0041 \n", "0", "01", "A", "A\n", "%\n", "\\", "\x1b[0m", "'a' ", "+%", "[\"a\",\n", "{\"a\":\"\\\"", "=\n", "\x00a"} {
		start := time.Now()
		_, err := s.Search("log", strings.NewReader(strings.Repeat(unit, 300_000/len(unit))))
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%q takes %v, %v", unit, took, err)
		} else if took > time.Second {
			t.Logf("%q takes %v, %v", unit, took, err)
		}
	}
}

func TestNamesOfFilesAreSearched(t *testing.T) {
	s := searcherOf(t, words...)
	for path, want := range map[string]string{
		"/tmp/upload-okkelwynth.pdf": "0 file name name",
		"/tmp/OKKELWYNTH":            "0 file name name+case",
		"/tmp/" + base64.URLEncoding.EncodeToString([]byte("okkelwynth.pdf")): "0 file name name+base64",
		"/tmp/report.pdf": "",
	} {
		if got := compact(s.Name("files", path)); got != want {
			t.Errorf("%s: found %q, want %q", path, got, want)
		}
	}
}

func TestAFindingCannotTellWhatItFound(t *testing.T) {
	kind := reflect.TypeFor[Finding]()
	for i := range kind.NumField() {
		switch name := kind.Field(i).Name; name {
		case "Stream", "Line", "Channel", "Form", "Shape":
		default:
			t.Errorf("the field %s may hold what was found", name)
		}
	}
	s, err := NewSearcher(words, DefaultShapes()...)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Search("stderr", strings.NewReader("said|on|Vexolmarch|2026-05-01\n"+hex.EncodeToString([]byte("Brasquentil"))))
	if err != nil || len(found) < 3 {
		t.Fatalf("found %v, %v", found, err)
	}
	for _, f := range found {
		for _, w := range words {
			if strings.Contains(strings.ToLower(fmt.Sprintf("%v %+v %#v %s", f, f, f, f.String())), strings.ToLower(w.Text[:8])) {
				t.Errorf("%v tells the token", f)
			}
		}
	}
	if got := (Finding{Stream: "stderr", Line: 3, Channel: "note", Form: "base64+json"}).String(); got != `stderr:3: token of "note" (base64+json)` {
		t.Error(got)
	}
}

// TestOrdinaryTextHasNoTokens reads some 30 MB: the sources of Go, where they are, and noise in the codes of logs.
func TestOrdinaryTextHasNoTokens(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	streams := map[string][]byte{"slog": logOf(slogLines, 1<<20), "text": logOf(textLines, 1<<20), "escapes": logOf(escapedLines, 1<<19)}
	var codes bytes.Buffer
	for codes.Len() < 2<<20 {
		var b [33]byte
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		fmt.Fprintf(&codes, "id=%x-%x at=%s list=%v url=%%%x\n", b[:4], b[4:8], base64.StdEncoding.EncodeToString(b[:]), b[:12], b[:1])
	}
	streams["codes"] = codes.Bytes()
	limit := 4 << 20
	if os.Getenv("CANARY_LONG") != "" {
		limit = 1 << 40
	}
	if root := goroot(); root != "" {
		var source bytes.Buffer
		_ = filepath.WalkDir(filepath.Join(root, "src"), func(path string, d os.DirEntry, err error) error {
			if err == nil && source.Len() < limit && !d.IsDir() && strings.HasSuffix(path, ".go") {
				text, _ := os.ReadFile(path)
				source.Write(text)
			}
			return nil
		})
		streams["Go"] = source.Bytes()
	} else {
		t.Log("the sources of Go: not here")
	}
	s := searcherOf(t, append(mintedTokens(t, 40), words...)...)
	for name, stream := range streams {
		found, err := s.Search(name, bytes.NewReader(stream))
		if err != nil && !errors.Is(err, errNested) || len(found) > 0 { // Go's sources have an archive that holds itself
			t.Errorf("%s: found %q, %v", name, compact(found), err)
		}
		t.Logf("%s: %d bytes", name, len(stream))
	}
}

func goroot() string {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(out))
}
