package redactzap_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed-a76b335c/philint/redact"
	"github.com/seed-a76b335c/philint/redact/redacttest"
	"github.com/seed-a76b335c/philint/redact/redactzap"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

type logger struct{ l *zap.Logger }

func (l logger) Info(msg string, args ...any) { l.l.Info(msg, fields(args)...) }

func (l logger) With(args ...any) redacttest.Logger { return logger{l.l.With(fields(args)...)} }

func (l logger) WithGroup(name string) redacttest.Logger {
	if name == "" {
		return l
	}
	return logger{l.l.With(zap.Namespace(name))}
}

func fields(args []any) []zap.Field {
	var fs []zap.Field
	for _, a := range redacttest.Pairs(args) {
		if a.Key == "" && a.Value.Kind() == slog.KindGroup {
			fs = append(fs, zap.Inline(zap.DictObject(members(a.Value.Group())...)))
			continue
		}
		fs = append(fs, zap.Any(a.Key, redacttest.Plain(a.Value)))
	}
	return fs
}

func members(as []slog.Attr) []zap.Field {
	var fs []zap.Field
	for _, a := range as {
		fs = append(fs, zap.Any(a.Key, redacttest.Plain(a.Value)))
	}
	return fs
}

func newCore(w io.Writer, enc func(zapcore.EncoderConfig) zapcore.Encoder) zapcore.Core {
	return zapcore.NewCore(enc(zap.NewProductionEncoderConfig()), zapcore.AddSync(w), zapcore.DebugLevel)
}

func TestNothingLeaks(t *testing.T) {
	for name, enc := range map[string]func(zapcore.EncoderConfig) zapcore.Encoder{"json": zapcore.NewJSONEncoder, "console": zapcore.NewConsoleEncoder} {
		t.Run(name, func(t *testing.T) {
			redacttest.Run(t, func(w io.Writer) redacttest.Logger {
				return logger{zap.New(newCore(w, enc), zap.AddCaller(), zap.AddStacktrace(zapcore.ErrorLevel), redactzap.Option())}
			})
		})
		t.Run(name+", constant messages", func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Words: true}, func(w io.Writer) redacttest.Logger {
				return logger{zap.New(redactzap.Wrap(newCore(w, enc), redact.ConstantMessages()))}
			})
		})
		// A writer behind the encoder is the weaker way, for a logger that cannot be wrapped.
		t.Run(name+", writer", func(t *testing.T) {
			redacttest.RunConfig(t, redacttest.Config{Formatted: true, Text: name == "console"}, func(w io.Writer) redacttest.Logger {
				return logger{zap.New(newCore(redact.NewWriter(w), enc))}
			})
		})
	}
}

type object struct{ email string }

func (o object) MarshalLogObject(enc zapcore.ObjectEncoder) error {
	enc.AddString("email", o.email)
	enc.AddString("user_id", "u1")
	return nil
}

type broken struct{}

func (broken) MarshalLogObject(zapcore.ObjectEncoder) error { panic("mary") }
func (broken) String() string                               { panic("mary") }

func TestFieldBuilders(t *testing.T) {
	var buf bytes.Buffer
	l := zap.New(newCore(&buf, zapcore.NewJSONEncoder), redactzap.Option()).Named("ingest")
	l.With(zap.Namespace("request"), zap.Int("row_count", 3), zap.String("email", "mary")).Info("m",
		zap.Object("user", object{"mary"}), zap.Inline(object{"mary"}), zap.Stringer("status", broken{}), zap.Object("record", broken{}),
		zap.Error(errors.New("mary")), zap.NamedError("cause", errors.New("mary")), zap.Strings("user_ids", []string{"u1", "mary s"}),
		zap.Binary("user_id", []byte("mary s")), zap.ByteString("request_id", []byte("mary s")), zap.Reflect("request", object{"mary"}),
		zap.Dict("user", zap.String("email", "mary"), zap.Bool("ok", true)), zap.Objects("record", []object{{"mary"}}), zap.Skip(),
		zap.Uint8("attempt", 2), zap.Complex64("count", 1), zap.Namespace("mary"), zap.Int("row_count", 9))
	l.Named("Mary Smith").Info("n")
	l.Sugar().Infow("o", "email", "mary", "user_id", "u2", "odd")
	l.Sugar().Infof("saved %s", "mary@clinic.example")
	out := buf.String()
	for _, want := range []string{
		`"logger":"ingest"`, `"request":{"row_count":3`, `"user_id":"u1"`, `"error":"*errors.errorString"`, `"user_ids":["u1"]`,
		`"ok":true`, `"attempt":2`, `"user_id":"u2"`, "redacted email",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in the log", want)
		}
	}
	if strings.Contains(strings.ToLower(out), "mary") || strings.Contains(out, `:9`) {
		t.Error("something leaks")
	}
}

func TestThePanicOfLevelPanicHasTheJudgedMessage(t *testing.T) {
	l := zap.New(newCore(io.Discard, zapcore.NewJSONEncoder), redactzap.Option())
	defer func() {
		if v, ok := recover().(string); !ok || strings.Contains(v, "mary") {
			t.Error("the panic carries the message as it was")
		}
	}()
	l.Panic("saved mary@clinic.example")
}

func TestCoresOfATeeKeepTheirLevels(t *testing.T) {
	var all, errs bytes.Buffer
	enc := zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig())
	tee := zapcore.NewTee(zapcore.NewCore(enc, zapcore.AddSync(&all), zapcore.DebugLevel), zapcore.NewCore(enc, zapcore.AddSync(&errs), zapcore.ErrorLevel))
	l := zap.New(tee, redactzap.Option())
	l.Info("one", zap.String("email", "mary"))
	l.Error("two", zap.String("email", "mary"))
	if strings.Count(all.String(), "\n") != 2 || strings.Count(errs.String(), "\n") != 1 || strings.Contains(all.String()+errs.String(), "mary") {
		t.Errorf("%d and %d lines", strings.Count(all.String(), "\n"), strings.Count(errs.String(), "\n"))
	}
}

type failing struct{ zapcore.Core }

func (failing) Write(zapcore.Entry, []zapcore.Field) error { return errors.New("disk full of mary") }

func (f failing) Check(e zapcore.Entry, ce *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	return ce.AddCore(e, f)
}

func TestAFailedWriteIsReported(t *testing.T) {
	c := redactzap.Wrap(failing{zapcore.NewNopCore()})
	if err := c.Write(zapcore.Entry{Message: "saved"}, nil); err == nil || strings.Contains(err.Error(), "mary") {
		t.Errorf("a failed write gives a %T", err)
	}
	if err := redactzap.Wrap(zapcore.NewNopCore()).Write(zapcore.Entry{}, nil); err != nil {
		t.Error("a write that did not fail is reported")
	}
}
