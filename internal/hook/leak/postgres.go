//go:build canaryleak

package leak

import (
	"context"
	"net"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgproto3"
)

// answersAlone has a connection talk to the least that pgx takes for a PostgreSQL server: there is none in the image.
func answersAlone(config *pgx.ConnConfig) {
	config.DefaultQueryExecMode = pgx.QueryExecModeSimpleProtocol
	config.LookupFunc = func(context.Context, string) ([]string, error) { return []string{"127.0.0.1"}, nil }
	config.DialFunc = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go obey(server)
		return client, nil
	}
}

// obey lets everybody in and says that every statement has done something.
func obey(conn net.Conn) {
	defer conn.Close()
	b := pgproto3.NewBackend(conn, conn)
	if _, err := b.ReceiveStartupMessage(); err != nil {
		return
	}
	b.Send(&pgproto3.AuthenticationOk{})
	b.Send(&pgproto3.ParameterStatus{Name: "client_encoding", Value: "UTF8"})
	b.Send(&pgproto3.ParameterStatus{Name: "standard_conforming_strings", Value: "on"})
	b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	for b.Flush() == nil {
		message, err := b.Receive()
		if err != nil {
			return
		}
		if _, ok := message.(*pgproto3.Query); !ok {
			return
		}
		b.Send(&pgproto3.CommandComplete{CommandTag: []byte("INSERT 0 1")})
		b.Send(&pgproto3.ReadyForQuery{TxStatus: 'I'})
	}
}
