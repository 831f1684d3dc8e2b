package sink

var logr = []Row{
	{Pkg: "github.com/go-logr/logr", Recv: "Logger", Funcs: "Info", Params: "message pairs"},
	{Pkg: "github.com/go-logr/logr", Recv: "Logger", Funcs: "Error", Params: "value message pairs"},
	{Pkg: "github.com/go-logr/logr", Recv: "Logger", Funcs: "WithValues", Params: "pairs", Kind: Binder},
	{Pkg: "github.com/go-logr/logr", Recv: "Logger", Funcs: "WithName", Params: "message", Kind: Binder},
	{Pkg: "github.com/go-logr/logr", Recv: "LogSink", Funcs: "Info", Params: "_ message pairs"},
	{Pkg: "github.com/go-logr/logr", Recv: "LogSink", Funcs: "Error", Params: "value message pairs"},
	{Pkg: "github.com/go-logr/logr", Recv: "LogSink", Funcs: "WithValues", Params: "pairs", Kind: Binder},
	{Pkg: "github.com/go-logr/logr", Recv: "LogSink", Funcs: "WithName", Params: "message", Kind: Binder},
}
