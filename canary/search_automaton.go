package canary

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// windows is an automaton that meets every piece of MinToken characters of every token, forwards and backwards, in one
// pass over bytes, whatever their case (Aho and Corasick). A whole token is a run of all its pieces.
type windows struct {
	class    [256]uint8      // of a byte; noClass: in no token, leadClass: may start a rune that is folded
	classes  int32           // number of classes
	next     []int32         // by state + class; states are multiples of classes; the sign bit says that a piece ends here
	ends     map[int32][]end // by state
	depths   []uint8         // by number of state: bytes of a piece that it stands for
	variants map[rune]string // runes beyond ASCII that fold into a token's
	slow     [256]uint8      // the same without leadClass: folded runes are fed by it
	texts    []string        // by token, as given
	last     []int32         // by direction of token: the number of its last piece
	wide     bool            // some token has a character of 0x100 and more
	high     [256]bool       // the high bytes of a token's characters in UTF-16, in either case
	foreign  bool            // some token has a character beyond ASCII
	spaced   bool            // some token has a blank
	control  bool            // some token has a character that is not one of text
	longest  int             // bytes of the longest token
}

// end is a piece of a token: the token and direction (2*token, +1 if reversed), and the number of the piece.
type end struct {
	key   int32
	index int32
	own   bool // of this token alone
}

const (
	noClass   = 0
	leadClass = 255
	endBit    = int32(-1 << 31)
)

func newWindows(tokens []Token) *windows {
	w := &windows{ends: map[int32][]end{}, variants: map[rune]string{}, classes: 1}
	pieces := map[string][]end{}
	var order []string
	for i, t := range tokens {
		w.texts = append(w.texts, t.Text)
		w.longest = max(w.longest, len(t.Text))
		folded := foldString(t.Text)
		for dir, text := range []string{folded, reversed(folded)} {
			list := windowsOf(text)
			w.last = append(w.last, int32(len(list)-1))
			for n, piece := range list {
				if len(pieces[piece]) == 0 {
					order = append(order, piece)
				}
				pieces[piece] = append(pieces[piece], end{key: int32(2*i + dir), index: int32(n)})
			}
		}
		w.spaced = w.spaced || strings.Contains(folded, " ")
		w.classify(folded)
		for _, r := range folded {
			for _, same := range append([]rune{r}, foldedTo()[r]...) {
				for _, unit := range utf16.AppendRune(nil, same) {
					w.high[unit>>8] = true
				}
			}
			w.wide = w.wide || r > 0xFF
		}
	}
	for _, list := range pieces {
		for i := range list {
			list[i].own = true
			for _, other := range list {
				list[i].own = list[i].own && other.key/2 == list[i].key/2
			}
		}
	}
	w.build(order, pieces)
	return w
}

// classify gives each byte of a folded text a class, and notes which other runes fold into its runes.
func (w *windows) classify(folded string) {
	for i := range len(folded) {
		b := folded[i]
		w.foreign = w.foreign || b >= 0x80
		w.control = w.control || b < 0x80 && !plain[b]
		if w.class[b] == noClass {
			w.class[b] = uint8(w.classes)
			w.classes++
		}
	}
	for b := byte('A'); b <= 'Z'; b++ {
		w.class[b] = w.class[b+'a'-'A']
	}
	for _, f := range folded {
		for _, r := range foldedTo()[f] {
			w.variants[r] = string(f)
		}
	}
}

