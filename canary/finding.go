package canary

import "strconv"

// Finding says that a token, or a shape, stands in a stream, and where. It has no field that could hold what stands
// there: a report of a leak must not be the next leak.
type Finding struct {
	Stream  string // as it was named to Search or Name
	Line    int    // from 1, counted in the stream as it was given; 0 for a name
	Channel string // of the token; empty for a shape
	Form    Form   // how the token was written; empty for a shape
	Shape   string // name of the shape; empty for a token
}

// String is one line, such as `stderr:12: token of "journal note" (base64+json)` or `stderr:12: shape "table row"`.
func (f Finding) String() string {
	s := f.Stream
	if f.Line > 0 {
		s += ":" + strconv.Itoa(f.Line)
	}
	if f.Shape != "" {
		return s + ": shape " + strconv.Quote(f.Shape)
	}
	return s + ": token of " + strconv.Quote(f.Channel) + " (" + string(f.Form) + ")"
}
