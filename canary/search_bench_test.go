package canary

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
)

type randomBytes struct{ r *rand.ChaCha8 }

func (r randomBytes) Read(p []byte) (int, error) { return r.r.Read(p) }

// fixedRandom gives the same bytes in each run.
func fixedRandom(seed byte) randomBytes {
	return randomBytes{rand.NewChaCha8([32]byte{seed})}
}

func mintedTokens(tb testing.TB, n int) []Token {
	tb.Helper()
	var channels []string
	for i := range n {
		channels = append(channels, fmt.Sprintf("channel %d", i))
	}
	tokens, err := Mint(fixedRandom(1), channels...)
	if err != nil {
		tb.Fatal(err)
	}
	return tokens
}

// logOf are lines as servers write them.
func logOf(lines []string, size int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	var out bytes.Buffer
	for out.Len() < size {
		fmt.Fprintf(&out, lines[r.IntN(len(lines))]+"\n", r.IntN(1_000_000))
	}
	return out.Bytes()
}

var (
	slogLines = []string{
		`{"time":"2026-12-01T00:00:00.123456789Z","level":"DEBUG","msg":"request served","id":"018f2c3e-7b1a-7c3d-9e2f-0a1b2c3d4e5f","method":"GET","route":"/api/v1/indicators","status":200,"duration_ms":%d}`,
		`{"time":"2026-12-01T00:00:00.123456789Z","level":"INFO","msg":"tool called","tool":"query_health_indicators","rows":%d,"kind":"none"}`,
		`{"time":"2026-12-01T00:00:00.123456789Z","level":"WARN","msg":"store is slow","statement":"select_observations","elapsed":"%dms"}`,
	}
	textLines = []string{
		`time=2026-12-01T00:00:00.123Z level=INFO msg="request served" method=GET status=200 bytes=%d`,
		`2026/12/01 00:00:00 main.go:41: listening, pool of %d connections is ready`,
		`127.0.0.1 - - [01/Dec/2026:00:00:00 +0000] "GET /healthz HTTP/1.1" 200 %d "-" "curl/8.5.0"`,
	}
	escapedLines = []string{
		`{"time":"2026-12-01T00:00:00Z","msg":"reply","body":"{\"a\":\"b\\u003c\",\"n\":%d,\"path\":\"\/x%%20y&amp;z\"}"}`,
	}
)

// honestLogs are the logs of testdata, again and again.
func honestLogs(tb testing.TB, size int) []byte {
	tb.Helper()
	files, _ := filepath.Glob(filepath.Join("testdata", "honest", "*.log"))
	var all []byte
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		all = append(all, text...)
	}
	if len(all) == 0 {
		tb.Fatal("no logs")
	}
	return bytes.Repeat(all, 1+size/len(all))
}

func BenchmarkSearch(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	noise := make([]byte, 3<<20)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	streams := []struct {
		name string
		data []byte
	}{
		{"logs of many kinds", honestLogs(b, 4<<20)},
		{"slog JSON lines", logOf(slogLines, 4<<20)},
		{"text lines", logOf(textLines, 4<<20)},
		{"lines of escapes", logOf(escapedLines, 4<<20)},
		{"base64", []byte(base64.StdEncoding.EncodeToString(noise))},
		{"random bytes", noise},
	}
	s, err := NewSearcher(mintedTokens(b, 40), DefaultShapes()...)
	if err != nil {
		b.Fatal(err)
	}
	for _, stream := range streams {
		b.Run(stream.name, func(b *testing.B) {
			b.SetBytes(int64(len(stream.data)))
			b.ReportAllocs()
			used, n := processorTime(), 0
			for b.Loop() {
				n++
				found, err := s.Search("log", bytes.NewReader(stream.data))
				if err != nil || len(found) > 0 {
					b.Fatal(len(found), "findings, ", err)
				}
			}
			if used = processorTime() - used; used > 0 {
				b.ReportMetric(float64(n*len(stream.data))/1e6/used.Seconds(), "cpu-MB/s")
			}
		})
	}
}
