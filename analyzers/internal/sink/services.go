package sink

import "slices"

// services are loggers that come with a service's client or framework.
var services = slices.Concat([]Row{
	{Pkg: "go.temporal.io/sdk/log", Recv: "Logger", Funcs: "Debug Info Warn Error", Params: "message pairs"},
	{Pkg: "go.temporal.io/sdk/log", Recv: "WithLogger", Funcs: "With", Params: "pairs", Kind: Binder},
	{Pkg: "go.temporal.io/sdk/log", Funcs: "With", Params: "_ pairs", Kind: Binder},

	{Pkg: "cloud.google.com/go/logging", Recv: "Logger", Funcs: "Log", Params: "fields"},
	{Pkg: "cloud.google.com/go/logging", Recv: "Logger", Funcs: "LogSync", Params: "_ fields"},
	{Pkg: "cloud.google.com/go/logging", Funcs: "CommonLabels", Params: "fields", Kind: Binder},

	{Pkg: "gorm.io/gorm/logger", Recv: "Interface", Funcs: "Info Warn Error", Params: "_ format values"},
	{Pkg: "gorm.io/gorm/logger", Recv: "Writer", Funcs: "Printf", Params: "format values"},
}, log15Rows("github.com/inconshreveable/log15"), log15Rows("gopkg.in/inconshreveable/log15.v2"))

func log15Rows(pkg string) []Row {
	return []Row{
		{Pkg: pkg, Funcs: "Debug Info Warn Error Crit", Params: "message pairs"},
		{Pkg: pkg, Funcs: "New", Params: "pairs", Kind: Binder},
		{Pkg: pkg, Recv: "Logger", Funcs: "Debug Info Warn Error Crit", Params: "message pairs"},
		{Pkg: pkg, Recv: "Logger", Funcs: "New", Params: "pairs", Kind: Binder},
	}
}
