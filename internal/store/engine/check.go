package engine

import (
	"math"
	"strings"
	"unicode/utf8"
)

// maxValue is the longest text or run of bytes. Both engines take more, and fall over at different places.
const maxValue = 64 << 20

// checkText refuses what one engine stores and the other does not.
func checkText(s string) error {
	switch {
	case len(s) > maxValue:
		return &Error{Kind: TooBig}
	case strings.IndexByte(s, 0) >= 0 || !utf8.ValidString(s):
		return &Error{Kind: BadText}
	}
	return nil
}

func checkBytes(b []byte) error {
	if len(b) > maxValue {
		return &Error{Kind: TooBig}
	}
	return nil
}

// checkFloat refuses what SQLite would make null, and makes of the zero below zero, which SQLite does not know, a plain
// one.
func checkFloat(f float64) (float64, error) {
	switch {
	case math.IsNaN(f) || math.IsInf(f, 0):
		return 0, &Error{Kind: BadNumber}
	case f == 0:
		return 0, nil
	}
	return f, nil
}

// checkArgs brings arguments to what both engines take alike.
func checkArgs(args []any) error {
	for i, a := range args {
		var err error
		switch a := a.(type) {
		case string:
			err = checkText(a)
		case []byte:
			if a == nil {
				args[i] = []byte{}
			}
			err = checkBytes(a)
		case float64:
			args[i], err = checkFloat(a)
		case *float64:
			if a == nil {
				args[i] = nil
			} else {
				args[i], err = checkFloat(*a)
			}
		case int64, nil:
		default:
			err = &Error{Kind: Fault, Code: "argument"}
		}
		if err != nil {
			return err
		}
	}
	return nil
}
