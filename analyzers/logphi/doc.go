// Package logphi reports log statements that carry more than identifiers, counts, durations, status codes and type names.
//
// # Analyzer logphi
//
// logphi: report patient data in log statements
//
// Every operand of a log statement (an argument of log.Printf, a value of slog.Info, a field of zap, zerolog, logrus,
// logr, klog, glog, hclog, go-kit, charm, apex or phuslu, whatever a logger was bound to by With) is judged by what is
// declared of it, by the words of its name, its type, its expression, and where it comes from:
//
//	slog.Info("admitted", "id", patient.ID)            // fine: an identifier
//	slog.Info("admitted", "name", patient.FamilyName)  // patient.FamilyName is personal
//	slog.Error("load failed", "err", err)              // err is error-text: log redact.ErrType(err)
//
// Functions that only forward their parameters to a log are found by themselves, in this package and across packages;
// the argument is judged where they are called.
package logphi
