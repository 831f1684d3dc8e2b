package redact

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// ConstantMessages replaces every message that is not a constant of the program: a message that was put
// together at run time, by the caller or by a library, is written as "[redacted dynamic: 43 runes]". This
// is the only defence against a name or a word in a message; detectors find forms, not words.
//
// A constant is told by its address, in the executable's read-only memory, which this package knows on
// Linux. Elsewhere, and for text of plugins and text read back from a log, every message is replaced.
func ConstantMessages() Option { return func(f *Filter) { f.constantOnly = true } }

func isConstant(s string) bool {
	if s == "" {
		return true
	}
	p := uintptr(unsafe.Pointer(unsafe.StringData(s)))
	for _, r := range readOnly() {
		if r.from <= p && p+uintptr(len(s)) <= r.to {
			return true
		}
	}
	return false
}

type memory struct{ from, to uintptr }

// readOnly lists the executable's own read-only mappings. They never change while it runs.
var readOnly = sync.OnceValue(func() []memory {
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return nil
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return nil
	}
	return executableMappings(maps, exe)
})

// executableMappings reads lines such as
//
//	00400000-0063e000 r-xp 00000000 fe:00 1048604    /usr/bin/server
func executableMappings(maps []byte, exe string) []memory {
	var out []memory
	for sc := bufio.NewScanner(bytes.NewReader(maps)); sc.Scan(); {
		f := strings.SplitN(sc.Text(), " ", 6)
		if len(f) < 6 || strings.TrimLeft(f[5], " ") != exe || strings.Contains(f[1], "w") || f[1][0] != 'r' {
			continue
		}
		lo, hi, _ := strings.Cut(f[0], "-")
		from, err1 := strconv.ParseUint(lo, 16, 64)
		to, err2 := strconv.ParseUint(hi, 16, 64)
		if err1 == nil && err2 == nil {
			out = append(out, memory{uintptr(from), uintptr(to)})
		}
	}
	return out
}
