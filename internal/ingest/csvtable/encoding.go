package csvtable

import (
	"bytes"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	xunicode "golang.org/x/text/encoding/unicode"
)

// charset is an encoding that spreadsheets write.
type charset struct {
	name string
	enc  encoding.Encoding
}

var (
	utf8Charset = charset{"UTF-8", xunicode.UTF8BOM}
	utf16Little = charset{"UTF-16LE", xunicode.UTF16(xunicode.LittleEndian, xunicode.UseBOM)}
	utf16Big    = charset{"UTF-16BE", xunicode.UTF16(xunicode.BigEndian, xunicode.UseBOM)}
	gb18030     = charset{"GB18030", simplifiedchinese.GB18030}
	shiftJIS    = charset{"Shift_JIS", japanese.ShiftJIS}
	windows1252 = charset{"Windows-1252", charmap.Windows1252}
)

// charsets are those that can be asked for by name.
var charsets = map[string]charset{
	"utf-8": utf8Charset, "utf-16": utf16Little, "utf-16le": utf16Little, "utf-16be": utf16Big, "gb18030": gb18030, "gbk": gb18030,
	"gb2312": gb18030, "shift_jis": shiftJIS, "windows-1252": windows1252, "latin1": windows1252, "iso-8859-1": windows1252,
}

// reader decodes a table. What cannot be decoded becomes U+FFFD, and the cell is refused where it is used.
func (c charset) reader(r io.Reader) io.Reader { return c.enc.NewDecoder().Reader(r) }

const evidenceSize = 64 << 10

// detect finds a table's encoding: by its mark, else UTF-8 if all of it is, else by what its letters would be. binary
// says that it is no text.
func detect(r io.Reader) (found charset, binary bool, err error) {
	var seen evidence
	buf := make([]byte, 64<<10)
	for {
		n, err := r.Read(buf)
		if !seen.add(buf[:n]) {
			return seen.marked()
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return charset{}, false, err
		}
	}
	if len(seen.rest) > 0 {
		seen.invalid = true
	}
	if seen.marks {
		return seen.marked()
	}
	if !seen.invalid {
		return utf8Charset, false, nil
	}
	return seen.guess(), false, nil
}

// evidence is what a file's bytes say about their encoding.
type evidence struct {
	head    []byte
	rest    []byte // the beginning of a character that the next piece completes
	lines   []byte // with bytes above ASCII in them
	invalid bool   // not UTF-8
	marks   bool   // a mark, or NULs, at the beginning
}

// add takes the next piece; false says that the beginning decides.
func (e *evidence) add(b []byte) bool {
	if len(e.head) < 512 {
		e.head = append(e.head, b[:min(len(b), 512-len(e.head))]...)
		if e.marks = bytes.HasPrefix(e.head, []byte("\xff\xfe")) || bytes.HasPrefix(e.head, []byte("\xfe\xff")) || bytes.IndexByte(e.head, 0) >= 0; e.marks {
			return len(e.head) < 512 && len(b) > 0
		}
	}
	if len(e.lines) < evidenceSize {
		for line := range bytes.Lines(b) {
			if len(e.lines) < evidenceSize && bytes.ContainsFunc(line, func(r rune) bool { return r >= utf8.RuneSelf }) {
				e.lines = append(e.lines, line...)
			}
		}
	}
	if e.invalid {
		return true
	}
	b = append(e.rest, b...)
	cut := len(b)
	for i := max(0, len(b)-utf8.UTFMax+1); i < len(b); i++ {
		if utf8.RuneStart(b[i]) && !utf8.FullRune(b[i:]) {
			cut = i
			break
		}
	}
	e.invalid = !utf8.Valid(b[:cut])
	e.rest = bytes.Clone(b[cut:])
	return true
}

// marked is the encoding of a file with a mark, or with NULs where the high halves of UTF-16 would be.
func (e *evidence) marked() (charset, bool, error) {
	switch {
	case bytes.HasPrefix(e.head, []byte("\xff\xfe")):
		return utf16Little, false, nil
	case bytes.HasPrefix(e.head, []byte("\xfe\xff")):
		return utf16Big, false, nil
	}
	var nulls [2]int
	for i, b := range e.head {
		if b == 0 {
			nulls[i%2]++
		}
	}
	half := len(e.head) / 2
	switch {
	case nulls[1] > half/2 && nulls[0] == 0:
		return utf16Little, false, nil
	case nulls[0] > half/2 && nulls[1] == 0:
		return utf16Big, false, nil
	}
	return charset{}, true, nil
}

// guess chooses among the encodings without marks. Chinese characters of the common set have both bytes above 0xA0,
// Japanese ones begin below, and the letters of western Europe stand alone among ASCII.
func (e *evidence) guess() charset {
	if share(e.lines, shiftJIS, isJapanese) >= 0.9 && leads(e.lines) >= 0.3 {
		return shiftJIS
	}
	if share(e.lines, gb18030, isCommonChinese) >= 0.9 {
		return gb18030
	}
	return windows1252
}

// share is how many of the characters above ASCII are what they would be in an encoding; 0 where one is none.
func share(lines []byte, c charset, is func(r rune) bool) float64 {
	text, err := c.enc.NewDecoder().Bytes(lines)
	if err != nil {
		return 0
	}
	all, good, bad := 0, 0, 0
	for _, r := range string(text) {
		switch {
		case r < utf8.RuneSelf:
		case r == utf8.RuneError:
			bad++
		case is(r):
			good++
			all++
		default:
			all++
		}
	}
	// The last line may be cut within a character.
	if all == 0 || bad > 1 {
		return 0
	}
	return float64(good) / float64(all)
}

// leads is the share of bytes above ASCII that are from 0x81 to 0x9F.
func leads(lines []byte) float64 {
	high, low := 0, 0
	for _, b := range lines {
		switch {
		case b >= 0x81 && b <= 0x9f:
			low++
			high++
		case b >= utf8.RuneSelf:
			high++
		}
	}
	if high == 0 {
		return 0
	}
	return float64(low) / float64(high)
}

func isJapanese(r rune) bool {
	return unicode.In(r, unicode.Hiragana, unicode.Han) || r >= 0x30a0 && r <= 0x30ff || isWide(r)
}

// isWide says whether r is punctuation, or a full-width form, that Chinese and Japanese share.
func isWide(r rune) bool {
	return r >= 0x3000 && r <= 0x303f || r >= 0xff01 && r <= 0xff5e || strings.ContainsRune("℃μ×±≤≥°→↑↓", r)
}

// isCommonChinese says whether r is in the set of GB 2312.
func isCommonChinese(r rune) bool {
	if isWide(r) {
		return true
	}
	if !unicode.Is(unicode.Han, r) {
		return false
	}
	b, err := simplifiedchinese.GB18030.NewEncoder().String(string(r))
	return err == nil && len(b) == 2 && b[0] >= 0xb0 && b[0] <= 0xf7 && b[1] >= 0xa1
}
