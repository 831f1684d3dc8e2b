// Package ideas_recursive logs types that are made of themselves.
package ideas_recursive

import "log/slog"

type list []list

type dict map[string]dict

type ptr *ptr

type tree struct {
	Kids []*tree
	Name string
}

type chain struct{ next **chain }

type fun func(fun) fun

type arr [1]*arr

type ch chan ch

func recursive(l list, d dict, p ptr, t tree, c chain, f fun, a arr, h ch) {
	keep(l, d, p, t, c, f, a, h)
	slog.Info("x", "l", l)                                    // want "l is composite"
	slog.Info("x", "d", d)                                    // want "d is composite"
	slog.Info("x", "p", p)                                    // want "p is composite"
	slog.Info("x", "t", t)                                    // want "t is composite"
	slog.Info("x", "t", &t, "c", &c, "f", f, "a", &a, "h", h) // want "t is composite" "c is composite" "a is composite"
}

func keep(...any) {}
