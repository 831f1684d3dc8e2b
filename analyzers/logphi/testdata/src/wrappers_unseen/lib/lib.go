// Package lib calls back.
package lib

// Hooks are called by the library.
type Hooks interface {
	OnFailure(err error)
	OnRecord(text string)
}

// Run calls hooks.
func Run(h Hooks) { _ = h }
