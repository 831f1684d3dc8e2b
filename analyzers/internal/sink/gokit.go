package sink

import "slices"

// gokit: today's module, and the older one, which is a thin cover of it since v0.12.
var gokit = slices.Concat(gokitRows("github.com/go-kit/log"), gokitRows("github.com/go-kit/kit/log"))

func gokitRows(pkg string) []Row {
	return []Row{
		{Pkg: pkg, Recv: "Logger", Funcs: "Log", Params: "pairs"},
		{Pkg: pkg, Recv: "LoggerFunc", Funcs: "Log", Params: "pairs"},
		{Pkg: pkg, Recv: "SwapLogger", Funcs: "Log", Params: "pairs"},
		{Pkg: pkg, Funcs: "With WithPrefix WithSuffix", Params: "_ pairs", Kind: Binder},
	}
}
