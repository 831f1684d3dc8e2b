module github.com/seed-a76b335c/philint/redact/redactzerolog

go 1.26.0

require (
	github.com/rs/zerolog v1.35.1
	github.com/seed-a76b335c/philint v0.0.0
)

require (
	github.com/mattn/go-colorable v0.1.14 // indirect
	github.com/mattn/go-isatty v0.0.20 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace github.com/seed-a76b335c/philint => ../..
