package sink

// std are the sinks of the standard library.
var std = []Row{
	{Pkg: "log/slog", Funcs: "Debug Info Warn Error", Params: "message pairs"},
	{Pkg: "log/slog", Funcs: "DebugContext InfoContext WarnContext ErrorContext", Params: "_ message pairs"},
	{Pkg: "log", Funcs: "Print Println Fatal Fatalln Panic Panicln", Params: "values"},
	{Pkg: "log", Funcs: "Printf Fatalf Panicf", Params: "format values"},
	{Pkg: "fmt", Funcs: "Fprintf", Params: "writer format values", Surface: Stream},
	{Pkg: "os", Recv: "File", Funcs: "WriteString", Params: "value", Surface: Stream, RecvStream: true},
}
