// Package primitive is a stub: names and signatures only.
package primitive

import "time"

type ObjectID [12]byte

func NewObjectID() ObjectID                      { return ObjectID{} }
func ObjectIDFromHex(s string) (ObjectID, error) { return ObjectID{}, nil }
func (id ObjectID) Hex() string                  { return "" }
func (id ObjectID) String() string               { return "" }
func (id ObjectID) Timestamp() time.Time         { return time.Time{} }
