//go:build linux

package main

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"testing"
	"time"
)

// memoryBudget is what a served demo may have resident, in MB.
const memoryBudget = 60

// TestMemoryOfAServedDemo asks two hundred questions of every kind and looks at what the process has resident then. It waits
// out the limit of a caller, so it runs where SERVE_MEMORY is set.
func TestMemoryOfAServedDemo(t *testing.T) {
	if os.Getenv("SERVE_MEMORY") == "" {
		t.Skip("SERVE_MEMORY is not set: make bench-memory measures it")
	}
	s := serveAt(t, "--demo")
	start := resident(t, s.cmd.Process.Pid)
	views := []string{"raw", "minute", "hour", "day", "week", "month", "stats", "latest"}
	words := []string{"heart rate", "glucose", "steps", "头痛", "blood pressure", "weight"}
	for n := range 200 {
		word, view := words[n%len(words)], views[n%len(views)]
		var status int
		switch n % 4 {
		case 0:
			status, _ = s.ask("GET", s.url+"/api/v1/records?kind=all&limit=200", s.token, "")
		case 1:
			status, _ = s.ask("POST", s.url+"/mcp", s.token, toolCall(n, "query_medications", `{"view":"log"}`))
		case 2:
			status, _ = s.ask("POST", s.url+"/mcp", s.token, toolCall(n, "resolve_indicator", fmt.Sprintf(`{"names":[%q]}`, word)))
		default:
			status, _ = s.ask("POST", s.url+"/mcp", s.token, toolCall(n, "query_health_indicators", fmt.Sprintf(`{"keywords":[%q,"sleep"],"view":%q}`, word, view)))
		}
		if status != 200 {
			t.Fatalf("question %d: %d", n, status)
		}
		time.Sleep(60 * time.Millisecond)
	}
	after := resident(t, s.cmd.Process.Pid)
	fmt.Printf("resident: %d MB when it has started, %d MB after 200 questions; the budget is %d\n", start, after, memoryBudget)
	if after > memoryBudget {
		t.Errorf("a served demo has %d MB resident", after)
	}
}

var vmRSS = regexp.MustCompile(`VmRSS:\s+(\d+) kB`)

// resident is what a process has resident, in MB.
func resident(t *testing.T, pid int) int {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	m := vmRSS.FindSubmatch(status)
	if m == nil {
		t.Fatal("no VmRSS")
	}
	kb, err := strconv.Atoi(string(m[1]))
	if err != nil {
		t.Fatal(err)
	}
	return kb / 1024
}
