package shapes_composite

import (
	"log"
	"log/slog"
	"time"

	"github.com/google/uuid"
)

// Stats holds allowed leaves only, by type or by the field's name.
type Stats struct {
	ID      string
	Count   int
	Took    time.Duration
	Ref     uuid.UUID
	Inner   inner
	OwnerID *int64
	JobIDs  []string
}

type inner struct {
	Attempts int
	Elapsed  float64
}

// Wide has one leaf too many.
type Wide struct {
	Stats
	Label string
}

// Hidden has it in an unexported field, which %+v prints all the same.
type Hidden struct {
	ID    string
	label string
}

// Deep has it two levels down, behind a pointer.
type Deep struct {
	ID   string
	Next *Hidden
}

// Loop refers to itself.
type Loop struct {
	ID   string
	Next *Loop
}

type BadLoop struct {
	ID    string
	Label string
	Next  []*BadLoop
}

func good(s Stats, p *Stats, l Loop) {
	keep(s, p, l)
	log.Print(s, p, l)
	log.Printf("%+v %v", s, *p)
	slog.Info("x", "stats", s)
}

func bad(w Wide, h Hidden, d *Deep, l *BadLoop, v any, e interface{ Do() }) {
	keep(w, h, d, l, v, e)
	log.Print(w)                           // want "w is composite"
	log.Printf("%+v", h)                   // want "h is composite"
	log.Printf("%v", d)                    // want "d is composite"
	slog.Info("x", "l", l)                 // want "l is composite"
	log.Print(v)                           // want "v is composite"
	log.Print(e)                           // want "e is (composite|opaque-call)"
	log.Printf("%+v %v", w.Stats, w.Label) // want "w\\.Label is free-text"
}

// Slices, arrays and maps.
func containers(a []uuid.UUID, b [3]time.Duration, c map[uuid.UUID]time.Duration, d []Stats, e map[int]*Stats, labels []string, f map[string]string, g []any, h []Wide, k []float64) {
	keep(a, b, c, d, labels, f, g, h, k)
	log.Print(a, b, c, d)
	log.Print(labels) // want "labels is composite"
	log.Print(f)      // want "f is composite"
	log.Print(g)      // want "g is composite"
	log.Print(h)      // want "h is composite"
	log.Print(k)      // want "k is (composite|value)"
}

// Literals are as good as their elements.
func literals(items []string, remark string, jobID string, v any) {
	keep(items, remark, jobID, v)
	log.Print([]int{len(items), 2})
	log.Print([]string{jobID, "x"})
	log.Print(map[string]int{"n": len(items)})
	log.Print(struct{ N int }{len(items)})
	log.Print([]any{jobID, len(items), "x"})
	log.Print([]string{jobID, remark})        // want "is (composite|free-text)"
	log.Print(map[string]string{"x": remark}) // want "is (composite|free-text)"
	log.Print([]any{v})                       // want "is composite"
	log.Print(struct{ S string }{remark})     // want "is (composite|free-text)"
	log.Print(&Hidden{ID: jobID, label: "x"})
	log.Print(&Hidden{ID: jobID, label: remark}) // want "is (composite|free-text)"
}
