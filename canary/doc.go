// Package canary proves, from the outside, that a server does not let out what people gave it.
//
// A token is a word that is planted in one channel (a journal note, a header, the name of a file) and nowhere else. The
// server is driven with all of them, and then whatever it wrote is searched: its logs, the files it left, what it answered
// to others. A token that shows up there names the channel that leaks.
//
//	tokens, err := canary.Mint(rand.Reader, "journal note", "user agent")
//	searcher, err := canary.NewSearcher(tokens, canary.DefaultShapes()...)
//	findings, err := searcher.Search("stderr", logs)
//
// # What is found
//
// Programs seldom let a word out as it was. A Searcher reads a stream as bytes and finds a token in either case, reversed,
// in parts of eight and more characters, with the escapes of JSON, Go, URLs, HTML and quoted-printable, in base64, base32,
// hexadecimal, lists of numbers and UTF-16, spelled, cut by line breaks, indentations, the prefixes of log lines and characters
// without width, and in what is compressed with gzip and zlib; and in any of these over another, such as base64 of escaped JSON.
// Each encoding is undone wherever it may stand, and the result is searched again, so that no list of spellings has to be
// complete. Form tells how a token was written.
//
// Some data leaks without a token in it: a table, a row, a struct. A Shape recognises how a line looks, by whose words its
// keys are, and by what its cells say.
//
// # What is not found
//
// What was encrypted or hashed, or compressed by other means than those; what was compressed without a header, but for a
// whole file and for base64; fewer than eight characters of a token; a token in more than four encodings over one another;
// ascii85, uuencode, base36, base58 and other codes that are none of the forms; letters with their accents apart from them;
// a text with other characters than letters and digits that is spelled with more than a blank between them; a dump in
// hexadecimal whose lines were wrapped within its bytes; a base64 text whose letters were put into one case; a token with
// characters without width in it (U+200B) or blanks that keep words together (U+00A0) within base64, base32, hexadecimal, lists
// of numbers and UTF-16. Streams that
// are compressed and grow beyond all measure, or are nested more than four deep, are an error: what could not be searched
// is not called clean.
//
// # What is told
//
// A Finding has a stream, a line, a channel and a form, and no field for what was found: reports of leaks are read, sent
// and kept by more people than logs are.
package canary
