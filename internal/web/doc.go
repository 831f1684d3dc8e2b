// Package web is the surface for browsers and programs: the read routes below /api/v1, /healthz and /metrics, and the
// frame around every route of the server, whoever answers it.
//
// The routes are a table (see routes.go), and so are the ways in which a request can fail (see problem.go): a failure
// is an RFC 9457 document of one of these types, and quotes nothing that was sent. A question of a person's record goes
// to the answers layer and nowhere else. The frame gives each request an id of its own, security headers, a deadline,
// one line in the log and its place in the metrics: the route's pattern, never the path, the method out of a closed
// set, and a digest in place of whoever asked.
package web
