// Package codes is a stub: names and signatures only.
package codes

type Code uint32

const (
	OK       Code = 0
	Canceled Code = 1
	NotFound Code = 5
)

func (c Code) String() string { return "" }
