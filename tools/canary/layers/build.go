package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// The commands that are measured with. The server is linked as its image has it, the linter as make build has it: what is
// compiled for those is not compiled again.
const (
	server = "recordserver"
	linter = "philint"
)

// build links a command of the module.
func build(ctx context.Context, root, dir, name, tags string) (string, error) {
	out := filepath.Join(dir, name+tags)
	args := []string{"build", "-tags", tags, "-o", out}
	env := append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if name == server {
		args, env = append(args, "-trimpath", "-ldflags=-s -w"), append(env, "CGO_ENABLED=0")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, "./cmd/"+name)...)
	cmd.Dir, cmd.Env = root, env
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build ./cmd/%s: %w\n%s", name, err, said)
	}
	return out, nil
}
