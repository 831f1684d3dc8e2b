// Package policy holds the log policy as data: the classes and shapes an operand can have, the words that
// decide them, and how a Go name falls into words. It knows names only, no types and no syntax.
package policy

// A Class says why an operand is refused; it is the category of a diagnostic.
type Class string

// The refused classes, most specific first.
const (
	Secret          Class = "secret"
	Personal        Class = "personal"
	Health          Class = "health"
	ErrorText       Class = "error-text"
	Payload         Class = "payload"
	Composite       Class = "composite"
	Value           Class = "value"
	Time            Class = "time"
	DynamicMessage  Class = "dynamic-message"
	DynamicKey      Class = "dynamic-key"
	UnregisteredKey Class = "unregistered-key"
	OpaqueCall      Class = "opaque-call"
	FreeText        Class = "free-text"

	// Escape is a faulty //philint:ok: without a reason, or suppressing nothing.
	Escape Class = "escape"
	// Internal is a fault of the linter itself; the function it names was not judged.
	Internal Class = "internal-error"
)

// Classes lists every class in the order of their specificity.
func Classes() []Class {
	return []Class{
		Secret, Personal, Health, ErrorText, Payload, Composite, Value, Time,
		DynamicMessage, DynamicKey, UnregisteredKey, OpaqueCall, FreeText, Escape, Internal,
	}
}

// Weak reports whether a class is only what is left when nothing is known: such an origin does not
// speak against a good name, where any other class does.
func (c Class) Weak() bool {
	switch c {
	case OpaqueCall, FreeText, DynamicMessage, DynamicKey:
		return true
	}
	return false
}

// rank orders classes by specificity; a lower rank is the more telling one.
func (c Class) rank() int {
	for i, k := range Classes() {
		if k == c {
			return i
		}
	}
	return len(Classes())
}

// MoreSpecific reports whether c says more than d.
func (c Class) MoreSpecific(d Class) bool { return c.rank() < d.rank() }

// WayOut says in a few words what to write instead of an operand of the class.
func (c Class) WayOut() string {
	switch c {
	case Secret:
		return "log redact.Fingerprint of it if lines must be told apart, else nothing"
	case Personal, Health:
		return "log the record's id instead"
	case ErrorText:
		return "log redact.ErrType(err)"
	case Payload:
		return "log its size, an id checked by redact.ID, or redact.Path(r)"
	case Composite:
		return "log the ids and counts it holds, one by one"
	case Value:
		return "log how many there are, not what they are"
	case Time:
		return "log a duration, or a time named as the operation's own (start, deadline, expiry)"
	case DynamicMessage:
		return "write a constant message and put what varies into fields"
	case DynamicKey:
		return "write the key as a constant"
	case UnregisteredKey:
		return "use a registered name, or register this one with redact.Register"
	case OpaqueCall:
		return "log an id, count, duration or status, or declare the function //philint:safe with a reason"
	case FreeText:
		return "log an id, count, duration, status or type name"
	}
	return ""
}

// A Shape says why an operand is allowed.
type Shape string

// The allowed shapes.
const (
	Constant   Shape = "constant"
	Identifier Shape = "identifier"
	Count      Shape = "count"
	Duration   Shape = "duration"
	Status     Shape = "status"
	TypeName   Shape = "type-name"
	Clock      Shape = "clock" // the operation's own time
	Sanitised  Shape = "sanitised"
	Allowed    Shape = "composite" // every leaf is allowed
	Judged     Shape = "judged"    // a ready-made field, judged where it was built
	Declared   Shape = "declared"  // //philint:safe
)
