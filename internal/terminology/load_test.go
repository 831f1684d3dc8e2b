package terminology

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// A table is parsed once in a process. What a start costs is therefore measured in processes of their own: this test
// binary, told by its environment to load everything, or nothing, and to say what it took.
const (
	loadOnce   = "TERMINOLOGY_LOAD_ONCE"
	everything = "everything"
	nothing    = "nothing"
)

func TestMain(m *testing.M) {
	var l load
	switch os.Getenv(loadOnce) {
	case everything:
		l = loadEverything()
	case nothing:
		heap() // as the other one does, twice
		heap()
	default:
		os.Exit(m.Run())
	}
	if err := json.NewEncoder(os.Stdout).Encode(l); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// load is what one load of all tables took and what it leaves in memory.
type load struct {
	Wall  time.Duration
	Bytes int64
	Codes int
}

func loadEverything() load {
	before := heap()
	start := time.Now()
	s, err := Core()
	if err != nil {
		return load{}
	}
	s.Warm()
	complaints := icpc3.Core()
	units.Warm()
	unit, err := ucum.Parse("mg/dL")
	took := time.Since(start)
	if err != nil || complaints.Len() == 0 {
		return load{}
	}
	l := load{Wall: took, Bytes: int64(heap()) - int64(before), Codes: s.Codes().Len()} //nolint:gosec // Both are small.
	runtime.KeepAlive(s)
	runtime.KeepAlive(complaints)
	runtime.KeepAlive(unit)
	return l
}

// loadInItsOwnProcess also answers the processor time of the whole process in user mode, its start included.
func loadInItsOwnProcess(t testing.TB, what string) (load, time.Duration) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), loadOnce+"="+what)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var l load
	if err := json.Unmarshal(out, &l); err != nil {
		t.Fatal(err)
	}
	if what == everything && l.Codes == 0 {
		t.Fatal("the tables did not load")
	}
	return l, cmd.ProcessState.UserTime()
}

// BenchmarkLoad loads all tables in new processes: codes, own names, the parts of names, complaints, units. Of the runs
// it reports the quickest, because other work on the machine only ever makes one slower. The time in user mode is that
// of all threads, less what a process takes that loads nothing.
func BenchmarkLoad(b *testing.B) {
	const long = time.Hour
	wall, user, start := long, long, long
	var kept int64
	for b.Loop() {
		l, u := loadInItsOwnProcess(b, everything)
		_, idle := loadInItsOwnProcess(b, nothing)
		wall, user, start, kept = min(wall, l.Wall), min(user, u), min(start, idle), max(kept, l.Bytes)
	}
	b.ReportMetric(0, "ns/op") // that of starting a process
	b.ReportMetric(float64(wall.Microseconds())/1e3, "min-wall-ms")
	b.ReportMetric(float64((user-start).Microseconds())/1e3, "min-user-ms")
	b.ReportMetric(float64(kept)/(1<<20), "MB-retained")
}

func TestAllTablesTogetherStaySmall(t *testing.T) {
	l, user := loadInItsOwnProcess(t, everything)
	kept := float64(l.Bytes) / (1 << 20)
	t.Logf("%v, %v in user mode with the start of the process, %.1f MB", l.Wall, user, kept)
	if kept > 15 {
		t.Errorf("%.1f MB are kept", kept)
	}
}
