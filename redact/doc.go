// Package redact keeps patient data out of logs while the program runs.
package redact
