package sinks_imports

import (
	fmt "log"
	logger "log/slog"

	log "github.com/sirupsen/logrus"
)

// Aliases, some of them misleading.
func alias(u user) {
	logger.Info("x", "id", u.ID)
	logger.Info("x", "email", u.Email)        // want "u\\.Email is personal"
	log.WithField("email", u.Email).Info("x") // want "u\\.Email is personal"
	fmt.Printf("%s", u.Email)                 // want "u\\.Email is personal"
	fmt.Printf("%s", u.ID)
}
