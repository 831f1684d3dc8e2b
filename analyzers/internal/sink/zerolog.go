package sink

var zerolog = []Row{
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Msg MsgFunc", Params: "message"},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Msgf", Params: "format values"},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Send"},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Params: "key value", Kind: Field, Funcs: zerologFields + " RawCBOR"},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "ObjectsV StrsV StringersV", Params: "key values", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Dict Array", Params: "key fields", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Fields", Params: "fields", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Err EmbedObject", Params: "value", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "Type", Params: "key _", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Recv: "Event", Funcs: "TimeDiff", Params: "key _ _", Kind: Field},

	{Pkg: "github.com/rs/zerolog", Recv: "Context", Params: "key value", Kind: Binder, Funcs: zerologFields},
	{Pkg: "github.com/rs/zerolog", Recv: "Context", Funcs: "ObjectsV StrsV StringersV", Params: "key values", Kind: Binder},
	{Pkg: "github.com/rs/zerolog", Recv: "Context", Funcs: "Dict Array", Params: "key fields", Kind: Binder},
	{Pkg: "github.com/rs/zerolog", Recv: "Context", Funcs: "Fields", Params: "fields", Kind: Binder},
	{Pkg: "github.com/rs/zerolog", Recv: "Context", Funcs: "Err EmbedObject", Params: "value", Kind: Binder},
	{Pkg: "github.com/rs/zerolog", Recv: "Context", Funcs: "Type", Params: "key _", Kind: Binder},

	{Pkg: "github.com/rs/zerolog", Recv: "Array", Params: "value", Kind: Field, Funcs: `
		Object Str Bytes Hex RawJSON Err Errs Bool Int Int8 Int16 Int32 Int64 Uint Uint8 Uint16 Uint32 Uint64
		Float32 Float64 Time Dur Interface IPAddr IPPrefix MACAddr`},
	{Pkg: "github.com/rs/zerolog", Recv: "Array", Funcs: "Dict", Params: "fields", Kind: Field},
	{Pkg: "github.com/rs/zerolog", Funcs: "Dict Arr", Kind: Field},

	{Pkg: "github.com/rs/zerolog", Recv: "Logger", Funcs: "Print Println", Params: "values", Level: "debug"},
	{Pkg: "github.com/rs/zerolog", Recv: "Logger", Funcs: "Printf", Params: "format values", Level: "debug"},
	{Pkg: "github.com/rs/zerolog", Recv: "Logger", Funcs: "Write", Params: "value"},
	{Pkg: "github.com/rs/zerolog", Recv: "Logger", Funcs: "Err", Params: "value", Kind: Field},

	{Pkg: "github.com/rs/zerolog/log", Funcs: "Print", Params: "values", Level: "debug"},
	{Pkg: "github.com/rs/zerolog/log", Funcs: "Printf", Params: "format values", Level: "debug"},
	{Pkg: "github.com/rs/zerolog/log", Funcs: "Err", Params: "value", Kind: Field},
}

const zerologFields = `
	Str Strs Stringer Stringers Bytes Hex RawJSON AnErr Errs Bool Bools
	Int Ints Int8 Ints8 Int16 Ints16 Int32 Ints32 Int64 Ints64
	Uint Uints Uint8 Uints8 Uint16 Uints16 Uint32 Uints32 Uint64 Uints64
	Float32 Floats32 Float64 Floats64 Time Times Dur Durs Any Interface Object Objects
	IPAddr IPAddrs IPPrefix IPPrefixes MACAddr`
