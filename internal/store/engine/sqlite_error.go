package engine

import (
	"context"
	"errors"
	"strconv"

	"github.com/ncruces/go-sqlite3"
)

// sqliteError puts SQLite's error into one of our kinds. With a key, a file that is no database is one that the key
// does not open.
func sqliteError(err error, key []byte) error {
	if err == nil {
		return nil
	}
	var own *Error
	if errors.As(err, &own) {
		return own
	}
	if errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return &Error{Kind: Canceled}
	}
	var extended sqlite3.ExtendedErrorCode
	var code sqlite3.ErrorCode
	var e *sqlite3.Error
	switch {
	case errors.As(err, &e):
		code, extended = e.Code(), e.ExtendedCode()
	case errors.As(err, &extended):
		code = extended.Code()
	case errors.As(err, &code):
		extended = code.ExtendedCode()
	default:
		return fileError(err)
	}
	kind := sqliteKind(code, key)
	switch extended {
	case sqlite3.IOERR_SHMSIZE:
		kind = Full // of the log's index
	case manyFiles:
		kind = ManyFiles
	case sqlite3.IOERR_DATA:
		kind = Corrupt // a page has another checksum
	}
	if kind != Corrupt && (code == sqlite3.IOERR || code == sqlite3.CANTOPEN) {
		// The operating system's reason, where it is one of ours, tells more than the place where it came up.
		var file *Error
		if errors.As(fileError(errors.Unwrap(err)), &file) && file.Kind != Fault {
			kind = file.Kind
		}
	}
	return &Error{Kind: kind, Code: strconv.Itoa(int(extended))}
}

func sqliteKind(code sqlite3.ErrorCode, key []byte) Kind {
	switch code {
	case sqlite3.BUSY, sqlite3.LOCKED:
		return Busy
	case sqlite3.FULL:
		return Full
	case sqlite3.READONLY, sqlite3.PERM, sqlite3.CANTOPEN:
		return ReadOnly
	case sqlite3.NOTADB:
		if key != nil {
			return WrongKey
		}
		return Corrupt
	case sqlite3.CORRUPT:
		return Corrupt
	case sqlite3.INTERRUPT:
		return Canceled
	case sqlite3.CONSTRAINT:
		return Constraint
	case sqlite3.TOOBIG:
		return TooBig
	default:
		return Fault
	}
}
