package sink

import "slices"

// packageLoggers are further loggers with a package's functions, which no shape tells.
var packageLoggers = slices.Concat(
	fiberRows(),
	leveled(logx, "", "Debug Info Error Slow Severe Stat ErrorStack", "f"),
	leveled(logx, "Logger", "Debug Info Error Slow", "f"),
	leveled(logx, "LessLogger", "Error", "f"),
	[]Row{
		{Pkg: logx, Funcs: "Debugw Infow Errorw Sloww", Params: "message fields"},
		{Pkg: logx, Funcs: "Debugv Infov Errorv Slowv Alert Debugfn Infofn Errorfn Slowfn Must", Params: "value"},
		{Pkg: logx, Funcs: "Field", Params: "key value", Kind: Field},
		{Pkg: logx, Funcs: "AddGlobalFields", Params: "fields", Kind: Binder},
		{Pkg: logx, Funcs: "ContextWithFields WithFields", Params: "_ fields", Kind: Binder},
		{Pkg: logx, Funcs: "WithDuration", Params: "value", Kind: Binder},
		{Pkg: logx, Recv: "Logger", Funcs: "Debugw Infow Errorw Sloww", Params: "message fields"},
		{Pkg: logx, Recv: "Logger", Funcs: "Debugv Infov Errorv Slowv Debugfn Infofn Errorfn Slowfn", Params: "value"},
		{Pkg: logx, Recv: "Logger", Funcs: "WithFields", Params: "fields", Kind: Binder},
		{Pkg: logx, Recv: "Logger", Funcs: "WithDuration", Params: "value", Kind: Binder},
	},
	leveled("github.com/cihub/seelog", "", "Trace Debug Info Warn Error Critical", "f"),
	leveled("github.com/cihub/seelog", "LoggerInterface", "Trace Debug Info Warn Error Critical", "f"),
	leveled(gommon, "", "Print Debug Info Warn Error Fatal Panic", "f"),
	leveled(gommon, "Logger", "Print Debug Info Warn Error Fatal Panic", "f"),
	[]Row{
		{Pkg: gommon, Funcs: "Printj Debugj Infoj Warnj Errorj Fatalj Panicj", Params: "fields"},
		{Pkg: gommon, Recv: "Logger", Funcs: "Printj Debugj Infoj Warnj Errorj Fatalj Panicj", Params: "fields"},
		{Pkg: gommon, Funcs: "New SetPrefix", Params: "message", Kind: Binder},
		{Pkg: gommon, Recv: "Logger", Funcs: "SetPrefix", Params: "message", Kind: Binder},
	},
	leveled(hlog, "", "Trace Debug Info Notice Warn Error Fatal", "f"),
	leveled(hlog, "Logger", "Trace Debug Info Notice Warn Error Fatal", ""),
	[]Row{
		{Pkg: hlog, Recv: "FormatLogger", Funcs: "Tracef Debugf Infof Noticef Warnf Errorf Fatalf", Params: "format values"},
		{Pkg: hlog, Funcs: "CtxTracef CtxDebugf CtxInfof CtxNoticef CtxWarnf CtxErrorf CtxFatalf", Params: "_ format values"},
		{Pkg: hlog, Recv: "CtxLogger", Funcs: "CtxTracef CtxDebugf CtxInfof CtxNoticef CtxWarnf CtxErrorf CtxFatalf", Params: "_ format values"},
	},
	leveled("github.com/op/go-logging", "Logger", "Debug Info Notice Warning Error Critical Fatal Panic", "f"),
	[]Row{
		{Pkg: "google.golang.org/appengine/log", Funcs: "Debugf Infof Warningf Errorf Criticalf", Params: "_ format values"},
		{Pkg: "google.golang.org/appengine/v2/log", Funcs: "Debugf Infof Warningf Errorf Criticalf", Params: "_ format values"},
	},
)

const (
	fiber  = "github.com/gofiber/fiber/v*/log"
	logx   = "github.com/zeromicro/go-zero/core/logx"
	gommon = "github.com/labstack/gommon/log"
	hlog   = "github.com/cloudwego/hertz/pkg/common/hlog"
)

func fiberRows() []Row {
	const levels = "Trace Debug Info Warn Error Fatal Panic"
	return append(leveled(fiber, "", levels, "f"),
		Row{Pkg: fiber, Funcs: suffixed(levels, "w"), Params: "message pairs"},
		Row{Pkg: fiber, Recv: "Logger", Funcs: levels, Params: "values"},
		Row{Pkg: fiber, Recv: "FormatLogger", Funcs: suffixed(levels, "f"), Params: "format values"},
		Row{Pkg: fiber, Recv: "WithLogger", Funcs: suffixed(levels, "w"), Params: "message pairs"},
	)
}

// leveled are the level functions that take operands and, with a suffix, a format with its operands.
func leveled(pkg, recv, levels, suffix string) []Row {
	rows := []Row{{Pkg: pkg, Recv: recv, Funcs: levels, Params: "values"}}
	if suffix != "" {
		rows = append(rows, Row{Pkg: pkg, Recv: recv, Funcs: suffixed(levels, suffix), Params: "format values"})
	}
	return rows
}
