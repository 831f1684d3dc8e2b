package apple

import (
	"encoding/hex"
	"time"
)

// interner keeps one copy of texts that come again and again. When it is full it begins anew, so that a file in which
// every text is another cannot fill the memory.
type interner struct {
	texts map[string]string
	size  int
}

const maxInterned = 1 << 20

func (in *interner) text(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := in.texts[string(b)]; ok {
		return s
	}
	s := string(b)
	if len(s) > 512 {
		return s
	}
	if in.texts == nil || in.size > maxInterned {
		in.texts, in.size = map[string]string{}, 0
	}
	in.texts[s] = s
	in.size += len(s) + 48
	return s
}

// digest is FNV-1a, which stays the same from one version to the next: it is part of record ids.
type digest uint64

const emptyDigest digest = 14695981039346656037

func (d digest) text(s string) digest {
	for i := range len(s) {
		d = (d ^ digest(s[i])) * 1099511628211
	}
	return (d ^ 0xff) * 1099511628211 // no text holds this byte, so texts do not run into one another
}

func (d digest) time(t time.Time) digest {
	n := uint64(t.Unix())
	for range 8 {
		d = (d ^ digest(n&0xff)) * 1099511628211
		n >>= 8
	}
	return d
}

func (d digest) String() string {
	var b [8]byte
	for i := range b {
		b[i] = byte(d >> (56 - 8*i))
	}
	return hex.EncodeToString(b[:])
}

// twins tells samples apart that have one type, one source and one span: two foods of one meal, or the weights of an app
// that dates them all at noon. The file has no ids for them, so the second to differ in value gets a number. Such samples
// stand near one another, so a small table is enough.
type twins struct {
	rows [4096]twin
}

type twin struct {
	key  digest
	seen [8]digest
	n    int
}

// number is 1 for the first sample of a key and for others like it, 2 for the second that differs, and so on.
func (t *twins) number(key, content digest) int {
	row := &t.rows[key%digest(len(t.rows))]
	if row.key != key || row.n == 0 {
		*row = twin{key: key}
	}
	for i := range row.n {
		if row.seen[i] == content {
			return i + 1
		}
	}
	if row.n < len(row.seen) {
		row.seen[row.n] = content
		row.n++
		return row.n
	}
	// More than a meal holds: the content itself tells them apart.
	return int(content>>33) + len(row.seen) + 1
}
