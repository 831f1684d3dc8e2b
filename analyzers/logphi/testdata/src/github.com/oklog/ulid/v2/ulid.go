// Package ulid is a stub: names and signatures only.
package ulid

type ULID [16]byte

func Make() ULID { return ULID{} }

func (id ULID) String() string { return "" }
