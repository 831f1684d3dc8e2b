module github.com/seed-a76b335c/philint/redact/redactslogmulti

go 1.26.0

require (
	github.com/samber/slog-multi v1.7.1
	github.com/seed-a76b335c/philint v0.0.0
)

require (
	github.com/samber/lo v1.52.0 // indirect
	github.com/samber/slog-common v0.20.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/seed-a76b335c/philint => ../..
