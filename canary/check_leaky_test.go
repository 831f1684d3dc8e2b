package canary

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/moby/moby/client"
	"github.com/testcontainers/testcontainers-go"
)

const dockerfile = `FROM scratch
COPY --chown=65532:65532 data /data
COPY --chown=65532:65532 data /home/leaky
COPY leaky /leaky
WORKDIR /home/leaky
VOLUME /data /cache
ENTRYPOINT ["/leaky"]
`

// leaky is a directory with the test server and its Dockerfile, and the image of it.
var leaky struct {
	sync.Once
	context, image string
	err            error
}

func TestMain(m *testing.M) {
	status := m.Run()
	if leaky.image != "" {
		if e, err := connect(context.Background()); err == nil {
			_, _ = e.api.ImageRemove(context.Background(), leaky.image, client.ImageRemoveOptions{Force: true, PruneChildren: true})
		}
	}
	if leaky.context != "" {
		_ = os.RemoveAll(leaky.context)
	}
	os.Exit(status)
}

// inCI is On of internal/ci, which a module of its own does not see.
func inCI() bool {
	value := os.Getenv("CI")
	on, err := strconv.ParseBool(value)
	return value != "" && (on || err != nil)
}

// needEngine skips where there is none, and fails where that is a failure.
func needEngine(t *testing.T) *engine {
	t.Helper()
	e, err := connect(t.Context())
	switch {
	case err == nil:
		return e
	case inCI():
		t.Fatal(err)
	}
	t.Skip("skipped: ", err)
	return nil
}

// theServer is the image of the leaky server, made by the first test that needs it.
func theServer(t *testing.T) string {
	t.Helper()
	needEngine(t)
	leaky.Do(func() { leaky.err = buildLeaky() })
	if leaky.err != nil {
		t.Fatal(leaky.err)
	}
	return leaky.image
}

func buildLeaky() (err error) {
	if leaky.context, err = os.MkdirTemp("", "canary-leaky-"); err != nil {
		return err
	}
	build := exec.Command("go", "build", "-trimpath", "-o", filepath.Join(leaky.context, "leaky"), "./internal/leaky")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("building the test server: %w\n%s", err, out)
	}
	if err := os.Mkdir(filepath.Join(leaky.context, "data"), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(leaky.context, "Dockerfile"), []byte(dockerfile), 0o600); err != nil {
		return err
	}
	e, err := connect(context.Background())
	if err != nil {
		return err
	}
	r := &run{Config: Config{Build: Build{Context: leaky.context, Tag: fmt.Sprintf("canary-leaky:%d", os.Getpid())}}, engine: e}
	leaky.image = r.Build.Tag // of this process alone: another may test beside it, and removes its own
	return r.takeImage(context.Background())
}

// post sends a note and proves that it was kept.
func post(ctx context.Context, s *Server, channel, note string) error {
	q, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL()+"/notes", strings.NewReader(note))
	if err != nil {
		return err
	}
	if _, err := reply(q); err != nil {
		return err
	}
	if q, err = http.NewRequestWithContext(ctx, http.MethodGet, s.URL()+"/notes", http.NoBody); err != nil {
		return err
	}
	back, err := reply(q)
	if err != nil {
		return err
	}
	return s.ReadBack(channel, back)
}

func reply(q *http.Request) ([]byte, error) {
	got, err := http.DefaultClient.Do(q)
	if err != nil {
		return nil, err
	}
	defer got.Body.Close()
	body, err := io.ReadAll(got.Body)
	if err == nil && got.StatusCode != http.StatusOK {
		err = fmt.Errorf("status %d", got.StatusCode)
	}
	return body, err
}

// config is a check of the leaky server that writes one note.
func config(t *testing.T, leak string) Config {
	t.Helper()
	tokens, err := Mint(rand.Reader, "note")
	if err != nil {
		t.Fatal(err)
	}
	return Config{
		Image: theServer(t), Port: "8080/tcp", Ready: "/ready", Tokens: tokens, User: "65532:65532",
		Env: map[string]string{"LEAK": leak}, DataDir: "/data", Scratch: []string{"/tmp", "/home/leaky"},
		ReadOnly: true, Confined: true,
		Drive: func(ctx context.Context, s *Server) error { return post(ctx, s, "note", tokens[0].Text) },
	}
}

// silentAbout fails where a token, or eight characters of one, are in what the check says.
func silentAbout(t *testing.T, c Config, r *Report, err error) {
	t.Helper()
	said := r.String() + fmt.Sprint(r.Err(), err)
	for _, token := range c.Tokens {
		for i := range len(token.Text) - 7 {
			if strings.Contains(strings.ToLower(said), strings.ToLower(token.Text[i:i+8])) {
				t.Fatalf("what the check says holds characters of the token of %q", token.Channel)
			}
		}
	}
}

// nothingLeft fails where containers, volumes or images of checks are still there.
func nothingLeft(t *testing.T) {
	t.Helper()
	e := needEngine(t)
	ctx := context.Background()
	own := client.Filters{}
	for name, value := range testcontainers.GenericLabels() {
		own = own.Add("label", name+"="+value)
	}
	containers, err := e.api.ContainerList(ctx, client.ContainerListOptions{All: true, Filters: own})
	if err != nil {
		t.Fatal(err)
	}
	volumes, err := e.api.VolumeList(ctx, client.VolumeListOptions{Filters: own})
	if err != nil {
		t.Fatal(err)
	}
	images, err := e.api.ImageList(ctx, client.ImageListOptions{Filters: client.Filters{}.Add("reference", "canary:*"), All: true})
	if err != nil {
		t.Fatal(err)
	}
	built := 0
	for _, image := range images.Items {
		if image.Labels["org.testcontainers.sessionId"] == testcontainers.SessionID() {
			built++
		}
	}
	if len(containers.Items)+len(volumes.Items)+built > 0 {
		t.Errorf("left: %d containers, %d volumes, %d images", len(containers.Items), len(volumes.Items), built)
	}
}
