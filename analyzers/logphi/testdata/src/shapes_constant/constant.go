package shapes_constant

import (
	"errors"
	"flag"
	"log"
	"log/slog"
	"runtime"
	"runtime/debug"

	"shapes_constant/build"
)

const (
	component = "importer"
	limit     = 3 * 7
	banner    = "start " + component
)

// Never assigned again, so its only origin is the literal.
var stage = "first"

// Set by the linker.
var version string

// Set from the command line.
var resource string

// Reassigned with a parameter below.
var mode = "fast"

var ErrGone = errors.New("gone")

func init() { flag.StringVar(&resource, "resource", "", "what to fetch") }

func setMode(m string) { mode = m }

// A literal, a declared constant, an expression of constants.
func literals() {
	log.Print("text", 7, 2.5, true, component, limit, banner, limit+1, "a"+component)
	log.Printf("%s %d", component, limit)
	slog.Info(banner, "component", component, "limit", limit)
	slog.Info("start "+component, "x", "y")
}

// A variable whose every origin is constant.
func variables(wide bool) {
	keep(wide)
	word := "narrow"
	if wide {
		word = "wide"
	}
	log.Print(word)
	var other string
	switch {
	case wide:
		other = component
	default:
		other = "none"
	}
	slog.Info("set", "other", other)
	slog.Info(word)
	log.Print(stage, version, build.Version)
}

// One origin among several is not constant.
func mixed(wide bool, remark string) {
	keep(wide, remark)
	word := "narrow"
	if wide {
		word = remark
	}
	log.Print(word) // want "word is free-text"
}

// A package variable that others set.
func packageVariables() {
	log.Print(resource) // want "resource is free-text"
	log.Print(mode)     // want "mode is free-text"
}

func kindOf(n int) string {
	if n > 3 {
		return "many"
	}
	return component
}

func echoOr(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// Function results: every return constant, or one that is not.
func results(n int, remark string) {
	keep(n, remark)
	log.Print(kindOf(n))
	slog.Info("is", "kind", kindOf(n))
	log.Print(echoOr(remark)) // want "is (free-text|opaque-call)"
	log.Print(echoOr("fixed"))
}

// Sentinel errors and errors.New of a literal.
func sentinels() {
	log.Print(ErrGone)
	log.Printf("%v", ErrGone)
	slog.Info("stop", "err", ErrGone)
	err := errors.New("no room")
	log.Print(err)
	log.Print(err.Error())
	log.Print(errors.New("no room"))
}

// An error of a non-constant text is not a sentinel.
func notSentinel(remark string) {
	keep(remark)
	err := errors.New(remark)
	log.Print(err) // want "err is (error-text|free-text)"
}

// What the tool chain knows of the program.
func toolchain() {
	log.Print(runtime.Version(), runtime.GOOS, runtime.GOARCH)
	info, ok := debug.ReadBuildInfo()
	if ok {
		log.Print(info.Main.Version)
		log.Print(info.GoVersion)
	}
}
