package shapes_status

import (
	"log"
	"log/slog"
	"net/http"
	"os"
	"syscall"

	"go.opentelemetry.io/otel/codes"
	grpc "google.golang.org/grpc/codes"
)

// Level-like and code-like types.
func byType(a codes.Code, b grpc.Code, c slog.Level, d os.Signal, e syscall.Errno) {
	keep(a, b, c, d, e)
	log.Print(a, b, c, d, e)
	log.Print(a.String(), b.String(), c.String(), d.String())
	slog.Info("x", "a", a, "c", c)
}

// Phase is a closed set: two constants of exactly this type.
type Phase string

const (
	PhaseOpen   Phase = "open"
	PhaseClosed Phase = "closed"
)

// Step is a closed set of integers.
type Step int

const (
	StepOne Step = iota
	StepTwo
)

func (s Step) String() string { return "step" }

// Tone has one constant only.
type Tone string

const ToneLow Tone = "low"

// Hue has untyped constants next to it, none of its type.
type Hue string

const (
	HueRed  = "red"
	HueBlue = "blue"
)

type box struct {
	Phase Phase
	Step  *Step
}

func closedSets(p Phase, s Step, b box) {
	keep(p, s)
	log.Print(p, s, b.Phase, *b.Step, s.String(), string(p))
	slog.Info("x", "phase", b.Phase, "list", []Phase{p})
}

func openSets(t Tone, h Hue) {
	keep(t, h)
	log.Print(t) // want "t is free-text"
	log.Print(h) // want "h is free-text"
}

// A closed set is closed: a conversion from a non-constant string opens it.
func converted(remark string, r *http.Request) {
	keep(remark, r)
	log.Print(Phase("open"))
	log.Print(Phase(remark))               // want "Phase\\(remark\\) is free-text|remark is free-text"
	log.Print(Phase(r.FormValue("phase"))) // want "r\\.FormValue\\(\"phase\"\\).* is payload"
	p := Phase(remark)
	log.Print(p) // want "p is free-text"
}

// What the HTTP library says.
func responses(resp *http.Response, code int) {
	keep(code)
	log.Print(resp.StatusCode, resp.Status, http.StatusText(code), http.StatusText(resp.StatusCode))
	slog.Info("x", "status", resp.StatusCode)
}

type person struct {
	Remark    string
	Email     string
	HIVResult string
	Pregnant  bool
	Pregnancy string
	Deceased  bool
	DeathText string
}

// A comparison's outcome is a flag, whatever is compared.
func comparisons(p person, err error, n int, m map[string]string) {
	keep(err, n, m)
	log.Print(p.Remark == "", p.Email != "", err != nil, err == nil, n > 3, m == nil)
	log.Print(p.Remark == "" && n > 3, p.Remark == "" || err != nil, !(n > 3))
	slog.Info("x", "has_email", p.Email != "", slog.Bool("empty", p.Remark == ""))
}

// Except a comparison whose operand carries a finding word.
func findings(p person, deceased bool) {
	keep(deceased)
	log.Print(p.HIVResult == "positive") // want "p\\.HIVResult == \"positive\" is (health|value)"
	log.Print(p.Pregnancy != "")         // want "p\\.Pregnancy != \"\" is (health|value)"
	log.Print(p.Deceased == true)        // want "p\\.Deceased == true is (health|value|personal)"
	log.Print(p.Pregnant)                // want "p\\.Pregnant is (health|value)"
	log.Print(deceased)                  // want "deceased is (health|value|personal)"
}
