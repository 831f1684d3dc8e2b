package terminology

import (
	"strings"

	"github.com/seed-a76b335c/philint/internal/terminology/fold"
)

// tail is a long name taken apart at LOINC's own joints.
type tail struct {
	component, property, system, method, challenge string
	// rest says that words stand between the property and the specimen: an adjustment, as in "standard in Blood".
	rest bool
	// scale says that the name ends in its scale: "Narrative".
	scale bool
}

var (
	scaleWords = []string{" Narrative", " Nominal", " Ordinal", " Quantitative"}
	joints     = []string{" in ", " of ", " from ", " on "}
)

func cutName(long string) tail {
	var p tail
	long, p.challenge, _ = strings.Cut(long, "--")
	long = strings.TrimSpace(long)
	for _, word := range scaleWords {
		if rest, ok := strings.CutSuffix(long, word); ok {
			long, p.scale = rest, true
		}
	}
	if i := strings.LastIndex(long, " by "); i >= 0 {
		p.method = strings.TrimSpace(long[i+4:])
		long = long[:i]
	}
	bracket := -1
	if i := strings.Index(long, " ["); i >= 0 {
		if j := strings.IndexByte(long[i:], ']'); j > 0 {
			bracket = i + j + 1
			p.component, p.property = long[:i], long[i+2:i+j]
		}
	}
	for _, joint := range joints {
		if i := strings.LastIndex(long, joint); i >= bracket && i >= 0 {
			p.system = strings.TrimSpace(long[i+len(joint):])
			if bracket < 0 {
				p.component = long[:i]
			} else {
				p.rest = strings.TrimSpace(long[bracket:i]) != ""
			}
			break
		}
	}
	if bracket >= 0 && p.system == "" {
		if after := strings.TrimSpace(long[bracket:]); p.method == "" {
			p.method = after // "[Length] US"
		} else {
			p.rest = p.rest || after != ""
		}
	}
	if p.component == "" {
		p.component = long
	}
	p.component = strings.TrimSpace(p.component)
	p.challenge = strings.TrimSpace(p.challenge)
	return p
}

// harvest learns how long names spell the axes: "Minimum inhibitory concentration (MIC)" is the method MIC. A spelling
// that stands for two values is not learnt, nor one that the lexicon knows.
func (x *index) harvest() {
	type spelling struct {
		axis        axis
		joint, text string
	}
	type heard struct {
		spelling
		value string // empty once there are two
		times int    // 0 where the lexicon knows the spelling: "in plasma" is what it has "plasma" for
	}
	places := make(map[spelling]int32, len(x.entries)/4)
	list := make([]heard, 0, len(x.entries)/4)
	learn := func(a axis, joint, text, value string) {
		if text == "" || value == "" {
			return
		}
		k := spelling{a, joint, text}
		at, ok := places[k]
		if !ok {
			at = int32(len(list)) //nolint:gosec // There are fewer spellings than rows times axes.
			places[k] = at
			h := heard{spelling: k, value: value, times: 1}
			if _, known := x.lex.meaningOf(a, text); known {
				h.times = 0
			}
			list = append(list, h)
			return
		}
		h := &list[at]
		if h.times == 0 {
			return
		}
		if h.value != value {
			h.value = ""
		}
		h.times++
	}
	for i := range x.entries {
		e := &x.entries[i]
		r := e.row
		p := cutName(r.LongName)
		if !p.rest {
			x.begins[i] = p.component
		}
		e.named, e.placed, e.by, e.scaled = p.property != "", p.system != "", p.method != "", p.scale
		e.method = x.value(axisMethod, r.Method)
		e.challenge = x.value(axisChallenge, strings.TrimPrefix(r.Challenge(), "^"))
		joint := "by "
		if strings.HasSuffix(r.LongName, "] "+p.method) {
			joint = ""
		}
		learn(axisMethod, joint, p.method, e.method)
		if timeOrder(r.Time) == 0 {
			learn(axisSystem, "in ", p.system, x.value(axisSystem, r.System))
		}
		learn(axisProperty, "", p.property, r.Property)
		learn(axisChallenge, "", p.challenge, e.challenge)
		learn(axisChallenge, "", e.challenge, e.challenge)
	}
	var w words
	for i := range list {
		h := &list[i]
		if h.times == 0 || h.value == "" || h.axis == axisSystem && h.times < 2 {
			continue
		}
		x.lex.read(&w, fold.Key(h.joint+h.text))
		if w.n == 0 || w.overflow || w.n == 1 && h.axis == axisChallenge {
			continue
		}
		text := w.text()
		if x.lex.phrases[text] == nil {
			// "Time" and "Volume" are properties in LOINC's grammar only.
			formal := h.axis == axisProperty && w.n == 1
			x.lex.put(&w, text, &meaning{axis: h.axis, vals: []string{h.value}, formal: formal})
		}
	}
}
