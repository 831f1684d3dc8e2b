//go:build unix

package terminology

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"syscall"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/icpc3"
	"github.com/seed-a76b335c/philint/internal/terminology/ucum"
	"github.com/seed-a76b335c/philint/internal/terminology/units"
)

// A table is parsed once in a process. What a start costs is therefore measured in processes of their own: this test
// binary, told by its environment to load everything and to say what it took.
const loadOnce = "TERMINOLOGY_LOAD_ONCE"

// What loadOnce can say: how much garbage is collected while the tables grow.
const (
	asALibrary  = "library" // as Go does by default
	asTheServer = "server"  // as recordserver starts: they stay, so there is hardly any
)

func TestMain(m *testing.M) {
	switch os.Getenv(loadOnce) {
	case "":
		os.Exit(m.Run())
	case asTheServer:
		debug.SetGCPercent(400)
	}
	if err := json.NewEncoder(os.Stdout).Encode(loadEverything()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// load is what one load of all tables took and what it leaves in memory.
type load struct {
	Wall  time.Duration
	User  time.Duration // of all threads
	CPU   time.Duration // with what the system does for them
	Bytes int64
	Codes int
}

// spent is the processor time of this process so far.
func spent() (user, all time.Duration) {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0, 0
	}
	user = time.Duration(r.Utime.Nano())
	return user, user + time.Duration(r.Stime.Nano())
}

func loadEverything() load {
	before := heap()
	user, all := spent()
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
	userAfter, allAfter := spent()
	if err != nil || complaints.Len() == 0 {
		return load{}
	}
	l := load{Wall: took, User: userAfter - user, CPU: allAfter - all, Codes: s.Codes().Len()}
	l.Bytes = int64(heap()) - int64(before) //nolint:gosec // Both are small.
	runtime.KeepAlive(s)
	runtime.KeepAlive(complaints)
	runtime.KeepAlive(unit)
	return l
}

func loadInItsOwnProcess(t testing.TB, as string) load {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), self)
	cmd.Env = append(os.Environ(), loadOnce+"="+as)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var l load
	if err := json.Unmarshal(out, &l); err != nil {
		t.Fatal(err)
	}
	if l.Codes == 0 {
		t.Fatal("the tables did not load")
	}
	return l
}

// BenchmarkLoad loads all tables in new processes: codes, own names, the parts of names, complaints, units. Of the runs
// it reports the quickest, because other work on the machine only ever makes one slower.
func BenchmarkLoad(b *testing.B) {
	for _, as := range []string{asALibrary, asTheServer} {
		b.Run(as, func(b *testing.B) {
			best := load{Wall: time.Hour, User: time.Hour, CPU: time.Hour}
			for b.Loop() {
				l := loadInItsOwnProcess(b, as)
				best.Wall, best.User, best.CPU = min(best.Wall, l.Wall), min(best.User, l.User), min(best.CPU, l.CPU)
				best.Bytes = max(best.Bytes, l.Bytes)
			}
			b.ReportMetric(0, "ns/op") // that of starting a process
			b.ReportMetric(float64(best.Wall.Microseconds())/1e3, "min-wall-ms")
			b.ReportMetric(float64(best.User.Microseconds())/1e3, "min-user-ms")
			b.ReportMetric(float64(best.CPU.Microseconds())/1e3, "min-cpu-ms")
			b.ReportMetric(float64(best.Bytes)/(1<<20), "MB-retained")
		})
	}
}

func TestAllTablesTogetherStaySmall(t *testing.T) {
	l := loadInItsOwnProcess(t, asALibrary)
	kept := float64(l.Bytes) / (1 << 20)
	t.Logf("%v, %v of processor time, %.1f MB", l.Wall, l.CPU, kept)
	if kept > 15 {
		t.Errorf("%.1f MB are kept", kept)
	}
}
