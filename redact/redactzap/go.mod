module github.com/seed-a76b335c/philint/redact/redactzap

go 1.26.0

require (
	github.com/seed-a76b335c/philint v0.0.0
	go.uber.org/zap v1.28.0
)

require go.uber.org/multierr v1.10.0 // indirect

replace github.com/seed-a76b335c/philint => ../..
