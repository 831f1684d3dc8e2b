package engine

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// postgresError puts the driver's error into one of our kinds.
func postgresError(err error) error {
	var own *Error
	var pg *pgconn.PgError
	var dial *pgconn.ConnectError
	var network net.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &own):
		return own
	case errors.As(err, &pg):
		return &Error{Kind: postgresKind(pg.Code), Code: pg.Code}
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return &Error{Kind: Canceled}
	case errors.As(err, &dial), errors.As(err, &network), errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Kind: Unreachable}
	default:
		return &Error{Kind: Fault}
	}
}

func postgresKind(state string) Kind {
	switch {
	case state == "40001", state == "40P01", state == "55P03":
		return Busy
	case state == "57014":
		return Canceled
	case state == "53100":
		return Full
	case state == "25006":
		return ReadOnly
	case state == "3D000":
		return NoDatabase
	case state == "22021":
		return BadText
	case state == "XX001", state == "XX002":
		return Corrupt
	case strings.HasPrefix(state, "54"):
		return TooBig
	case strings.HasPrefix(state, "23"):
		return Constraint
	case strings.HasPrefix(state, "28"), state == "42501":
		return Denied
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "57P"), strings.HasPrefix(state, "53"):
		return Unreachable
	default:
		return Fault
	}
}
