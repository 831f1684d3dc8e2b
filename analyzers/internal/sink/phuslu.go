package sink

var phuslu = []Row{
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Msg", Params: "message"},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Msgf", Params: "format values"},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Msgs", Params: "values"},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Params: "key value", Kind: Field, Funcs: `
		Time Times Bool Bools Dur Durs AnErr Errs Float64 Float32 Floats64 Floats32
		Int Int8 Int16 Int32 Int64 Ints Ints8 Ints16 Ints32 Ints64
		Uint Uint8 Uint16 Uint32 Uint64 Uints Uints8 Uints16 Uints32 Uints64
		RawJSON RawJSONStr Str StrInt Stringer GoStringer Strs Byte Bytes BytesOrNil Hex Base64 Base64URL Xid
		IPAddr IPPrefix MACAddr NetAddr NetIPAddr NetIPAddrs NetIPAddrPort NetIPPrefix Interface Object Objects Any`},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Err EmbedObject", Params: "value", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "TimeFormat TimesFormat", Params: "key _ value", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "TimeDiff", Params: "key _ _", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Encode", Params: "key value _", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Type", Params: "key _", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Dict", Params: "key _", Kind: Field}, // of a context, written with the methods above
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "KeysAndValues", Params: "pairs", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Entry", Funcs: "Fields", Params: "fields", Kind: Field},

	{Pkg: "github.com/phuslu/log", Recv: "TSVEntry", Params: "value", Kind: Field, Funcs: `
		Bool BoolString Byte Float64 Float32 Int Int8 Int16 Int32 Int64 Uint Uint8 Uint16 Uint32 Uint64
		Str Bytes IPAddr NetIPAddr NetIPAddrPort NetIPPrefix`},
	{Pkg: "github.com/phuslu/log", Recv: "TSVEntry", Funcs: "Encode", Params: "_ value _", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "TSVEntry", Funcs: "Msg"},

	{Pkg: "github.com/phuslu/log", Funcs: "Printf", Params: "format values"},
	{Pkg: "github.com/phuslu/log", Recv: "Logger", Funcs: "Printf", Params: "format values"},
	{Pkg: "github.com/phuslu/log", Recv: "Logger", Funcs: "Err", Params: "value", Kind: Field},
	{Pkg: "github.com/phuslu/log", Recv: "Logger", Funcs: "Categorized", Params: "message", Kind: Binder},
	{Pkg: "github.com/phuslu/log", Recv: "Logger", Funcs: "Std", Params: "value _", Kind: Binder},
}
