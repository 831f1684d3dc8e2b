// Package panicphi reports what panics, standard output and standard error carry beyond identifiers, counts, durations, status codes and type names.
//
// # Analyzer panicphi
//
// panicphi: report patient data in panics, standard output and standard error
//
// The sinks are panic, print, fmt.Println, fmt.Fprintf to os.Stderr and their like; operands are judged as in a log statement.
package panicphi
