//go:build canaryleak

package leak

import (
	"context"
	"log/slog"
	"net/http"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/tracelog"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/ncruces/go-sqlite3"
)

func leak18(next http.Handler) http.Handler {
	logger := tracelog.LoggerFunc(func(ctx context.Context, _ tracelog.LogLevel, msg string, data map[string]any) {
		attrs := make([]slog.Attr, 0, len(data))
		for key, value := range data {
			attrs = append(attrs, slog.Any(key, value))
		}
		slog.LogAttrs(ctx, slog.LevelDebug, msg, attrs...)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		config, err := pgx.ParseConfig("postgres://records@records.example/records?sslmode=disable")
		if err == nil {
			config.Tracer = &tracelog.TraceLog{Logger: logger, LogLevel: tracelog.LogLevelInfo}
			answersAlone(config)
			if conn, err := pgx.ConnectConfig(r.Context(), config); err == nil {
				_, _ = conn.Exec(r.Context(), "INSERT INTO searches (keyword) VALUES ($1)", r.URL.Query().Get("keyword"))
				_ = conn.Close(r.Context())
			}
		}
		next.ServeHTTP(w, r)
	})
}

func leak19(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if conn, err := sqlite3.Open(":memory:"); err == nil {
			_ = conn.ConfigLog(func(code sqlite3.ExtendedErrorCode, msg string) {
				slog.Error("sqlite", "code", int(code), "message", msg)
			})
			_ = conn.Exec("SELECT series FROM names WHERE name = '" + r.URL.Query().Get("keyword") + "'")
			_ = conn.Close()
		}
		next.ServeHTTP(w, r)
	})
}

// leak20 lets clients subscribe to resources, with the library's own server and the program's own logger.
func leak20(http.Handler) http.Handler {
	done := func() error { return nil }
	server := mcp.NewServer(&mcp.Implementation{Name: "records", Version: "1"}, &mcp.ServerOptions{
		Logger:             slog.Default(),
		SubscribeHandler:   func(context.Context, *mcp.SubscribeRequest) error { return done() },
		UnsubscribeHandler: func(context.Context, *mcp.UnsubscribeRequest) error { return done() },
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{Stateless: true})
}
