package ingest

// cache keeps what was computed for a key, up to a bound; at the bound it starts anew. A file has few names and units.
type cache[K comparable, V any] struct {
	most int
	kept map[K]V
}

func newCache[K comparable, V any](most int) cache[K, V] {
	return cache[K, V]{most: most, kept: map[K]V{}}
}

func (c *cache[K, V]) get(k K, compute func() V) V {
	if v, ok := c.kept[k]; ok {
		return v
	}
	v := compute()
	if len(c.kept) >= c.most {
		clear(c.kept)
	}
	c.kept[k] = v
	return v
}
