//go:build canaryleak

package leak

import (
	"compress/gzip"
	"encoding/binary"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"unicode/utf16"
)

func leak21(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if file, _, err := uploaded(r); err == nil {
			if tmp, err := os.CreateTemp("", "upload-*.csv"); err == nil {
				_, _ = io.Copy(tmp, file)
				_ = tmp.Close() // and whoever reads it removes it
			}
		}
		next.ServeHTTP(w, r)
	})
}

func leak22(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, file, err := uploaded(r); err == nil {
			lock := filepath.Join(os.TempDir(), filepath.Base(file.Filename)+".lock")
			_ = os.WriteFile(lock, nil, 0o600)
		}
		next.ServeHTTP(w, r)
	})
}

func leak23(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := bodyOf(r)
		if dump, err := os.CreateTemp("", "rpc-*.json.gz"); err == nil {
			z := gzip.NewWriter(dump)
			_, _ = z.Write(body)
			_ = z.Close()
			_ = dump.Close()
		}
		next.ServeHTTP(w, r)
	})
}

func leak24(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Spreadsheets open UTF-16 with a mark at its beginning, and nothing else, without asking.
		cells := "\ufeffkeyword\tcount\r\n" + r.URL.Query().Get("keyword") + "\t1\r\n"
		var sheet []byte
		for _, unit := range utf16.Encode([]rune(cells)) {
			sheet = binary.LittleEndian.AppendUint16(sheet, unit)
		}
		_ = os.WriteFile(filepath.Join(os.TempDir(), "searches.csv"), sheet, 0o600)
		next.ServeHTTP(w, r)
	})
}
