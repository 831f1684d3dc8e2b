package canarycheck

// Regular are commands whose regular output has what an operator typed, or asked for, and is therefore not collected. What
// they say on standard error is, as that of all others.
var Regular = map[string]string{
	"doctor":    "says where the data directory is, which the operator named",
	"user list": "shows names where it is asked to",
	"import":    "is collected under a name of its own, with its counts",
}
