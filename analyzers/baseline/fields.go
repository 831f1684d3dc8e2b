package baseline

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"
)

// Fields is a set of the leaves of a composite type: sorted, separated by commas, escaped. The empty Fields says "not composite".
//
// A leaf is any text; the path of the field and its type ("Address.City string") is best,
// because then a field that changes its type is one lost and one gained. Leave no leaf out: what is not listed can grow unseen.
type Fields string

// MakeFields returns the set of the leaves, in any order.
func MakeFields(leaves ...string) Fields {
	escaped := make([]string, len(leaves))
	for i, leaf := range leaves {
		escaped[i] = escapeLeaf(leaf)
	}
	slices.Sort(escaped)
	return Fields(strings.Join(slices.Compact(escaped), ","))
}

// Leaves returns the set as [MakeFields] took it.
func (f Fields) Leaves() []string {
	var leaves []string
	for _, part := range f.split() {
		leaf, _ := unescape(part)
		leaves = append(leaves, leaf)
	}
	return leaves
}

// Digest is a short hash of the set. In the file it guards the set against editing by hand.
func (f Fields) Digest() string {
	sum := sha256.Sum256([]byte(f))
	return hex.EncodeToString(sum[:6])
}

// split cuts at the commas that are not escaped.
func (f Fields) split() []string {
	if f == "" {
		return nil
	}
	var parts []string
	start := 0
	for i := 0; i < len(f); i++ {
		switch f[i] {
		case '\\':
			i++
		case ',':
			parts = append(parts, string(f[start:i]))
			start = i + 1
		}
	}
	return append(parts, string(f[start:]))
}

// valid reports whether f is as MakeFields writes it.
func (f Fields) valid() bool {
	parts := f.split()
	for i, part := range parts {
		leaf, ok := unescape(part)
		if !ok || escapeLeaf(leaf) != part || i > 0 && parts[i-1] >= part {
			return false
		}
	}
	return true
}

// covers reports whether a finding with the fields "inner" may take the place of one with f: they are equal, or inner lost some.
// A type without fields is not a small composite but one whose content is not known, so it is covered by its equal only.
func (f Fields) covers(inner Fields) bool {
	if f == inner {
		return true
	}
	if f == "" || inner == "" {
		return false
	}
	gained, _ := f.diff(inner)
	return len(gained) == 0
}

// diff tells which leaves "now" has that f had not, and the reverse.
func (f Fields) diff(now Fields) (gained, lost []string) {
	was, is := f.Leaves(), now.Leaves()
	for _, leaf := range is {
		if !slices.Contains(was, leaf) {
			gained = append(gained, leaf)
		}
	}
	for _, leaf := range was {
		if !slices.Contains(is, leaf) {
			lost = append(lost, leaf)
		}
	}
	return gained, lost
}
