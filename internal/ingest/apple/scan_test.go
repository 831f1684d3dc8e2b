package apple

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// flat is an element's start or end as text, to compare two readers.
func flatScan(r io.Reader) (out []string, err error) {
	s := newScanner(r)
	for {
		t, err := s.next()
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		if !t.start {
			out = append(out, "/"+string(t.name))
			continue
		}
		line := string(t.name)
		for _, a := range t.attrs {
			line += "\x00" + string(a.name) + "\x00" + string(a.value)
		}
		out = append(out, line)
	}
}

func flatXML(r io.Reader) (out []string, err error) {
	d := xml.NewDecoder(r)
	name := func(n xml.Name) string {
		if n.Space != "" {
			return n.Space + ":" + n.Local
		}
		return n.Local
	}
	var open []string
	for {
		t, err := d.RawToken()
		if err == io.EOF {
			if len(open) > 0 {
				return out, io.ErrUnexpectedEOF
			}
			return out, nil
		}
		if err != nil {
			return out, err
		}
		switch t := t.(type) {
		case xml.StartElement:
			line := name(t.Name)
			for _, a := range t.Attr {
				line += "\x00" + name(a.Name) + "\x00" + a.Value
			}
			out, open = append(out, line), append(open, name(t.Name))
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != name(t.Name) {
				return out, errSyntax
			}
			out, open = append(out, "/"+name(t.Name)), open[:len(open)-1]
		}
	}
}

var documents = []struct{ name, text string }{
	{"entities in a value", `<a s="&lt;&lt;HKDevice: 0x1&gt; &amp; &quot;it&apos;s&quot; &#8217;&#x4e2d;"/>`},
	{"quotes of both kinds", `<a s='say "hi"' t="it's"/>`},
	{"an angle bracket to the right in a value", `<a s="1 > 2"></a>`},
	{"line ends in a value", "<a s=\"x\r\ny\rz\nw\"/>"},
	{"a document type with comments, quotes and declarations", "<!DOCTYPE a [\n<!-- > it's \" <!ELEMENT -->\n<!ELEMENT a (b*)>\n<!ATTLIST a s CDATA \"]>\">\n]><a><b/></a>"},
	{"a document type with one bracket too many", "<!DOCTYPE a [\n<!ELEMENT a (b*)>\n s CDATA #IMPLIED>\n<!ATTLIST b c CDATA #IMPLIED>\n]>\n<a><b c=\"1\"/></a>"},
	{"comments and CDATA", "<a><!-- <b> - ></b>--><![CDATA[<c>]] > ]]><d/></a>"},
	{"an instruction", `<?xml version="1.0" encoding="utf-8"?><?style <a> ?><a/>`},
	{"spaces in tags", "<a\n s = \"1\"\t>\n</a\n>"},
	{"names with colons and letters of other scripts", `<x:a x:s="1"><größe 值="é"/></x:a>`},
	{"a byte order mark", "\ufeff<a/>"},
	{"text of other scripts", `<a s="Schrittzähler 步数 👟">text</a>`},
	{"no end", `<a><b></b>`},
	{"a wrong end", `<a><b></a></b>`},
	{"a value without quotes", `<a s=1/>`},
	{"an entity that nobody declared", `<a s="&nbsp;"/>`},
	{"an open bracket in a value", `<a s="<"/>`},
	{"a control character", "<a s=\"\x01\"/>"},
	{"an entity that is no character", `<a s="&#0;"/>`},
	{"an entity beyond the last character", `<a s="&#x110000;"/>`},
	{"an entity that is no number", `<a s="&#x;"/>`},
	{"halves of surrogate pairs", `<a s="&#xD800;"/><a s="&#55357;&#56832;"/><a s="&#xDFFF;"/>`},
	{"an entity with many zeros", `<a s="&#x00000000000000000041;"/>`},
	{"bytes that are no UTF-8", "<a s=\"\xff\"/>"},
	{"cut short in a tag", `<a s="1`},
	{"nothing", ``},
}

func TestTheScannerReadsWhatEncodingXMLReads(t *testing.T) {
	for _, d := range documents {
		t.Run(d.name, func(t *testing.T) { compare(t, []byte(d.text), false) })
	}
}

