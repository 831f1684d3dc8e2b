package sink

import "slices"

var logrus = slices.Concat(
	logrusRows("", "Trace Debug Info Print Warn Warning Error Fatal Panic"),
	logrusRows("Logger", "Trace Debug Info Print Warn Warning Error Fatal Panic"),
	logrusRows("Entry", "Trace Debug Info Print Warn Warning Error Fatal Panic"),
	// Up to v1.9 FieldLogger and Ext1FieldLogger declare all of their methods; later they embed the others.
	logrusRows("FieldLogger", "Debug Info Print Warn Warning Error Fatal Panic"),
	logrusRows("StdLogger", "Print Fatal Panic"),
	logrusRows("Ext1FieldLogger", "Trace"),
	logrusRows("TraceLogger", "Trace"),
	logrusRows("DebugLogger", "Debug"),
	logrusRows("InfoLogger", "Info"),
	logrusRows("WarnLogger", "Warn"),
	logrusRows("ErrorLogger", "Error"),
	logrusBinders("", "Logger", "Entry", "FieldLogger"),
	[]Row{
		{Pkg: "github.com/sirupsen/logrus", Params: "value", Funcs: "TraceFn DebugFn InfoFn PrintFn WarnFn WarningFn ErrorFn FatalFn PanicFn"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Logger", Params: "value", Funcs: "TraceFn DebugFn InfoFn PrintFn WarnFn WarningFn ErrorFn FatalFn PanicFn"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Logger", Params: "_ values", Funcs: "Log Logln"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Logger", Params: "_ format values", Funcs: "Logf"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Logger", Params: "_ value", Funcs: "LogFn"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Entry", Params: "_ values", Funcs: "Log Logln"},
		{Pkg: "github.com/sirupsen/logrus", Recv: "Entry", Params: "_ format values", Funcs: "Logf"},
	},
)

func logrusRows(recv, levels string) []Row {
	return []Row{
		{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: levels, Params: "values"},
		{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: suffixed(levels, "ln"), Params: "values"},
		{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: suffixed(levels, "f"), Params: "format values"},
	}
}

func logrusBinders(recvs ...string) (rows []Row) {
	for _, recv := range recvs {
		rows = append(rows,
			Row{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: "WithField", Params: "key value", Kind: Binder},
			Row{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: "WithFields", Params: "fields", Kind: Binder},
			Row{Pkg: "github.com/sirupsen/logrus", Recv: recv, Funcs: "WithError", Params: "value", Kind: Binder},
		)
	}
	return rows
}
