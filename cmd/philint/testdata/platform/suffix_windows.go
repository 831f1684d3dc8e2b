package platform

import "os"

func suffix() string { return os.Getenv("SUFFIX") }
