//go:build canaryleak

package leak

import (
	"bytes"
	"encoding/json"
	"io"
	"mime/multipart"
	"net/http"
)

// arguments are those of a tool's call that asks for readings.
type arguments struct {
	Keywords []string `json:"keywords"`
	View     string   `json:"view"`
	Start    string   `json:"start"`
}

// bodyOf reads the body of a request and gives it back.
func bodyOf(r *http.Request) []byte {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body
}

// argumentsOf are the arguments of a tool's call over MCP.
func argumentsOf(r *http.Request) arguments {
	var call struct {
		Params struct {
			Arguments arguments `json:"arguments"`
		} `json:"params"`
	}
	if err := json.Unmarshal(bodyOf(r), &call); err != nil {
		return arguments{}
	}
	return call.Params.Arguments
}

// uploaded is the file that a form brought.
func uploaded(r *http.Request) (multipart.File, *multipart.FileHeader, error) {
	if err := r.ParseMultipartForm(1 << 20); err != nil {
		return nil, nil, err
	}
	return r.FormFile("file")
}

// answer keeps what is answered, beside answering it.
type answer struct {
	http.ResponseWriter
	body bytes.Buffer
}

// Write implements [http.ResponseWriter].
func (a *answer) Write(p []byte) (int, error) {
	a.body.Write(p)
	return a.ResponseWriter.Write(p)
}
