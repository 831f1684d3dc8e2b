package terminology

import (
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/seed-a76b335c/philint/internal/terminology/alias"
)

// mixedNames are what a day of reports asks: own names, long names, names put together from parts, misses.
var mixedNames = []string{
	"Glucose", "HbA1c", "总胆固醇", "WBC", "ALT", "血红蛋白", "Ferritin", "TSH", "neutrophils", "心率",
	"Glucose [Mass/volume] in Serum or Plasma", "Leukocytes [#/volume] in Blood by Automated count",
	"Hemoglobin A1c/Hemoglobin.total in Blood", "Cholesterol in LDL [Mass/volume] in Serum or Plasma by calculation",
	"Protein, urine", "24h urine protein", "Potassium in urine", "Serum zinc level", "Amphetamines Ur Ql", "glucose_fasting",
	"白细胞计数(WBC)", "总胆固醇 TC", "血糖(HbA1c)", "Creatinine [Moles/volume] in 24 hour Urine", "restingHeartRate",
	"Blorbine", "Page 3 of 7", "Reference range", "Dr. A. Nother", "fever", "发烧", "Insulin antibodies", "foo bar", "报告日期",
}

func BenchmarkResolve(b *testing.B) {
	s := coreSet(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		s.Resolve(mixedNames[i%len(mixedNames)])
	}
	b.StopTimer()
	took := make([]time.Duration, 0, 100*len(mixedNames))
	for range 100 {
		for _, n := range mixedNames {
			start := time.Now()
			s.Resolve(n)
			took = append(took, time.Since(start))
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Nanoseconds()), "p50-ns")
	b.ReportMetric(float64(took[len(took)*99/100].Nanoseconds()), "p99-ns")
}

func BenchmarkResolveReading(b *testing.B) {
	s := coreSet(b)
	b.ReportAllocs()
	for b.Loop() {
		s.ResolveReading("Total cholesterol", "5.2", "mmol/L")
	}
}

func BenchmarkConvertMolar(b *testing.B) {
	s := coreSet(b)
	b.ReportAllocs()
	for b.Loop() {
		s.Convert(95, "mg/dL", "mmol/L", "2345-7")
	}
}

// BenchmarkWarm adds what the first name that is taken apart waits for.
func BenchmarkWarm(b *testing.B) {
	coreSet(b)
	for b.Loop() {
		s, err := New(nil, nil)
		if err != nil {
			b.Fatal(err)
		}
		s.Warm()
	}
}

// BenchmarkCore measures putting the set together from tables that are already parsed, and what stays in memory.
func BenchmarkCore(b *testing.B) {
	coreSet(b) // tables
	before := heap()
	var s *Set
	for b.Loop() {
		var err error
		if s, err = New(nil, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(int64(heap())-int64(before))/(1<<20), "MB-index")
	runtime.KeepAlive(s)
}

func heap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func TestTheSetIsReadyQuicklyAndStaysSmall(t *testing.T) {
	// The first call parses every table; other tests may have made it before, so only the memory is judged here.
	before := heap()
	start := time.Now()
	s, err := New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	took := time.Since(start)
	s.Warm()
	kept := float64(int64(heap())-int64(before)) / (1 << 20)
	t.Logf("%v, %.1f MB for %d codes", took, kept, s.Codes().Len())
	if kept > 25 {
		t.Errorf("%.1f MB are kept", kept)
	}
	runtime.KeepAlive(s)
}

func TestManyMayAskAtOnce(t *testing.T) {
	s := coreSet(t)
	want := make([]string, len(mixedNames))
	for i, n := range mixedNames {
		want[i] = s.Resolve(n).Code
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				for i, n := range mixedNames {
					if got := s.Resolve(n).Code; got != want[i] {
						t.Errorf("%s: %q, want %q", n, got, want[i])
					}
				}
			}
		})
	}
	wg.Wait()
}

func TestAnExtraAliasMustNotContradict(t *testing.T) {
	extra := alias.Entry{Surface: "house sugar", Key: "house sugar", KeyAsWritten: "house sugar", Meaning: alias.Meaning{Target: "2345-7", Codes: []string{"2345-7"}}, File: "site.tsv", Line: 1}
	s, err := New(nil, nil, extra)
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Resolve("House sugar"); r.Code != "2345-7" || r.Method != MethodAlias {
		t.Errorf("%q by %q", r.Code, r.Method)
	}
	extra.Surface, extra.Key, extra.KeyAsWritten, extra.Target, extra.Codes = "glucose", "glucose", "glucose", "718-7", []string{"718-7"}
	if _, err := New(nil, nil, extra); err == nil {
		t.Error("a second meaning of a name was taken")
	}
}
