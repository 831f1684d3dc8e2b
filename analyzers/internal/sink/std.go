package sink

// std are the sinks of the language and the standard library.
var std = []Row{
	{Pkg: "encoding/json", Recv: "Encoder", Funcs: "Encode", Params: "value", Surface: Stream, RecvStream: true},
	{Pkg: "encoding/xml", Recv: "Encoder", Funcs: "Encode EncodeToken", Params: "value", Surface: Stream, RecvStream: true},
	{Pkg: "encoding/xml", Recv: "Encoder", Funcs: "EncodeElement", Params: "value _", Surface: Stream, RecvStream: true},
	{Pkg: "encoding/csv", Recv: "Writer", Funcs: "Write WriteAll", Params: "fields", Surface: Stream, RecvStream: true},
	{Pkg: "builtin", Funcs: "panic", Params: "value", Surface: Stream, Level: "panic"},
	{Pkg: "builtin", Funcs: "print println", Params: "values", Surface: Stream},

	{Pkg: "log", Funcs: "Print Println Fatal Fatalln Panic Panicln", Params: "values"},
	{Pkg: "log", Funcs: "Printf Fatalf Panicf", Params: "format values"},
	{Pkg: "log", Funcs: "Output", Params: "_ value"},
	{Pkg: "log", Funcs: "SetPrefix", Params: "value", Kind: Binder},
	{Pkg: "log", Funcs: "New", Params: "_ value _", Kind: Binder},
	{Pkg: "log", Recv: "Logger", Funcs: "Print Println Fatal Fatalln Panic Panicln", Params: "values"},
	{Pkg: "log", Recv: "Logger", Funcs: "Printf Fatalf Panicf", Params: "format values"},
	{Pkg: "log", Recv: "Logger", Funcs: "Output", Params: "_ value"},
	{Pkg: "log", Recv: "Logger", Funcs: "SetPrefix", Params: "value", Kind: Binder},

	{Pkg: "log/syslog", Recv: "Writer", Funcs: "Debug Info Notice Warning Err Crit Alert Emerg", Params: "message"},
	{Pkg: "log/syslog", Recv: "Writer", Funcs: "Write", Params: "value"},

	{Pkg: "fmt", Funcs: "Print Println", Params: "values", Surface: Stream},
	{Pkg: "fmt", Funcs: "Printf", Params: "format values", Surface: Stream},
	{Pkg: "fmt", Funcs: "Fprint Fprintln", Params: "writer values", Surface: Stream},
	{Pkg: "fmt", Funcs: "Fprintf", Params: "writer format values", Surface: Stream},
	{Pkg: "io", Funcs: "WriteString Copy", Params: "writer value", Surface: Stream},
	{Pkg: "io", Funcs: "CopyN CopyBuffer", Params: "writer value _", Surface: Stream},
	{Pkg: "os", Recv: "File", Funcs: "Write WriteString ReadFrom", Params: "value", Surface: Stream, RecvStream: true},
	{Pkg: "os", Recv: "File", Funcs: "WriteAt", Params: "value _", Surface: Stream, RecvStream: true},
	{Pkg: "text/template", Recv: "Template", Funcs: "Execute", Params: "writer value", Surface: Stream},
	{Pkg: "text/template", Recv: "Template", Funcs: "ExecuteTemplate", Params: "writer _ value", Surface: Stream},
	{Pkg: "html/template", Recv: "Template", Funcs: "Execute", Params: "writer value", Surface: Stream},
	{Pkg: "html/template", Recv: "Template", Funcs: "ExecuteTemplate", Params: "writer _ value", Surface: Stream},

	{Pkg: "expvar", Recv: "String", Funcs: "Set", Params: "value", Surface: Telemetry},
	{Pkg: "expvar", Recv: "Map", Funcs: "Set Add AddFloat", Params: "value _", Surface: Telemetry},
	{Pkg: "expvar", Funcs: "NewString NewInt NewFloat NewMap", Params: "message", Kind: Binder, Surface: Telemetry},
	{Pkg: "expvar", Funcs: "Publish", Params: "message _", Surface: Telemetry},
	{Pkg: "runtime/trace", Funcs: "Log", Params: "_ message value", Surface: Telemetry},
	{Pkg: "runtime/trace", Funcs: "Logf", Params: "_ message format values", Surface: Telemetry},
	{Pkg: "runtime/trace", Funcs: "NewTask StartRegion", Params: "_ message", Surface: Telemetry},
	{Pkg: "runtime/trace", Funcs: "WithRegion", Params: "_ message _", Surface: Telemetry},
	{Pkg: "runtime/pprof", Funcs: "Labels", Params: "values", Kind: Field, Surface: Telemetry},
}

// slog and its forerunner have the same shape.
var slog = append(slogRows("log/slog"), append(slogRows("golang.org/x/exp/slog"),
	Row{Pkg: "log/slog", Funcs: "GroupAttrs", Params: "key fields", Kind: Field},
	Row{Pkg: "golang.org/x/exp/slog", Funcs: "DebugCtx InfoCtx WarnCtx ErrorCtx", Params: "_ message pairs"},
	Row{Pkg: "golang.org/x/exp/slog", Recv: "Logger", Funcs: "DebugCtx InfoCtx WarnCtx ErrorCtx", Params: "_ message pairs"},
)...)

func slogRows(pkg string) []Row {
	return []Row{
		{Pkg: pkg, Funcs: "Debug Info Warn Error", Params: "message pairs"},
		{Pkg: pkg, Funcs: "DebugContext InfoContext WarnContext ErrorContext", Params: "_ message pairs"},
		{Pkg: pkg, Funcs: "Log", Params: "_ _ message pairs"},
		{Pkg: pkg, Funcs: "LogAttrs", Params: "_ _ message fields"},
		{Pkg: pkg, Funcs: "With", Params: "pairs", Kind: Binder},
		{Pkg: pkg, Recv: "Logger", Funcs: "Debug Info Warn Error", Params: "message pairs"},
		{Pkg: pkg, Recv: "Logger", Funcs: "DebugContext InfoContext WarnContext ErrorContext", Params: "_ message pairs"},
		{Pkg: pkg, Recv: "Logger", Funcs: "Log", Params: "_ _ message pairs"},
		{Pkg: pkg, Recv: "Logger", Funcs: "LogAttrs", Params: "_ _ message fields"},
		{Pkg: pkg, Recv: "Logger", Funcs: "With", Params: "pairs", Kind: Binder},
		{Pkg: pkg, Recv: "Logger", Funcs: "WithGroup", Params: "key", Kind: Binder},

		{Pkg: pkg, Funcs: "String Int Int64 Uint64 Float64 Bool Time Duration Any", Params: "key value", Kind: Field},
		{Pkg: pkg, Funcs: "Group", Params: "key pairs", Kind: Field},
		{Pkg: pkg, Funcs: "StringValue IntValue Int64Value Uint64Value Float64Value BoolValue TimeValue DurationValue AnyValue", Params: "value", Kind: Field},
		{Pkg: pkg, Funcs: "GroupValue", Params: "fields", Kind: Field},

		// A record is the way to log with another caller's position.
		{Pkg: pkg, Funcs: "NewRecord", Params: "_ _ message _", Kind: Binder},
		{Pkg: pkg, Recv: "Record", Funcs: "Add", Params: "pairs", Kind: Binder},
		{Pkg: pkg, Recv: "Record", Funcs: "AddAttrs", Params: "fields", Kind: Binder},
	}
}
