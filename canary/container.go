package canary

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"net/netip"
	slash "path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/containerd/errdefs"
	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/api/types/mount"
	"github.com/moby/moby/api/types/network"
	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
	tclog "github.com/testcontainers/testcontainers-go/log"
)

// open is the mode of a directory that every user may write, and nobody may remove others' files from.
const open = fs.ModeSticky | 0o777

// create makes the volumes and the container, and puts the files in.
func (r *run) create(ctx context.Context) error {
	hostIP, err := netip.ParseAddr(r.HostIP)
	if err != nil {
		return faultf(ErrConfig, "HostIP must be an IP address")
	}
	exposed, bound := []string{}, network.PortMap{}
	for _, p := range append([]string{r.Port}, r.Ports...) {
		port, err := network.ParsePort(p)
		if err != nil {
			return r.because(ErrConfig, "Port", err)
		}
		exposed = append(exposed, port.String())
		bound[port] = []network.PortBinding{{HostIP: hostIP}}
	}
	mounts, err := r.makeVolumes(ctx)
	if err != nil {
		return r.because(ErrStart, "making volumes", err)
	}
	logs, err := r.logConfig(ctx)
	if err != nil {
		return r.because(ErrStart, "asking the engine for its log drivers", err)
	}
	made, err := r.provider.CreateContainer(ctx, testcontainers.ContainerRequest{
		Image: r.image, Cmd: r.Command, Env: r.Env, ExposedPorts: exposed, Labels: r.mark(),
		ConfigModifier: func(c *container.Config) {
			if r.User != "" {
				c.User = r.User
			}
		},
		HostConfigModifier: func(h *container.HostConfig) {
			h.PortBindings = bound
			h.ReadonlyRootfs = r.ReadOnly
			h.LogConfig = logs
			h.Mounts = mounts
			if r.Confined {
				h.CapDrop = []string{"ALL"}
				h.SecurityOpt = append(h.SecurityOpt, "no-new-privileges")
			}
		},
	})
	if c, ok := made.(*testcontainers.DockerContainer); ok && c != nil {
		c.SetLogger(tclog.NewNoopLogger())
		r.container = c
	}
	if err != nil {
		return r.because(ErrStart, "", err)
	}
	if err := r.learn(ctx); err != nil {
		return r.because(ErrStart, "", err)
	}
	for i, f := range r.Files {
		if err := r.put(ctx, f); err != nil {
			return r.because(ErrStart, "putting in file "+strconv.Itoa(i+1), err)
		}
	}
	return nil
}

// label is on all that a check makes, with the check's id: after a process that was killed it tells what may go.
const label = "philint.canary"

func (r *run) mark() map[string]string { return map[string]string{label: r.id} }

// labels are the mark and those of testcontainers, which puts its own on what it makes itself.
func (r *run) labels() map[string]string {
	all := testcontainers.GenericLabels()
	maps.Copy(all, r.mark())
	return all
}

// logConfig keeps all of the log and, where the engine can, the bytes as they are: the engine's usual driver keeps text,
// and may cut what is long.
func (r *run) logConfig(ctx context.Context) (container.LogConfig, error) {
	info, err := r.api.Info(ctx, client.InfoOptions{})
	if err != nil {
		return container.LogConfig{}, err
	}
	all := map[string]string{"max-size": "1t", "max-file": "1"}
	if !slices.Contains(info.Info.Plugins.Log, "local") {
		return container.LogConfig{Type: "json-file", Config: all}, nil
	}
	all["compress"] = "false"
	return container.LogConfig{Type: "local", Config: all}, nil
}

// makeVolumes makes a volume for each directory that needs one. An engine gives a new volume the owner and mode that the
// directory has in the image; where the image has none, every user may write it, as it is with /tmp.
func (r *run) makeVolumes(ctx context.Context) ([]mount.Mount, error) {
	var mounts []mount.Mount
	for i, dir := range r.volumes() {
		name := "canary-" + r.id + "-" + strconv.Itoa(i)
		r.made = append(r.made, name)
		if _, err := r.api.VolumeCreate(ctx, client.VolumeCreateOptions{Name: name, Labels: r.labels()}); err != nil {
			return nil, err
		}
		mounts = append(mounts, mount.Mount{
			Type: mount.TypeVolume, Source: name, Target: dir,
			VolumeOptions: &mount.VolumeOptions{NoCopy: dir == sharedMem},
		})
	}
	missing, err := r.missing(ctx, mounts)
	if err != nil {
		return nil, err
	}
	return mounts, r.openUp(ctx, mounts, missing)
}

// missing are the directories that the image does not have.
func (r *run) missing(ctx context.Context, mounts []mount.Mount) (dirs []string, err error) {
	err = r.twin(ctx, nil, func(id string) error {
		for _, m := range mounts {
			switch _, err := r.api.ContainerStatPath(ctx, id, client.ContainerStatPathOptions{Path: m.Target}); {
			case m.Target == sharedMem, errdefs.IsNotFound(err):
				dirs = append(dirs, m.Target)
			case err != nil:
				return err
			}
		}
		return nil
	})
	return dirs, err
}

