// Package baseline keeps the findings that a module had when it adopted the linter, and lets them only shrink.
//
// It knows nothing of analyzers: a [Finding] is a handful of strings and a position.
//
// # The file
//
// A baseline is a committed text file: one header line, then one [Identity] a line, sorted, with its count.
// Columns are separated by tabs:
//
//	# philint baseline v1: package, declaration, sink, class, operand, type, fields, count
//	example.com/shop/user	(*Service).UpdateEmail	slog.Info	personal	u.Email	string	-	2
//	example.com/shop/user	(*Service).Load	slog.Debug	composite	u	user.User	072146275790:Email string,ID int	1
//
// There are no line numbers and no file names in it, so editing around a finding, or moving its function to another file,
// changes nothing. An empty column is "-". A backslash escapes tabs, line ends, invisible characters and itself;
// see [Parse] for what is refused.
//
// The fields column holds the leaves of a composite type, behind a digest of them. A struct that gains a field is a new finding,
// even though its log line did not change, and the message can name the field: see [Reshaped].
//
// # The life of a baseline
//
//	b := baseline.Init(run)                       // once
//	err := baseline.Create(path, b)               // refuses to overwrite
//
//	run := baseline.Join(linux, windows)          // several build configurations
//	res := baseline.Compare(b, run)               // res.Surplus: beyond the baseline; res.Changes: what prune would do
//	b, err = baseline.Update(ctx, path, func(b baseline.Baseline) (baseline.Baseline, error) {
//		return baseline.Prune(b, run), nil    // lowers, deletes, moves; never adds
//	})
//
//	growth := baseline.Since(old, b)              // empty: b is not larger than old
//	b = baseline.Merge3(base, ours, theirs)       // MergeFiles is a git merge driver
//
// A tool that sees one package in one configuration at a time, such as go vet, uses [Judge] alone:
// it tells known findings from surplus ones, and says nothing of entries that are no longer produced.
//
// # What "not larger" means
//
// Findings are compared as a multiset per [Kin]: sink, class, operand and type. Declaration and package are where a finding is,
// not what it is, so it may move. A finding with fields may only take the place of one with the same fields, or of one with more.
package baseline
