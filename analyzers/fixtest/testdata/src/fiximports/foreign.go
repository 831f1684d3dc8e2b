package fiximports

import "go.uber.org/zap"

func foreign(err error, l *zap.Logger) {
	keep(err)
	l.Info("x", zap.Error(err)) // want "error-text"
	l.Info("x", zap.Error(err)) // want "error-text"
}
