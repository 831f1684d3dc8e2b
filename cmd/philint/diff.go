package main

import (
	"fmt"
	"strings"
)

// context3 is how many equal lines a hunk shows around what differs.
const context3 = 3

// unified returns the unified diff of two texts, "" if they are equal.
func unified(oldName, newName, before, after string) string {
	if before == after {
		return ""
	}
	a, b := strings.SplitAfter(before, "\n"), strings.SplitAfter(after, "\n")
	a, b = dropEmptyTail(a), dropEmptyTail(b)
	ops := edits(a, b)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
	for start := 0; start < len(ops); {
		if ops[start].kind == ' ' {
			start++
			continue
		}
		first := max(start-context3, 0)
		end, equal := start, 0
		for end < len(ops) && equal <= 2*context3 {
			if ops[end].kind == ' ' {
				equal++
			} else {
				equal = 0
			}
			end++
		}
		end -= max(equal-context3, 0)
		hunk(&out, ops[first:end])
		start = end
	}
	return out.String()
}

func dropEmptyTail(lines []string) []string {
	if n := len(lines); n > 0 && lines[n-1] == "" {
		return lines[:n-1]
	}
	return lines
}

func hunk(out *strings.Builder, ops []op) {
	var removed, added int
	for _, o := range ops {
		if o.kind != '+' {
			removed++
		}
		if o.kind != '-' {
			added++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(ops[0].a, removed), span(ops[0].b, added))
	for _, o := range ops {
		out.WriteByte(o.kind)
		out.WriteString(o.line)
		if !strings.HasSuffix(o.line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func span(start, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", start)
	}
	return fmt.Sprintf("%d,%d", start+1, n)
}

// An op is one line of a diff: ' ' in both texts, '-' in the old one, '+' in the new one. a and b count the lines before it.
type op struct {
	kind byte
	line string
	a, b int
}

// edits finds a shortest edit script: Myers' algorithm on what lies between the equal ends.
func edits(a, b []string) []op {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	var ops []op
	x, y := 0, 0
	emit := func(kind byte, line string) {
		ops = append(ops, op{kind, line, x, y})
		if kind != '+' {
			x++
		}
		if kind != '-' {
			y++
		}
	}
	for _, l := range a[:head] {
		emit(' ', l)
	}
	for _, o := range middle(a[head:len(a)-tail], b[head:len(b)-tail]) {
		emit(o.kind, o.line)
	}
	for _, l := range a[len(a)-tail:] {
		emit(' ', l)
	}
	return ops
}

func middle(a, b []string) []op {
	n, m := len(a), len(b)
	if n == 0 && m == 0 {
		return nil
	}
	reach := map[int]int{1: 0}
	var trace []map[int]int
search:
	for d := 0; ; d++ {
		row := map[int]int{}
		for k := -d; k <= d; k += 2 {
			var x int
			if k == -d || k != d && reach[k-1] < reach[k+1] {
				x = reach[k+1]
			} else {
				x = reach[k-1] + 1
			}
			y := x - k
			for x < n && y < m && a[x] == b[y] {
				x, y = x+1, y+1
			}
			row[k] = x
			if x >= n && y >= m {
				trace = append(trace, row)
				break search
			}
		}
		trace = append(trace, row)
		reach = row
	}
	var back []op
	x, y := n, m
	for d := len(trace) - 1; d > 0; d-- {
		prev := trace[d-1]
		k := x - y
		pk := k - 1
		if k == -d || k != d && prev[k-1] < prev[k+1] {
			pk = k + 1
		}
		px := prev[pk]
		py := px - pk
		for x > px && y > py && x > 0 && y > 0 && a[x-1] == b[y-1] {
			x, y = x-1, y-1
			back = append(back, op{kind: ' ', line: a[x]})
		}
		if pk > k {
			y--
			back = append(back, op{kind: '+', line: b[y]})
		} else {
			x--
			back = append(back, op{kind: '-', line: a[x]})
		}
	}
	for x > 0 && y > 0 {
		x, y = x-1, y-1
		back = append(back, op{kind: ' ', line: a[x]})
	}
	ops := make([]op, 0, len(back))
	for i := len(back) - 1; i >= 0; i-- {
		ops = append(ops, back[i])
	}
	return ops
}
