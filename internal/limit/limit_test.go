package limit

import (
	"fmt"
	"testing"
	"time"
)

type clock struct{ t time.Time }

func (c *clock) now() time.Time { return c.t }

func newTest(r Rules) (*Limiter, *clock) {
	c := &clock{time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
	return New(r, c.now), c
}

func TestACallerHasABurstAndThenARate(t *testing.T) {
	l, c := newTest(Rules{PerSecond: 2, Burst: 3, AtOnce: 10})
	for i := range 3 {
		leave, _, ok := l.Enter("a")
		if !ok {
			t.Fatalf("request %d of the burst is refused", i+1)
		}
		leave()
	}
	_, wait, ok := l.Enter("a")
	if ok || wait != 500*time.Millisecond {
		t.Errorf("after the burst: ok %v, wait %v", ok, wait)
	}
	// A refusal takes nothing: the advice holds however often it was asked for.
	for range 5 {
		l.Enter("a")
	}
	c.t = c.t.Add(wait)
	if _, wait, ok := l.Enter("a"); !ok {
		t.Errorf("after the wait that was advised: refused for %v", wait)
	}
}

func TestCallersDoNotTakeFromEachOther(t *testing.T) {
	l, _ := newTest(Rules{PerSecond: 1, Burst: 1, AtOnce: 1})
	if _, _, ok := l.Enter("a"); !ok {
		t.Fatal("the first is refused")
	}
	if _, _, ok := l.Enter("b"); !ok {
		t.Error("another caller is refused")
	}
}

func TestACallerHasSoManyAtOnce(t *testing.T) {
	l, _ := newTest(Rules{PerSecond: 1000, Burst: 1000, AtOnce: 2})
	first, _, _ := l.Enter("a")
	second, _, _ := l.Enter("a")
	if _, wait, ok := l.Enter("a"); ok || wait != busyWait {
		t.Errorf("a third at once: ok %v, wait %v", ok, wait)
	}
	first()
	first() // a second end of one request is none
	third, _, ok := l.Enter("a")
	if !ok {
		t.Error("the place of one that has ended is not free")
	}
	if _, _, ok := l.Enter("a"); ok {
		t.Error("one request that ended twice made two places")
	}
	second()
	third()
}

func TestQuietCallersAreForgottenAndBusyOnesAreNot(t *testing.T) {
	l, c := newTest(Rules{PerSecond: 1, Burst: 2, AtOnce: 2})
	for i := range keep {
		leave, _, _ := l.Enter(fmt.Sprint(i))
		if i > 0 {
			leave()
		}
	}
	l.Enter("one more")
	if n := len(l.callers); n != keep+1 {
		t.Errorf("callers whose bucket is not full are forgotten: %d are left", n)
	}
	c.t = c.t.Add(time.Hour)
	l.Enter("another")
	if _, there := l.callers["0"]; !there || len(l.callers) != 3 { // 0 and "one more" run still
		t.Errorf("%d callers are left, the busy one among them: %v", len(l.callers), there)
	}
}
