package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// build links a command of the module without cgo, so that it runs in an image with nothing else.
func build(ctx context.Context, root, dir, name, tags string) (string, error) {
	out := filepath.Join(dir, name+tags)
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-tags", tags, "-o", out, "./cmd/"+name)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/%s: %w\n%s", name, err, said)
	}
	return out, nil
}
