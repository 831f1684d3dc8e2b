package answers

import (
	"encoding/json"
	"errors"
	"slices"

	"github.com/seed-a76b335c/philint/internal/record"
	"github.com/seed-a76b335c/philint/internal/schema"
)

// Question is a call of a tool whose arguments have passed: what is asked, in types.
type Question struct {
	Tool       string
	View       View
	Keywords   []string
	Indicators []string // of readings only
	Window     record.Window
	Swapped    bool // the ends were given the other way round
	// Selectors that were given and cannot be looked for: they are no text, or nothing in them can be seen.
	LostKeywords, LostIndicators int
}

// selected says whether the question names series.
func (q *Question) selected() bool { return len(q.Keywords)+len(q.Indicators) > 0 }

// parse holds arguments to their schema and to what a schema cannot say. An error is a [schema.Rejection]: unknown
// parameters first, then view, then selectors that exclude each other, then dates.
func parse(tool string, arguments json.RawMessage) (Question, error) {
	q := Question{Tool: tool}
	args, err := schemas[tool].Decode(arguments)
	var wrong schema.Rejection
	if err != nil && !errors.As(err, &wrong) {
		return q, err
	}
	if err != nil {
		// What is right is read all the same: a caller is told of everything that is wrong at once.
		args = readable(tool, arguments, wrong)
	}
	q.View, q.Keywords, q.Indicators = View(args.String("view")), args.Strings("keywords"), args.Strings("indicators")
	q.LostKeywords, q.LostIndicators = args.Dropped("keywords"), args.Dropped("indicators")
	if len(q.Keywords) > 0 && len(q.Indicators) > 0 {
		wrong = append(wrong, schema.Refuse("keywords+indicators", schema.Conflict, "one of them, not both")...)
	}
	from, fromWrong := day(args, "start")
	to, toWrong := day(args, "end")
	wrong = slices.Concat(wrong, fromWrong, toWrong)
	q.Window, q.Swapped = record.NewWindow(from, to)
	if tool == ReadingsTool && q.View != Raw && !q.selected() && !names(wrong, "view", "keywords", "indicators", "") {
		needs := "needs indicators or keywords: a call without these and without view answers the catalogue, whose names go in indicators"
		if q.LostKeywords+q.LostIndicators > 0 {
			needs = "needs indicators or keywords, and those that were given are no text, or have nothing in them that can be seen"
		}
		wrong = append(wrong, schema.Refuse("view", schema.Conflict, needs)...)
	}
	if len(wrong) > 0 {
		return q, ordered(wrong)
	}
	return q, nil
}

// day reads a date. Its form is the schema's to check, whether the calendar has it is not.
func day(args schema.Args, name string) (*record.Day, schema.Rejection) {
	text := args.String(name)
	if text == "" {
		return nil, nil
	}
	d, err := record.ParseDay(text)
	if err != nil {
		return nil, schema.Refuse(name, schema.OutOf, "is of the right form and no day of the calendar, whose years are 0001 to 9999")
	}
	return &d, nil
}

// readable are the arguments without those that were refused.
func readable(tool string, arguments json.RawMessage, wrong schema.Rejection) schema.Args {
	if names(wrong, "") { // no object at all
		return schema.Args{}
	}
	members, _ := schema.Members(arguments)
	right := map[string]json.RawMessage{}
	for _, m := range members {
		if slices.Contains(schemas[tool].Names(), m.Key) && !names(wrong, m.Key) {
			right[m.Key] = m.Value
		}
	}
	text, err := json.Marshal(right)
	if err != nil {
		return schema.Args{}
	}
	args, err := schemas[tool].Decode(text)
	if err != nil {
		return schema.Args{}
	}
	return args
}

// names says whether a rejection is about one of the parameters; "" is the arguments as a whole.
func names(wrong schema.Rejection, parameters ...string) bool {
	return slices.ContainsFunc(wrong, func(v schema.Violation) bool {
		return v.Kind != schema.More && v.Kind != schema.Unknown && slices.Contains(parameters, v.Parameter)
	})
}

// order is the one in which a caller is told what is wrong.
var order = map[string]int{"view": 1, "keywords+indicators": 2, "start": 3, "end": 4}

// ordered sorts a rejection and says in words what a date looks like.
func ordered(r schema.Rejection) schema.Rejection {
	r = slices.Clone(r)
	for i := range r {
		if r[i].Kind == schema.Mismatch {
			r[i].Text = dateText
		}
	}
	slices.SortStableFunc(r, func(a, b schema.Violation) int { return place(a) - place(b) })
	return r
}

func place(v schema.Violation) int {
	switch n, ok := order[v.Parameter]; {
	case v.Kind == schema.More:
		return 9
	case v.Kind == schema.Unknown || v.Parameter == "":
		return 0
	case v.Kind == schema.Conflict && v.Parameter == "view":
		return 6
	case ok:
		return n
	default:
		return 5
	}
}
