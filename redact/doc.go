// Package redact keeps patient data out of logs while the program runs.
//
// One rule: a log statement may carry identifiers, counts, durations, status codes and the names of types and
// other things of the program. The linter of this module, philint, holds source code to it; this package
// holds what reaches the log to it, whatever the call site does. Both read one list, [Fields].
//
// # Start
//
//	func main() {
//		redact.Install(slog.NewJSONHandler(os.Stderr, nil))
//		defer redact.RecoverExit(context.Background())
//		…
//		http.ListenAndServe(addr, redact.LogRequests(nil)(mux))
//	}
//
// From here on log/slog and the log package, which net/http and most libraries write to, go through a
// [Handler]. It is fail-closed: what it does not know to be fit for a log, it drops and counts.
//
// # What passes
//
// A field passes if its name is in the registry and its value is of the name's [Kind]: a user_id with a space
// in it is no identifier, a status that is not a known word is no status, a float is no count. Names match in
// any case and with any separators. Groups, structs, maps, lists, pointers, JSON and LogValuers are taken
// apart, and the leaves that pass are written; the handler behind gets plain values, with no methods that
// could still write something else. Errors become their type names, see [ErrType]. Fields of structs with a
// phi or datapolicy tag never pass.
//
// The name of a group is a name too: a group that is not registered with [KindGroup] is dropped with all that
// is in it.
//
// An application registers its own names where it starts, and in the linter's configuration:
//
//	redact.Register(redact.Field{Name: "ward_id", Kind: redact.KindIdentifier},
//		redact.Field{Name: "triage", Kind: redact.KindStatus, Values: []string{"red", "orange", "green"}})
//
// # Messages
//
// A message is a constant of the program, says the linter. The handler cuts it at 300 runes, escapes control
// characters, and replaces it by what it found and the length when one of the [Detectors] sees an address, a
// number, a date, a token, a document or a name=value in it. Detectors know forms, not words: no filter can
// tell a surname from another word. Where libraries put values into messages use [ConstantMessages], which
// writes no message that is not in the program's text.
//
// # Values that must be made fit
//
// [ID] checks the form of an identifier that a client sent. [Tag] gives a pseudonym under a key, [Fingerprint]
// a digest of a random secret, [Path] a request's path without what identifies anyone. [Safe] says why a value
// may be logged. The linter accepts their results.
//
// # Seeing what is withheld
//
// [Stats] counts dropped fields by reason and kind, reduced errors and changed messages; it is an expvar.Var.
// [OnDrop] calls a hook, and redacttest.FailOnDrop makes one that fails a test whose fields never reach the
// log. [KeepNames] writes the names of what is dropped.
//
// # Other loggers
//
// The packages redactzap, redactzerolog, redactlogrus, redactlogr, redactslogmulti and redactotel, modules of
// their own below this one, put a [Filter] into those. [Writer] takes the lines of any other. [Middleware] is
// the handler in the form that slog pipelines take. Wherever handlers are chained the filter belongs
// outermost: what stands outside sees records as they were.
//
// # What it cannot see
//
// A word under a registered name that has the form of the kind: a component named after a patient, a record
// number used as an id. What the program writes to standard output itself. A panic in a goroutine without
// [Recover], and the runtime's own fatal errors: the runtime prints their values past any logger. The context,
// and errors that the next handler returns.
package redact
