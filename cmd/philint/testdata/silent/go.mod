module example.com/silent

go 1.26
