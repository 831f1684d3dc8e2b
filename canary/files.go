package canary

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	slash "path"
	"strings"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
)

// searchFiles looks through everything that the server wrote outside its data directory: the changes of its root file
// system, and all volumes but the data's. Names are searched like contents.
func (r *run) searchFiles(ctx context.Context) error {
	changes, err := r.api.ContainerDiff(ctx, r.container.GetContainerID(), client.ContainerDiffOptions{})
	if err != nil {
		return r.because(ErrUnread, "the list of changed files", err)
	}
	var faults []error
	for _, change := range changes.Changes {
		p := slash.Clean(change.Path)
		if change.Kind == container.ChangeDelete || r.onVolume(p) {
			continue
		}
		if _, given := r.wasGiven(p); !given { // here, since an archive leaves sockets out
			r.report.find(r.search().all.Name(r.mask(p), p))
		}
		if err := r.searchPath(ctx, p, false); err != nil {
			faults = append(faults, r.because(ErrUnread, "a changed file "+r.mask(slash.Dir(p)), err))
		}
	}
	for _, dir := range r.searched {
		if err := r.searchPath(ctx, dir, true); err != nil {
			faults = append(faults, r.because(ErrUnread, "the volume "+dir, err))
		}
	}
	return errors.Join(faults...)
}

// onVolume says that a path is none of the root file system's.
func (r *run) onVolume(p string) bool {
	if r.DataDir != "" && under(p, r.DataDir) {
		return true
	}
	for _, dir := range r.searched {
		if under(p, dir) {
			return true
		}
	}
	return false
}

// mine says that of all volumes this one has the path.
func (r *run) mine(p, volume string) bool {
	if r.DataDir != "" && under(p, r.DataDir) && under(r.DataDir, volume) {
		return false
	}
	for _, dir := range r.searched {
		if dir != volume && under(p, dir) && under(dir, volume) {
			return false
		}
	}
	return true
}

// searchPath searches one path, or all that is below it.
func (r *run) searchPath(ctx context.Context, p string, all bool) error {
	got, err := r.api.CopyFromContainer(ctx, r.container.GetContainerID(), client.CopyFromContainerOptions{SourcePath: p})
	if err != nil {
		return err
	}
	defer got.Content.Close()
	if !all && got.Stat.Mode.IsDir() {
		// What is below is a change of its own.
		return r.searchEntry(p, &tar.Header{Typeflag: tar.TypeDir}, nil, false)
	}
	files := tar.NewReader(got.Content)
	for {
		h, err := files.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		// The first element is the last one of the path that was asked for.
		_, rest, _ := strings.Cut(strings.TrimSuffix(h.Name, "/"), "/")
		if name := slash.Join(p, rest); !all || r.mine(name, p) {
			if err := r.searchEntry(name, h, files, all); err != nil {
				return err
			}
		}
	}
}

// wasGiven says whether a file or directory was put in, and the digest of the file then.
func (r *run) wasGiven(name string) (sum [sha256.Size]byte, given bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	sum, given = r.given[name]
	return sum, given || r.givenDirs[name]
}

// searchEntry searches the content of a file and what a link points at; its name too where it is on a volume, of which the
// engine has no list of changes.
func (r *run) searchEntry(name string, h *tar.Header, content io.Reader, onVolume bool) error {
	in := r.search().all
	sum, given := r.wasGiven(name)
	dir := h.Typeflag == tar.TypeDir
	label := r.mask(name)
	if !given && onVolume {
		r.report.find(in.Name(label, name))
	}
	found, err := in.Search(label+" (link)", strings.NewReader(h.Linkname))
	if err != nil {
		return err
	}
	r.report.find(found)
	if dir || h.Typeflag != tar.TypeReg {
		if !dir {
			r.report.file(0, given)
		}
		return nil
	}
	if given {
		// What was put in and stands there unchanged was not written by the server.
		whole, err := io.ReadAll(content)
		if err != nil {
			return err
		}
		if sha256.Sum256(whole) == sum {
			r.report.file(int64(len(whole)), true)
			return nil
		}
		content = bytes.NewReader(whole)
	}
	found, err = in.Search(label, content)
	if err != nil {
		return err
	}
	r.report.find(found)
	r.report.file(h.Size, false)
	return nil
}

// mask is a path without the elements that hold a token.
func (r *run) mask(p string) string {
	in := r.search().all
	elements := strings.Split(p, "/")
	for i, e := range elements {
		if e != "" && len(in.Name("", e)) > 0 {
			elements[i] = masked("name", e)
		}
	}
	if out := strings.Join(elements, "/"); len(in.Name("", out)) == 0 {
		return out
	}
	return masked("path", p)
}

// masked stands for something that has a token in it.
func masked(what, text string) string {
	return fmt.Sprintf("<%s with a token, %d bytes>", what, len(text))
}
