// Package chi is a stub: names and signatures only.
package chi

import (
	"context"
	"net/http"
)

type Context struct{ RoutePath string }

func RouteContext(ctx context.Context) *Context { return nil }

func (x *Context) RoutePattern() string { return "" }

func URLParam(r *http.Request, key string) string { return "" }
