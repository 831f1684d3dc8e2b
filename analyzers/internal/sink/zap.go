package sink

var zap = []Row{
	{Pkg: "go.uber.org/zap", Recv: "Logger", Funcs: "Debug Info Warn Error DPanic Panic Fatal", Params: "message fields"},
	{Pkg: "go.uber.org/zap", Recv: "Logger", Funcs: "Log", Params: "_ message fields"},
	{Pkg: "go.uber.org/zap", Recv: "Logger", Funcs: "Check", Params: "_ message", Kind: Binder},
	{Pkg: "go.uber.org/zap", Recv: "Logger", Funcs: "With WithLazy", Params: "fields", Kind: Binder},
	{Pkg: "go.uber.org/zap", Recv: "Logger", Funcs: "Named", Params: "message", Kind: Binder},
	{Pkg: "go.uber.org/zap", Funcs: "Fields", Params: "fields", Kind: Binder},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "CheckedEntry", Funcs: "Write", Params: "fields"},

	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Debug Info Warn Error DPanic Panic Fatal", Params: "values"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Debugln Infoln Warnln Errorln DPanicln Panicln Fatalln", Params: "values"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Debugf Infof Warnf Errorf DPanicf Panicf Fatalf", Params: "format values"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Debugw Infow Warnw Errorw DPanicw Panicw Fatalw", Params: "message pairs"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Log Logln", Params: "_ values"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Logf", Params: "_ format values"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Logw", Params: "_ message pairs"},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "With WithLazy", Params: "pairs", Kind: Binder},
	{Pkg: "go.uber.org/zap", Recv: "SugaredLogger", Funcs: "Named", Params: "message", Kind: Binder},

	{Pkg: "go.uber.org/zap", Params: "key value", Kind: Field, Funcs: `
		Any Array Binary Bool Boolp Bools ByteString ByteStrings
		Complex128 Complex128p Complex128s Complex64 Complex64p Complex64s
		Duration Durationp Durations Errors Float32 Float32p Float32s Float64 Float64p Float64s
		Int Intp Ints Int8 Int8p Int8s Int16 Int16p Int16s Int32 Int32p Int32s Int64 Int64p Int64s
		NamedError Object Objects ObjectValues Reflect String Stringp Strings Stringer Stringers Time Timep Times
		Uint Uintp Uints Uint8 Uint8p Uint8s Uint16 Uint16p Uint16s Uint32 Uint32p Uint32s Uint64 Uint64p Uint64s
		Uintptr Uintptrp Uintptrs`},
	{Pkg: "go.uber.org/zap", Funcs: "Error Inline", Params: "value", Kind: Field},
	{Pkg: "go.uber.org/zap", Funcs: "Dict", Params: "key fields", Kind: Field},
	{Pkg: "go.uber.org/zap", Funcs: "DictObject", Params: "fields", Kind: Field},
	{Pkg: "go.uber.org/zap", Funcs: "Namespace Stack", Params: "key", Kind: Field},
	{Pkg: "go.uber.org/zap", Funcs: "StackSkip", Params: "key _", Kind: Field},

	// How objects write themselves.
	{Pkg: "go.uber.org/zap/zapcore", Recv: "ObjectEncoder", Params: "key value", Kind: Field, Funcs: zapAdd},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "ObjectEncoder", Funcs: "OpenNamespace", Params: "key", Kind: Field},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "MapObjectEncoder", Params: "key value", Kind: Field, Funcs: zapAdd},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "MapObjectEncoder", Funcs: "OpenNamespace", Params: "key", Kind: Field},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "ArrayEncoder", Params: "value", Kind: Field, Funcs: `
		AppendArray AppendDuration AppendObject AppendReflected AppendTime`},
	{Pkg: "go.uber.org/zap/zapcore", Recv: "PrimitiveArrayEncoder", Params: "value", Kind: Field, Funcs: `
		AppendBool AppendByteString AppendComplex128 AppendComplex64 AppendFloat64 AppendFloat32
		AppendInt AppendInt64 AppendInt32 AppendInt16 AppendInt8 AppendString
		AppendUint AppendUint64 AppendUint32 AppendUint16 AppendUint8 AppendUintptr`},
}

const zapAdd = `
	AddArray AddObject AddBinary AddByteString AddBool AddDuration AddComplex128 AddComplex64 AddFloat64 AddFloat32
	AddInt AddInt64 AddInt32 AddInt16 AddInt8 AddString AddTime
	AddUint AddUint64 AddUint32 AddUint16 AddUint8 AddUintptr AddReflected`
