// Package report reads a laboratory report: text, or the text layer of a PDF.
//
// A language model lists the rows as they are printed. It codes nothing: names and units are coded here, by the
// vocabularies. And it is not believed: a row whose name or value does not stand in the document is left out, and
// the answer says how many were.
package report

import "errors"

// Limits of one report.
const (
	MaxFile  = 32 << 20 // bytes of a file
	MaxText  = 400_000  // characters of text
	MaxPages = 300
	MaxRows  = 2000
)

// Errors name what was wrong and what to do; they quote nothing of the document and no path.
var (
	ErrNoModel     = errors.New("reading a report needs a language model: set RECORDSERVER_MODEL_URL and RECORDSERVER_MODEL (and RECORDSERVER_MODEL_KEY where the endpoint wants a key); single readings need none, see standardize_reading")
	ErrNoFile      = errors.New("no such file, or it may not be read: give the path of a text or PDF file")
	ErrNotRegular  = errors.New("the path is not a regular file: give the path of a text or PDF file")
	ErrFileTooBig  = errors.New("the file is larger than 32 MiB: split it")
	ErrNotText     = errors.New("the file is neither a PDF nor UTF-8 text: export it as one of these")
	ErrDamagedPDF  = errors.New("the PDF cannot be read: it is damaged, encrypted with a password, or not a PDF; print it to a new PDF")
	ErrNoTextLayer = errors.New("the PDF has no text layer (a scan?): recognise its text first and give that as text")
	ErrTooLong     = errors.New("the document is longer than 400,000 characters or 300 pages: split it")
	ErrEmpty       = errors.New("the document is empty")
	ErrModelList   = errors.New("the model did not answer with a list of rows: try again, or another model")
)
