package sink

import "slices"

var charm = slices.Concat(charmRows("github.com/charmbracelet/log/v*"), charmRows("charm.land/log/v*"))

func charmRows(pkg string) []Row {
	var rows []Row
	for _, recv := range []string{"", "Logger"} {
		rows = append(rows,
			Row{Pkg: pkg, Recv: recv, Funcs: "Debug Info Warn Error Fatal Print", Params: "message pairs"},
			Row{Pkg: pkg, Recv: recv, Funcs: "Debugf Infof Warnf Errorf Fatalf Printf", Params: "format values"},
			Row{Pkg: pkg, Recv: recv, Funcs: "Log", Params: "_ message pairs"},
			Row{Pkg: pkg, Recv: recv, Funcs: "Logf", Params: "_ format values"},
			Row{Pkg: pkg, Recv: recv, Funcs: "With", Params: "pairs", Kind: Binder},
			Row{Pkg: pkg, Recv: recv, Funcs: "WithPrefix SetPrefix", Params: "message", Kind: Binder},
		)
	}
	return rows
}
