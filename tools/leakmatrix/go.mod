module github.com/seed-a76b335c/philint/tools/leakmatrix

go 1.26.0

require (
	github.com/m-mizutani/masq v0.2.1
	github.com/samber/slog-formatter v1.3.0
	github.com/seed-a76b335c/philint v0.0.0
)

require (
	github.com/samber/lo v1.53.0 // indirect
	github.com/samber/slog-common v0.21.0 // indirect
	github.com/samber/slog-multi v1.8.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace github.com/seed-a76b335c/philint => ../..
