package mcphttp

import (
	"errors"
	"net/http"
)

// Handler serves the paths that [Handler.Register] names.
type Handler struct {
	c Config
}

// New builds a handler. An error is a mistake in the configuration.
func New(c Config) (*Handler, error) {
	if c.Answers == nil || c.Auth == nil || c.Audit == nil {
		return nil, errors.New("mcphttp: answers, auth and audit are needed")
	}
	return &Handler{c: c}, nil
}

// Register adds the handler's routes. A path below them that it does not take is the mux's to refuse.
func (h *Handler) Register(mux *http.ServeMux) {
	for _, path := range []string{Path, LinkPath, MetadataRoot, MetadataPath} {
		mux.Handle(path, h)
	}
}

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	http.Error(w, "not found", http.StatusNotFound)
}
