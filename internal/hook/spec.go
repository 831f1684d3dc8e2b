//go:build canaryhook

package hook

import (
	"context"
	"net/http"
	"slices"
	"strings"
)

// Headers of a request that asks for a fault: which one, and the word that stands in everything that breaks.
const (
	FaultHeader = "X-Canary-Fault" // a place and what happens there: store.find/error-wrapped
	WordHeader  = "X-Canary-Word"
)

// List asks, in the place of a fault, what there is: a document with "faults", "routes" and, under "happened", how often
// each fault came about so far.
const List = "list"

// place is where a fault happens.
type place string

const (
	atDoor  place = "door"        // around everything, where only net/http is left to catch it
	atRoute place = "route"       // in the handler of another surface's route, before it answers
	atHalf  place = "half"        // there, after it has begun to answer
	atFind  place = "store.find"  // where the store is asked for what belongs to nobody: who holds a credential
	atRead  place = "store.read"  // where it is asked for a person's data
	atFound place = "store.found" // at the rows of what belongs to nobody
	atRows  place = "store.rows"  // at the rows of a person's data
	atAudit place = "store.audit" // at the next write of the access log, by a goroutine that no request waits for
	atUses  place = "store.uses"  // at the next writing down of when credentials were used, by another one
)

// places are all of them, with what can happen there.
var places = []struct {
	at    place
	kinds func() []string
}{
	{atDoor, panicNames},
	{atRoute, routeNames},
	{atHalf, panicNames},
	{atFind, all},
	{atRead, all},
	{atFound, rowNames},
	{atRows, rowNames},
	{atAudit, later},
	{atUses, seldom},
}

// Kinds of faults that are neither errors nor panics.
const (
	slow    = "slow"    // it takes its time
	damaged = "damaged" // rows have other things in them than were stored
)

// fault is one that a request asks for.
type fault struct {
	at   place
	kind string
	word string
}

type faultKey struct{}

// asked is the fault that the request of a context asks for.
func asked(ctx context.Context) (fault, bool) {
	f, ok := ctx.Value(faultKey{}).(fault)
	return f, ok
}

// read takes the fault out of a request's headers.
func read(r *http.Request) (fault, bool) {
	at, kind, ok := strings.Cut(r.Header.Get(FaultHeader), "/")
	f := fault{place(at), kind, r.Header.Get(WordHeader)}
	return f, ok && f.word != ""
}

func (f fault) name() string { return string(f.at) + "/" + f.kind }

// Names are all faults that there are.
func Names() []string {
	var out []string
	for _, p := range places {
		for _, kind := range p.kinds() {
			out = append(out, fault{at: p.at, kind: kind}.name())
		}
	}
	return out
}

// all is what a store does that breaks. It does not end the goroutine of whoever asks.
func all() []string {
	panics := slices.DeleteFunc(panicNames(), func(name string) bool { return name == "goexit" })
	return append(append(errorNames(), panics...), slow)
}

// later is what happens to those who write what requests leave. An end of their goroutine is nothing that a store does.
func later() []string {
	return []string{"error-postgres-deep", "error-speaks", "error-joined-wrapped", "error-panics", "panic-string", "panic-error", "panic-angry", "panic-nil-map", slow}
}

// seldom is what happens to those of them who come to it once in two seconds.
func seldom() []string { return []string{"error-postgres-deep", "panic-string", "panic-angry"} }

func routeNames() []string { return append(panicNames(), slow) }

func rowNames() []string { return append(all(), damaged) }
