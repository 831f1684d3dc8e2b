//go:build !unix

package canary

import "time"

func processorTime() time.Duration { return 0 }
