// Package stdio serves the Model Context Protocol on a pair of streams, one JSON-RPC message a line.
//
// It stands between the streams and the SDK, whose own transport ends the session at the first malformed line, takes
// the last of two equal keys, rounds request ids, and repeats what it could not read. Here such a line is answered with
// a fixed text, and the session goes on.
//
// The SDK keeps one protocol revision a session. Since a client may name another one in each request, requests are put
// in one of three lanes, each a session of the SDK's own: the one that the client began with initialize, one without a
// handshake for revisions that need one, and one for the stateless revisions.
package stdio
