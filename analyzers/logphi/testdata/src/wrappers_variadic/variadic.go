package wrappers_variadic

import (
	"context"
	"fmt"
	"log"
	"log/slog"

	"people"
)

func logf(format string, args ...any) { log.Printf(format, args...) }

func logln(args ...any) { log.Println(args...) }

// The format is changed before the call.
func prefixed(format string, args ...any) {
	format = "[importer] " + format
	log.Printf(format, args...)
}

func suffixed(format string, args ...any) { log.Printf(format+"\n", args...) }

// The arguments are extended before the call.
func extended(msg string, args ...any) {
	args = append(args, "component", "importer")
	slog.Info(msg, args...)
}

func pairs(ctx context.Context, msg string, kv ...any) { slog.InfoContext(ctx, msg, kv...) }

// Through Sprintf and Output.
func output(format string, args ...any) { _ = log.Output(2, fmt.Sprintf(format, args...)) }

func sprinted(format string, args ...any) { slog.Info("x", "text", fmt.Sprintf(format, args...)) }

// A level decides; the parameters are only forwarded.
func leveled(debug bool, format string, args ...any) {
	if debug {
		log.Printf("DEBUG "+format, args...)
		return
	}
	log.Printf(format, args...)
}

func good(ctx context.Context, u people.User, n []string) {
	keep(u, n)
	logf("user %s has %d", u.ID, len(n))
	logln("user", u.ID)
	prefixed("%s", u.ID)
	suffixed("%s", u.ID)
	extended("x", "id", u.ID)
	pairs(ctx, "x", "id", u.ID)
	output("%s", u.ID)
	sprinted("%s", u.ID)
	leveled(true, "%s", u.ID)
	logf("%T", u)
}

func bad(ctx context.Context, u people.User, remark string, err error) {
	keep(u, remark, err)
	logf("user %s", u.Email)          // want "u\\.Email is personal: .*logf"
	logf("user %s %s", u.ID, remark)  // want "remark is free-text: .*logf"
	logln("user", u.Email)            // want "u\\.Email is personal: .*logln"
	prefixed("%s", u.Email)           // want "u\\.Email is personal: .*prefixed"
	suffixed("%s", u.Email)           // want "u\\.Email is personal: .*suffixed"
	extended("x", "email", u.Email)   // want "u\\.Email is personal: .*extended"
	pairs(ctx, "x", "email", u.Email) // want "u\\.Email is personal: .*pairs"
	output("%s", u.Email)             // want "u\\.Email is personal: .*output"
	sprinted("%s", u.Email)           // want "u\\.Email is personal: .*sprinted"
	leveled(false, "%s", u.Email)     // want "u\\.Email is personal: .*leveled"
	logf(remark)                      // want "remark is (dynamic-message|free-text): .*logf"
	logf("%v", err)                   // want "err is error-text: .*logf"
	logf("%T %v", u, u)               // want "u is composite: .*logf"
	logf(
		"%s %s",
		u.ID,
		u.Email, // want "u\\.Email is personal: .*logf"
	)
	defer logf("%s", u.Email) // want "u\\.Email is personal: .*logf"
	go logln(u.Email)         // want "u\\.Email is personal: .*logln"
}

// A slice spread into the wrapper.
func spread(u people.User) {
	args := []any{u.ID, u.Email} // want "u\\.Email is personal: .*logf"
	logf("%s %s", args...)
	logf("%s", []any{u.ID}...)
}
