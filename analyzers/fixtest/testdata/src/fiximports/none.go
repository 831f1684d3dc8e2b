// Package fiximports imports in many ways.
package fiximports // and says so

func none(token string, err error) {
	keep(token, err)
	logger.Info("x", "token", token) // want "secret"
	logger.Info("x", "error", err)   // want "error-text"
}
