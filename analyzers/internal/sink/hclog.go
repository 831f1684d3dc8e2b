package sink

var hclog = []Row{
	{Pkg: "github.com/hashicorp/go-hclog", Recv: "Logger", Funcs: "Trace Debug Info Warn Error", Params: "message pairs"},
	{Pkg: "github.com/hashicorp/go-hclog", Recv: "Logger", Funcs: "Log", Params: "_ message pairs"},
	{Pkg: "github.com/hashicorp/go-hclog", Recv: "Logger", Funcs: "With", Params: "pairs", Kind: Binder},
	{Pkg: "github.com/hashicorp/go-hclog", Recv: "Logger", Funcs: "Named ResetNamed", Params: "message", Kind: Binder},
	{Pkg: "github.com/hashicorp/go-hclog", Recv: "InterceptLogger", Funcs: "NamedIntercept ResetNamedIntercept", Params: "message", Kind: Binder},
	{Pkg: "github.com/hashicorp/go-hclog", Funcs: "WithContext", Params: "_ _ pairs", Kind: Binder},
	{Pkg: "github.com/hashicorp/go-hclog", Funcs: "Fmt", Params: "format values", Kind: Field},
}
