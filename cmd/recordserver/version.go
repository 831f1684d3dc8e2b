package main

import (
	"context"
	"runtime"
	"runtime/debug"
)

var versionCommand = command{name: "version", doc: "the program's version", run: func(a *app, _ context.Context, o *options) error {
	if err := o.none(); err != nil {
		return err
	}
	terminal{a.out}.printf("recordserver %s %s/%s\n", version(), runtime.GOOS, runtime.GOARCH)
	return nil
}}

// version is that of the module, as the go command has stamped it.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
