package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLine bounds one message, in bytes.
const MaxLine = 4 << 20

// errLongLine says that a line was longer than the limit. It has been skipped; the next one can be read.
var errLongLine = errors.New("line too long")

// lines reads lines of bounded length.
type lines struct {
	r     *bufio.Reader
	limit int
	begun bool
}

func newLines(r io.Reader, limit int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), limit: limit}
}

var byteOrderMark = []byte("\ufeff")

// next returns the next line that is not blank, without its end. A last line needs no newline. The line is the
// caller's own.
func (l *lines) next() ([]byte, error) {
	for {
		line, err := l.line()
		if err != nil {
			return nil, err
		}
		if !l.begun {
			// Some shells put one in front of what they pipe.
			line = bytes.TrimPrefix(line, byteOrderMark)
			l.begun = true
		}
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return line, nil
		}
	}
}

func (l *lines) line() ([]byte, error) {
	var line []byte
	long := false
	for {
		part, err := l.r.ReadSlice('\n')
		if len(line)+len(bytes.TrimSuffix(part, []byte{'\n'})) > l.limit {
			long, line = true, nil
		}
		if !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && len(line) == 0 && !long:
			return nil, err
		case long:
			return nil, errLongLine
		}
		return line, nil
	}
}