// openUp gives the volumes of these directories their mode, through a container whose root can be written.
func (r *run) openUp(ctx context.Context, mounts []mount.Mount, dirs []string) error {
	return r.twin(ctx, mounts, func(id string) error {
		var archive bytes.Buffer
		w := tar.NewWriter(&archive)
		for _, dir := range dirs {
			if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: strings.TrimPrefix(dir, "/") + "/", Mode: int64(tarMode(open))}); err != nil {
				return err
			}
		}
		if err := w.Close(); err != nil {
			return err
		}
		_, err := r.api.CopyToContainer(ctx, id, client.CopyToContainerOptions{DestinationPath: "/", Content: &archive})
		return err
	})
}

// twin is a container of the same image that is never started.
func (r *run) twin(ctx context.Context, mounts []mount.Mount, use func(id string) error) error {
	made, err := r.api.ContainerCreate(ctx, client.ContainerCreateOptions{
		// An image may have no command of its own.
		Config: &container.Config{Image: r.image, Cmd: []string{"none"}, Labels: r.labels()}, HostConfig: &container.HostConfig{Mounts: mounts},
	})
	if err != nil {
		return err
	}
	err = use(made.ID)
	_, gone := r.api.ContainerRemove(context.WithoutCancel(ctx), made.ID, client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
	return errors.Join(err, gone)
}

// learn reads what the container is like.
func (r *run) learn(ctx context.Context) error {
	at, err := r.api.ContainerInspect(ctx, r.container.GetContainerID(), client.ContainerInspectOptions{})
	if err != nil {
		return err
	}
	r.signal = at.Container.Config.StopSignal
	if r.signal == "" {
		r.signal = "SIGTERM"
	}
	user, group, _ := strings.Cut(at.Container.Config.User, ":")
	r.uid, r.gid = number(user), number(group)
	for _, m := range at.Container.Mounts {
		if m.Destination == r.DataDir || m.Destination == "" {
			continue
		}
		// A volume that the image itself declares is none of the data directory's: what is written there is searched too.
		r.searched = append(r.searched, slash.Clean(m.Destination))
	}
	slices.Sort(r.searched)
	return nil
}

// number is a numeric id; names of users are known to the image alone, and stand for root here.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 31)
	if err != nil {
		return 0
	}
	return int(n)
}

// put writes a file into the container. Directories that are not there are made.
func (r *run) put(ctx context.Context, f File) error {
	if !slash.IsAbs(f.Path) || slash.Clean(f.Path) != f.Path {
		return faultf(ErrConfig, "the path of a file must be absolute and clean")
	}
	mode := f.Mode.Perm()
	if mode == 0 {
		mode = 0o644
	}
	at := slash.Dir(f.Path)
	var missing []string
	for at != "/" {
		_, err := r.api.ContainerStatPath(ctx, r.container.GetContainerID(), client.ContainerStatPathOptions{Path: at})
		if err == nil {
			break
		}
		if !errdefs.IsNotFound(err) {
			return err
		}
		missing = append(missing, at)
		at = slash.Dir(at)
	}
	slices.Reverse(missing)
	var archive bytes.Buffer
	w := tar.NewWriter(&archive)
	now := time.Now()
	for _, dir := range missing {
		if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeDir, Name: below(dir, at) + "/", Mode: 0o755, Uid: r.uid, Gid: r.gid, ModTime: now}); err != nil {
			return err
		}
	}
	if err := w.WriteHeader(&tar.Header{Typeflag: tar.TypeReg, Name: below(f.Path, at), Mode: int64(mode), Size: int64(len(f.Content)), Uid: r.uid, Gid: r.gid, ModTime: now}); err != nil {
		return err
	}
	if _, err := w.Write(f.Content); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	if _, err := r.api.CopyToContainer(ctx, r.container.GetContainerID(), client.CopyToContainerOptions{DestinationPath: at, Content: &archive}); err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.given[f.Path] = sha256.Sum256(f.Content)
	for _, dir := range missing {
		r.givenDirs[dir] = true
	}
	return nil
}

func below(p, dir string) string { return strings.TrimPrefix(strings.TrimPrefix(p, dir), "/") }

// tarMode is a mode as archives have it.
func tarMode(m fs.FileMode) uint32 {
	bits := uint32(m.Perm())
	if m&fs.ModeSticky != 0 {
		bits |= 0o1000
	}
	return bits
}

// remove takes away what the check made. It goes on after a failure and after the caller's context has ended.
func (r *run) remove(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removeWait)
	defer cancel()
	var faults []error
	gone := func(what string, remove func() error) {
		if err := untilGone(ctx, remove); err != nil {
			faults = append(faults, r.because(ErrLeftBehind, what, err))
		}
	}
	if r.container != nil {
		gone("the container", func() error {
			// Its own volumes go with it, those that the image declares.
			_, err := r.api.ContainerRemove(ctx, r.container.GetContainerID(), client.ContainerRemoveOptions{Force: true, RemoveVolumes: true})
			return err
		})
	}
	for _, name := range r.made {
		gone("a volume", func() error {
			_, err := r.api.VolumeRemove(ctx, name, client.VolumeRemoveOptions{Force: true})
			return err
		})
	}
	if r.built {
		gone("the image", func() error {
			_, err := r.api.ImageRemove(ctx, r.image, client.ImageRemoveOptions{Force: true, PruneChildren: true})
			return err
		})
	}
	return errors.Join(faults...)
}

// untilGone removes a thing, and tries again while something else still holds or removes it.
func untilGone(ctx context.Context, remove func() error) error {
	for range 50 {
		err := remove()
		switch {
		case err == nil, errdefs.IsNotFound(err):
			return nil
		case !errdefs.IsConflict(err):
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(100 * time.Millisecond):
		}
	}
	return remove()
}
