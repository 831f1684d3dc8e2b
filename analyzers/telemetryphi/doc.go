// Package telemetryphi reports what spans, metrics and expvars carry beyond identifiers, counts, durations, status codes and type names.
//
// # Analyzer telemetryphi
//
// telemetryphi: report patient data in spans, metrics and expvars
//
// The sinks are attribute.String, span.SetName, RecordError, WithLabelValues, expvar.String and their like; operands are judged as in a log statement.
package telemetryphi
