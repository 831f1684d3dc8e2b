package sink

// web are the parts of web frameworks and servers that keep something for the access log or log themselves.
var web = []Row{
	{Pkg: "github.com/gin-gonic/gin", Recv: "Context", Funcs: "Error", Params: "value", Kind: Binder},
	{Pkg: "github.com/gin-gonic/gin", Recv: "Context", Funcs: "AbortWithError", Params: "_ value", Kind: Binder},
	{Pkg: "github.com/gin-gonic/gin", Recv: "Error", Funcs: "SetMeta", Params: "value", Kind: Binder},

	{Pkg: "github.com/go-chi/chi/v*/middleware", Recv: "LogEntry", Funcs: "Write", Params: "_ _ value _ value"},
	{Pkg: "github.com/go-chi/chi/v*/middleware", Recv: "LogEntry", Funcs: "Panic", Params: "value value"},
	{Pkg: "github.com/go-chi/chi/v*/middleware", Recv: "LoggerInterface", Funcs: "Print", Params: "values"},
	{Pkg: "github.com/go-chi/chi/v*/middleware", Funcs: "PrintPrettyStack", Params: "value", Surface: Stream},
	{Pkg: "github.com/go-chi/httplog", Funcs: "LogEntrySetField", Params: "_ key value", Kind: Binder},
	{Pkg: "github.com/go-chi/httplog", Funcs: "LogEntrySetFields", Params: "_ fields", Kind: Binder},
	{Pkg: "github.com/go-chi/httplog/v2", Funcs: "LogEntrySetField", Params: "_ key fields", Kind: Binder},
	{Pkg: "github.com/go-chi/httplog/v2", Funcs: "LogEntrySetFields", Params: "_ fields", Kind: Binder},
	{Pkg: "github.com/go-chi/httplog/v2", Funcs: "ErrAttr StructValue", Params: "value", Kind: Field},
	{Pkg: "github.com/go-chi/httplog/v3", Funcs: "SetAttrs", Params: "_ fields", Kind: Binder},
	{Pkg: "github.com/go-chi/httplog/v3", Funcs: "SetError", Params: "_ value", Kind: Binder},

	{Pkg: "google.golang.org/grpc/grpclog", Funcs: "Info Warning Error Fatal Print Infoln Warningln Errorln Fatalln Println", Params: "values"},
	{Pkg: "google.golang.org/grpc/grpclog", Funcs: "Infof Warningf Errorf Fatalf Printf", Params: "format values"},
	{Pkg: "google.golang.org/grpc/grpclog", Funcs: "InfoDepth WarningDepth ErrorDepth FatalDepth", Params: "_ values"},
	{Pkg: "google.golang.org/grpc/grpclog", Recv: "LoggerV2", Funcs: "Info Warning Error Fatal Infoln Warningln Errorln Fatalln", Params: "values"},
	{Pkg: "google.golang.org/grpc/grpclog", Recv: "LoggerV2", Funcs: "Infof Warningf Errorf Fatalf", Params: "format values"},
	{Pkg: "google.golang.org/grpc/grpclog", Recv: "DepthLoggerV2", Funcs: "InfoDepth WarningDepth ErrorDepth FatalDepth", Params: "_ values"},
	{Pkg: "google.golang.org/grpc/grpclog", Recv: "Logger", Funcs: "Print Fatal Println Fatalln", Params: "values"},
	{Pkg: "google.golang.org/grpc/grpclog", Recv: "Logger", Funcs: "Printf Fatalf", Params: "format values"},
	{Pkg: "google.golang.org/grpc/grpclog/internal", Recv: "LoggerV2", Funcs: "Info Warning Error Fatal Infoln Warningln Errorln Fatalln", Params: "values"},
	{Pkg: "google.golang.org/grpc/grpclog/internal", Recv: "LoggerV2", Funcs: "Infof Warningf Errorf Fatalf", Params: "format values"},
}
