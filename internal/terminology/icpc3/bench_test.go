package icpc3

import (
	"runtime"
	"testing"
)

func BenchmarkMatch(b *testing.B) {
	table := loaded(b)
	for _, c := range []struct {
		name, text string
		want       Outcome
	}{
		{"curated", "throwing up", Coded},
		{"capitals", "Sore Throat", Coded},
		{"chinese", "喉咙痛", Coded},
		{"traditional", "喉嚨痛", Coded},
		{"modified", "a mild headache today", Coded},
		{"modified-chinese", "最近有点头痛", Coded},
		{"no-match", "haemoglobin in whole blood", NeedsInput},
		{"no-match-chinese", "没有发烧也不咳嗽", NeedsInput},
		{"no-match-modified", "a very mild little thing today", NeedsInput},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if table.Match(c.text, Symptom).Outcome != c.want {
					b.Fatal("another outcome")
				}
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		own, err := loadSurfaces()
		if err != nil || len(own[Symptom].texts) == 0 {
			b.Fatal(err)
		}
		if _, err := loadCore(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(heapOf(func() any { own, _ := loadSurfaces(); t, _ := loadCore(); return [2]any{own, t} }))/(1<<20), "MiB")
}

// heapOf is how many bytes stay in use for what make returns.
func heapOf(make func() any) uint64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&before)
	kept := make()
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(kept)
	return after.HeapAlloc - before.HeapAlloc
}