func (w *windows) build(order []string, pieces map[string][]end) {
	w.slow = w.class
	for r := range w.variants {
		w.class[string(r)[0]] = leadClass // the bytes of such a rune go through the slow way
	}
	type node struct {
		next  map[byte]int32
		fail  int32
		depth uint8
		ends  []end
	}
	nodes := []node{{next: map[byte]int32{}}}
	for _, piece := range order {
		at := int32(0)
		for i := range len(piece) {
			b := piece[i]
			to, ok := nodes[at].next[b]
			if !ok {
				to = int32(len(nodes))
				nodes = append(nodes, node{next: map[byte]int32{}, depth: uint8(i + 1)})
				nodes[at].next[b] = to
			}
			at = to
		}
		nodes[at].ends = pieces[piece]
	}
	w.next = make([]int32, int32(len(nodes))*w.classes)
	for _, n := range nodes {
		w.depths = append(w.depths, n.depth)
	}
	queue := []int32{0}
	for q := 0; q < len(queue); q++ {
		at := queue[q]
		row := w.next[at*w.classes : (at+1)*w.classes]
		if at != 0 {
			copy(row, w.next[nodes[at].fail*w.classes:(nodes[at].fail+1)*w.classes])
		}
		for b, to := range nodes[at].next {
			c := int32(w.slow[b])
			if at != 0 {
				nodes[to].fail = (row[c] &^ endBit) / w.classes
			}
			row[c] = to * w.classes
			if nodes[to].ends != nil {
				row[c] |= endBit
				w.ends[to*w.classes] = nodes[to].ends
			}
			queue = append(queue, to)
		}
	}
}

// hit is a token, or a part of one, in a view.
type hit struct {
	key        int32
	start, end int
	whole      bool
	exact      bool // in the case it was given in
	own        bool
	first      int32
	last       int32
}

// touches says whether any piece is in the data.
func (w *windows) touches(data []byte) bool {
	touched := false
	w.walk(data, func(int, int32) bool { touched = true; return false })
	return touched
}

// walk feeds the data to the automaton and stops at meet's false. meet is told where a piece ends and the state. It returns
// the state after.
func (w *windows) walk(data []byte, meet func(end int, state int32) bool) (state int32) {
	for i := 0; i < len(data); i++ {
		c := w.class[data[i]]
		if c == noClass {
			state = 0
			continue
		}
		if c != leadClass {
			state = w.next[state+int32(c)]
			if state < 0 {
				state &^= endBit
				if !meet(i+1, state) {
					return state
				}
			}
			continue
		}
		r, size := utf8.DecodeRune(data[i:])
		folded, ok := w.variants[r]
		if !ok {
			folded = string(data[i : i+size])
		}
		ended := false
		for j := range len(folded) {
			c := w.slow[folded[j]]
			if c == noClass {
				state, ended = 0, false
				continue
			}
			state = w.next[state+int32(c)]
			ended = state < 0
			state &^= endBit
		}
		i += size - 1
		if ended && !meet(i+1, state) {
			return state
		}
	}
	return state
}

// find reports the tokens and their parts in the data.
func (w *windows) find(data []byte, report func(hit)) {
	var open []hit
	flush := func(h hit) {
		h.whole = h.first == 0 && h.last == w.last[h.key]
		if h.whole && h.key%2 == 0 {
			h.exact = string(data[h.start:h.end]) == w.texts[h.key/2]
		}
		if h.whole || h.own {
			report(h)
		}
	}
	w.walk(data, func(at int, state int32) bool {
		start := at
		for range MinToken {
			_, size := utf8.DecodeLastRune(data[:start])
			start -= size
		}
		_, size := utf8.DecodeLastRune(data[:at])
		for _, e := range w.ends[state] {
			known := false
			for i := range open {
				h := &open[i]
				if h.key != e.key {
					continue
				}
				if h.end == at { // the same piece stands in the token twice: the first that fits was taken
					known = true
					break
				}
				if h.end == at-size && h.last+1 == e.index {
					h.end, h.last, h.own = at, e.index, h.own || e.own
					known = true
					break
				}
			}
			if known {
				continue
			}
			fresh := hit{key: e.key, start: start, end: at, own: e.own, first: e.index, last: e.index}
			replaced := false
			for i := range open {
				// A run that this byte could still lengthen by another number of the same piece stays.
				if open[i].key == e.key && open[i].end < at-size {
					flush(open[i])
					open[i], replaced = fresh, true
					break
				}
			}
			if !replaced {
				open = append(open, fresh)
			}
		}
		return true
	})
	for _, h := range open {
		flush(h)
	}
}
