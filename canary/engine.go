package canary

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	tclog "github.com/testcontainers/testcontainers-go/log"
)

// envReaper is testcontainers' switch for the container that cleans up after a lost process.
const envReaper = "TESTCONTAINERS_RYUK_DISABLED"

// envHost names an engine.
const envHost = "DOCKER_HOST"

// engineWait is how long an engine may take to say that it is there.
const engineWait = 20 * time.Second

// engine is a container engine that answers.
type engine struct {
	provider *testcontainers.DockerProvider
	api      client.APIClient
}

// connecting guards the library's own logger, which is one for the whole process.
var connecting sync.Mutex

// connect finds the engine as testcontainers does: DOCKER_HOST, its configuration file, the sockets of Docker, rootless
// Docker and Podman.
func connect(ctx context.Context) (e *engine, err error) {
	connecting.Lock()
	defer connecting.Unlock()
	// The cleaning container comes from a registry, and a check removes by itself what it made. Who sets the variable to
	// false has the image and wants it.
	if os.Getenv(envReaper) == "" {
		if err := os.Setenv(envReaper, "true"); err != nil {
			return nil, faultf(ErrConfig, "%s cannot be set", envReaper)
		}
	}
	before := tclog.Default()
	tclog.SetDefault(tclog.NewNoopLogger())
	defer tclog.SetDefault(before)

	e, err = find(ctx)
	if ctx.Err() != nil { // whether one answers is not known
		return nil, &fault{kind: ErrInterrupted, reason: "before an engine answered", cause: context.Cause(ctx)}
	}
	if err != nil {
		return nil, noEngine(err)
	}
	if os.Getenv(envReaper) == "true" && !e.provider.Config().RyukDisabled {
		return nil, faultf(ErrConfig, "testcontainers was used before without %s=true and would pull its cleaning image: set it in the environment", envReaper)
	}
	return e, nil
}

// find turns a panic of the library, which some of its ways to look for an engine end with, into an error.
func find(ctx context.Context) (e *engine, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("looking for an engine panicked (%T)", v)
		}
	}()
	ctx, cancel := context.WithTimeout(ctx, engineWait)
	defer cancel()
	if os.Getenv(envHost) != "" {
		// The library would go on to another engine where this one does not answer. Who names one means it.
		if err := reached(ctx); err != nil {
			return nil, err
		}
	}
	generic, err := testcontainers.ProviderDefault.GetProvider(testcontainers.WithLogger(tclog.NewNoopLogger()))
	if err != nil {
		return nil, err
	}
	provider, ok := generic.(*testcontainers.DockerProvider)
	if !ok {
		return nil, errors.New("the provider of containers is none of Docker's kind")
	}
	if _, err := provider.Client().Ping(ctx, client.PingOptions{}); err != nil {
		return nil, err
	}
	return &engine{provider: provider, api: provider.Client()}, nil
}

// reached asks the engine that DOCKER_HOST names.
func reached(ctx context.Context) error {
	c, err := client.New(client.FromEnv)
	if err != nil {
		return err
	}
	defer c.Close()
	_, err = c.Ping(ctx, client.PingOptions{})
	return err
}

func noEngine(cause error) error {
	where := "at the usual sockets"
	if os.Getenv(envHost) != "" {
		where = "at DOCKER_HOST"
	}
	return &fault{kind: ErrNoEngine, reason: "nothing answers " + where + ": start Docker, or name an engine with " + envHost, cause: cause}
}
