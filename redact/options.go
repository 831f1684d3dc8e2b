package redact

// An Option changes how a [Filter] judges, and so a handler, writer or adapter made with it.
type Option func(*Filter)

// WithRegistry judges by r instead of [Fields].
func WithRegistry(r *Registry) Option {
	return func(f *Filter) {
		if r != nil {
			f.reg = r
		}
	}
}

// KeepNames writes a dropped field as its name with the fixed value "[redacted]", which shows where to
// register a name. Only a name that is a constant of the program is kept, as [ConstantMessages] knows them:
// a name that was computed, such as a key of a map, can be what must not be logged. On systems other
// than Linux no name is kept.
func KeepNames() Option { return func(f *Filter) { f.keepNames = true } }

// MaxMessage cuts messages at n runes instead of 300. Values below 1 are ignored.
func MaxMessage(n int) Option {
	return func(f *Filter) {
		if n > 0 {
			f.maxMessage = n
		}
	}
}

// WithDetectors looks for these in message text instead of [Detectors]; none at all turns the
// looking off.
func WithDetectors(ds ...Detector) Option {
	return func(f *Filter) { f.detectors = append([]Detector(nil), ds...); f.plainDetectors = false }
}

// WithStats counts into s instead of [DefaultStats].
func WithStats(s *Stats) Option {
	return func(f *Filter) {
		if s != nil {
			f.stats = s
		}
	}
}

// OnDrop calls hook for each dropped field, from the goroutine that logs. A test that fails in the hook
// finds the call sites whose fields never reach the log: see [Drop] and package redacttest.
func OnDrop(hook func(Drop)) Option { return func(f *Filter) { f.onDrop = hook } }
