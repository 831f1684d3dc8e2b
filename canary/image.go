package canary

import (
	"archive/tar"
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	slash "path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

// takeImage finds the image, or makes it.
func (r *run) takeImage(ctx context.Context) error {
	if r.Image != "" {
		r.image = r.Image
		return r.isHere(ctx, r.Image, "Image")
	}
	dockerfile, err := r.Build.read()
	if err != nil {
		return r.because(ErrBuild, "the Dockerfile cannot be read", err)
	}
	for _, base := range bases(dockerfile, r.Build.Args) {
		if err := r.isHere(ctx, base, "the image "+base+", which the Dockerfile builds on,"); err != nil {
			return err
		}
	}
	from := testcontainers.FromDockerfile{
		Context: r.Build.Context, ContextArchive: r.Build.Archive, Dockerfile: r.Build.Dockerfile,
		BuildArgs: map[string]*string{}, BuildLogWriter: io.Discard, Repo: "canary", Tag: r.id,
		BuildOptionsModifier: func(o *client.ImageBuildOptions) {
			o.PullParent = false
			if r.Build.Tag == "" {
				o.Labels = r.mark()
			}
		},
	}
	if r.Build.Tag != "" {
		from.KeepImage = true
		from.Repo, from.Tag = splitTag(r.Build.Tag)
	}
	if r.Build.Log != nil {
		from.BuildLogWriter = r.Build.Log
	}
	for name, value := range r.Build.Args {
		from.BuildArgs[name] = &value
	}
	// It is there from the moment that the engine has made it, whatever becomes of our reading of that.
	r.image, r.built = from.Repo+":"+from.Tag, r.Build.Tag == ""
	if _, err := r.provider.BuildImage(ctx, &testcontainers.ContainerRequest{FromDockerfile: from}); err != nil {
		return r.because(ErrBuild, "", err)
	}
	return nil
}

func (r *run) isHere(ctx context.Context, image, what string) error {
	_, err := r.api.ImageInspect(ctx, image)
	switch {
	case err == nil:
		return nil
	case errdefs.IsNotFound(err):
		return faultf(ErrNoImage, "%s must be there before: nothing is pulled", what)
	}
	return r.because(ErrNoImage, what, err)
}

func splitTag(name string) (repo, tag string) {
	if i := strings.LastIndexByte(name, ':'); i > strings.LastIndexByte(name, '/') {
		return name[:i], name[i+1:]
	}
	return name, "latest"
}

// read is the Dockerfile's text.
func (b *Build) read() (string, error) {
	name := b.Dockerfile
	if name == "" {
		name = "Dockerfile"
	}
	if b.Archive == nil {
		text, err := os.ReadFile(filepath.Join(b.Context, name))
		return string(text), err
	}
	files := tar.NewReader(b.Archive)
	for {
		h, err := files.Next()
		if err != nil {
			return "", errors.Join(errors.New("it is not in the archive"), err)
		}
		if slash.Clean(h.Name) == slash.Clean(name) {
			text, err := io.ReadAll(files)
			if err != nil {
				return "", err
			}
			_, err = b.Archive.Seek(0, io.SeekStart)
			return string(text), err
		}
	}
}

// bases are the images that a Dockerfile builds on, but for scratch and its own stages.
func bases(dockerfile string, args map[string]string) []string {
	values := map[string]string{}
	stages := map[string]bool{"scratch": true}
	var out []string
	lines := bufio.NewScanner(strings.NewReader(dockerfile))
	for lines.Scan() {
		words := strings.Fields(lines.Text())
		if len(words) < 2 {
			continue
		}
		switch strings.ToUpper(words[0]) {
		case "ARG":
			for _, w := range words[1:] {
				name, value, _ := strings.Cut(w, "=")
				if given, ok := args[name]; ok {
					value = given
				}
				values[name] = strings.Trim(value, `"'`)
			}
		case "FROM":
			words = words[1:]
			for len(words) > 1 && strings.HasPrefix(words[0], "--") {
				words = words[1:]
			}
			base := os.Expand(words[0], func(name string) string {
				name, otherwise, _ := strings.Cut(name, ":-")
				if v := values[name]; v != "" {
					return v
				}
				return otherwise
			})
			if !stages[strings.ToLower(base)] {
				out = append(out, base)
			}
			if len(words) == 3 && strings.EqualFold(words[1], "as") {
				stages[strings.ToLower(words[2])] = true
			}
		case "COPY":
			from, ok := strings.CutPrefix(words[1], "--from=")
			if _, err := strconv.Atoi(from); ok && err != nil && !stages[strings.ToLower(from)] {
				out = append(out, from)
			}
		}
	}
	return out
}
