package sink

var apex = apexRows("", "Logger", "Entry", "Interface")

func apexRows(recvs ...string) []Row {
	rows := []Row{
		{Pkg: "github.com/apex/log", Recv: "Entry", Funcs: "Stop", Params: "value", Level: "info"},
	}
	for _, recv := range recvs {
		rows = append(rows,
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "Debug Info Warn Error Fatal", Params: "message"},
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "Trace", Params: "message", Level: "info"},
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "Debugf Infof Warnf Errorf Fatalf", Params: "format values"},
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "WithField", Params: "key value", Kind: Binder},
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "WithFields", Params: "fields", Kind: Binder},
			Row{Pkg: "github.com/apex/log", Recv: recv, Funcs: "WithError WithDuration", Params: "value", Kind: Binder},
		)
	}
	return rows
}