// pieces are what documents of the test below are put together from.
var pieces = []string{
	"<a>", "</a>", "<a/>", "<b", ">", "/>", "</b\n>", "<x:y>", "</x:y>", "<x:>", "<:x>", "<x:y:z>", "<größe>", "<", "</", " ", "\t", "\r", "\n", "\r\n", "=", " s=", "s ='", `t="`, `'`, `"`,
	"&lt;", "&amp;", "&quot;", "&apos;", "&nbsp;", "&", ";", "&#", "&#x", "&#38;", "&#13;", "&#10;", "&#xD800;", "&#xdfff;", "&#xFFFE;", "&#xfffd;", "&#0;", "&#X41;", "&#x0000000041;", "&#99999999999999999999;", "#", "x", "41",
	"<!--", "-->", "-", "--", "<![CDATA[", "]]>", "]", "<!DOCTYPE", "<!", "!", "[", "<?", "?>", "?", "<?xml ", "<?xml version='1.0'?>", "version=", "text", "é", "\ufeff", "\ufffe", "\ufffd", "\xff", "\xe2\x82", "\x00", "\x7f", "\u0085",
}

func TestTheScannerReadsWhatIsPutTogetherAtRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(20261201, 7))
	read := 0
	for range 30_000 {
		var b []byte
		for range 1 + r.IntN(14) {
			b = append(b, pieces[r.IntN(len(pieces))]...)
		}
		if r.IntN(2) == 0 { // inside of a value
			b = slices.Concat([]byte(`<a s="`), b, []byte(`"/>`))
		}
		if _, err := flatXML(bytes.NewReader(b)); err == nil {
			read++
		}
		if compare(t, b, true); t.Failed() {
			t.Fatalf("%q", b)
		}
	}
	if read < 1000 {
		t.Errorf("encoding/xml reads only %d of them", read)
	}
}

// compare holds the scanner against encoding/xml: it finds the same elements, in pieces of any size; it may go further
// than encoding/xml, and stops earlier only at its bounds. Where these are met hangs on the pieces.
func compare(t *testing.T, data []byte, anyError bool) {
	t.Helper()
	want, wantErr := flatXML(bytes.NewReader(data))
	got, gotErr := flatScan(bytes.NewReader(data))
	slow, slowErr := flatScan(iotest.OneByteReader(bytes.NewReader(data)))
	bound := errors.Is(gotErr, errTooLarge) || errors.Is(slowErr, errTooLarge)
	if n := min(len(got), len(slow)); !slices.Equal(got[:n], slow[:n]) || !bound && (len(got) != len(slow) || (gotErr == nil) != (slowErr == nil)) {
		t.Fatalf("in one piece: %q, %v; byte by byte: %q, %v", got, gotErr, slow, slowErr)
	}
	n := min(len(got), len(want))
	switch {
	case !slices.Equal(got[:n], want[:n]):
		t.Errorf("scanner %q, encoding/xml %q", got, want)
	case bound:
	case wantErr == nil && (gotErr != nil || len(got) != len(want)):
		t.Errorf("scanner %q, %v; encoding/xml read it: %q", got, gotErr, want)
	case gotErr == nil && len(got) < len(want):
		t.Errorf("scanner ends after %q, encoding/xml after %q", got, want)
	case !anyError && wantErr != nil && gotErr == nil:
		t.Errorf("scanner read %q, encoding/xml says %v", got, wantErr)
	}
}

func FuzzTheScannerReadsWhatEncodingXMLReads(f *testing.F) {
	for _, d := range documents {
		f.Add([]byte(d.text))
	}
	f.Add([]byte(sampleExport))
	f.Fuzz(func(t *testing.T, data []byte) {
		if i := bytes.Index(data, []byte("<?xml")); i >= 0 && bytes.Contains(data[i:], []byte("encoding")) {
			return // encoding/xml asks for a reader of other encodings, the scanner refuses them
		}
		compare(t, data, true)
	})
}

func TestBoundsOfTheScannerAreKept(t *testing.T) {
	for _, d := range []struct{ name, text string }{
		{"a value without an end", `<a s="` + strings.Repeat("x", 4<<20) + `"/>`},
		{"a comment without an end", `<!--` + strings.Repeat("x", 8<<20)},
		{"text without an end", `<a>` + strings.Repeat(" ", 8<<20) + `</a>`},
		{"a document type without an end", `<!DOCTYPE a [` + strings.Repeat("<", 8<<20)},
		{"an end tag without an end", `<a></a` + strings.Repeat(" ", 4<<20) + `>`},
		{"elements in one another", strings.Repeat("<a>", 1000)},
		{"attributes", `<a ` + strings.Repeat(`s="" `, 2000) + `/>`},
	} {
		t.Run(d.name, func(t *testing.T) {
			s := newScanner(strings.NewReader(d.text))
			var err error
			for err == nil {
				_, err = s.next()
			}
			if !errors.Is(err, errTooLarge) {
				t.Errorf("got %v, want the bound", err)
			}
			if len(s.buf) > 2*maxTag {
				t.Errorf("%d bytes are held", len(s.buf))
			}
		})
	}
}
