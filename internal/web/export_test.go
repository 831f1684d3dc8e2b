package web

// Paths are the paths of the map of the house.
func Paths(c Config) (out []string) {
	for _, r := range (&surface{c}).routes() {
		out = append(out, r.Path)
	}
	return out
}
