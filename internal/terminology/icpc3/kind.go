package icpc3

// Kind is which of the two indexes a term is looked up in.
type Kind uint8

// The kinds, and their names on every surface.
const (
	Symptom   Kind = iota // component S
	Condition             // component D

	kinds = int(Condition) + 1
)

var kindNames = [kinds]string{Symptom: "symptom", Condition: "condition"}

func (k Kind) String() string {
	if int(k) < kinds {
		return kindNames[k]
	}
	return ""
}

// ParseKind reads a kind by its name.
func ParseKind(name string) (Kind, bool) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), true
		}
	}
	return 0, false
}

// kindOf is the index that a component belongs to.
func kindOf(component byte) Kind {
	if component == 'D' {
		return Condition
	}
	return Symptom
}
