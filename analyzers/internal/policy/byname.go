package policy

// A Basic is what a name may vouch for: the kind of a value as far as a name can tell.
type Basic uint8

const (
	Other Basic = iota
	Integer
	Float
	String
	Bool
	Complex // a number no name vouches for
)

// ByName returns the shape that the value's own name gives it; why says which word did. Only integers, strings,
// floats (durations) and bools can be vouched for.
func (w *Words) ByName(n Name, kind Basic) (shape Shape, why string, ok bool) {
	last := n.Last()
	if kind == Integer || kind == String {
		if identifierTails[last] {
			return Identifier, "its name ends in " + last, true
		}
	}
	switch kind {
	case Integer:
		if word := measuredWords.find(n); word != "" {
			return "", "", false
		}
		switch {
		case statusTails[last]:
			return Status, "a number named " + last, true
		case durationTails[last] && !countHeads[last]:
			return Duration, "a number named " + last, true
		case countTails[last]:
			return Count, "a number named " + last, true
		case countHeads[n.First()] && len(n.Parts) > 1:
			return Count, "a number whose name starts with " + n.First(), true
		}
	case Float:
		if measuredWords.find(n) == "" && durationTails[last] && !countHeads[last] {
			return Duration, "a number named " + last, true
		}
	case Bool:
		if w.Finding(n) == "" && measuredWords.find(n) == "" && w.operational(n) {
			return Status, "a flag named " + last, true
		}
	}
	return "", "", false
}

func (w *Words) operational(n Name) bool {
	if flagTails[n.Last()] {
		return true
	}
	// dryRun, timedOut, readOnly: the word before joins the last.
	if k := len(n.Parts); k >= 2 {
		return flagTails[n.Parts[k-2]+n.Parts[k-1]]
	}
	return false
}

// Clock reports whether a time of this name is the operation's own: a start, a deadline, an expiry.
func (w *Words) Clock(n Name) bool {
	if personalWords.find(n) != "" || w.Health(n) != "" {
		return false
	}
	last := Name{Parts: n.Parts[max(0, len(n.Parts)-2):]}
	return clockTails.find(Name{Parts: n.Parts[max(0, len(n.Parts)-1):]}) != "" || clockTails.find(last) != "" && len(last.Parts) == 2 || clockWords.find(n) != ""
}

// Version reports whether a package variable of this name is what a linker sets: a version, a commit.
func (w *Words) Version(n Name) bool {
	if versionTails[n.Last()] {
		return true
	}
	k := len(n.Parts)
	return k >= 2 && versionTails[n.Parts[k-2]+n.Parts[k-1]]
}

// Measured returns the word by which the name, or for a general name its owner's, speaks of a measured quantity.
func (w *Words) Measured(n, owner Name) string {
	if word := measuredWords.find(n); word != "" {
		return word
	}
	if generalNumbers[n.Last()] {
		return measuredWords.find(owner)
	}
	return ""
}

// Identifies reports whether the name is that of an identifier.
func (w *Words) Identifies(n Name) bool { return identifierTails[n.Last()] }

// Counts reports whether a number of this name only counts what the word before it names (tokenCount, emailsTotal):
// how many there are is neither a secret nor a person's.
func (w *Words) Counts(n Name) bool {
	return plainCounts[n.Last()] || countHeads[n.First()] && len(n.Parts) > 1
}

var plainCounts = flat("count counts len length size bytes n cap num idx index total cnt")
