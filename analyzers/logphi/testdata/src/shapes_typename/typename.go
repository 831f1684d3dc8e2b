package shapes_typename

import (
	"log"
	"log/slog"
	"net/http"
	"reflect"
	"runtime"

	"github.com/go-chi/chi/v5"
)

type person struct {
	Email string
	Note  string
}

// Types of reflect, and their names.
func reflected(t reflect.Type, k reflect.Kind, v any) {
	keep(t, k, v)
	log.Print(t, k, t.String(), t.Name(), t.PkgPath(), k.String())
	log.Print(reflect.TypeOf(v), reflect.TypeOf(v).Name(), reflect.TypeOf(v).Elem().String())
	slog.Info("x", "type", t, "kind", k)
	slog.Info("x", "type", reflect.TypeOf(v).String())
}

// The verb %T takes any operand; every other verb does not.
func verbs(p person, err error, remark string, v any) {
	keep(p, err, remark, v)
	log.Printf("%T %T %T %T %T", p, &p, err, remark, v)
	log.Printf("%T", p.Email)
	log.Printf("%T: %v", err, err)     // want "err is error-text"
	log.Printf("%[1]T %[1]v", v)       // want "v is composite"
	log.Printf("%T %s", p, remark)     // want "remark is free-text"
	log.Printf("%-10T|%s", v, p.Email) // want "p\\.Email is personal"
}

// Names of functions and packages.
func functions(pc uintptr, f runtime.Frame) {
	keep(pc)
	log.Print(runtime.FuncForPC(pc).Name())
	log.Print(f.Function)
}

// An HTTP method and a route pattern; the path itself is no pattern.
func routes(r *http.Request) {
	log.Print(r.Method, r.Pattern)
	log.Print(chi.RouteContext(r.Context()).RoutePattern())
	slog.Info("x", "method", r.Method, "route", r.Pattern)
	log.Print(r.URL.Path)   // want "r\\.URL\\.Path is payload"
	log.Print(r.RequestURI) // want "r\\.RequestURI is payload"
}
