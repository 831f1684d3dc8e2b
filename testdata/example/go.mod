module example.test/clinic

go 1.26.0

require github.com/seed-a76b335c/philint v0.0.0

replace github.com/seed-a76b335c/philint => ../..
