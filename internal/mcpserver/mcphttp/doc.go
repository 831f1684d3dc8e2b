// Package mcphttp serves the Model Context Protocol over HTTP: the tools of a person's record and of the vocabularies,
// for whoever holds a token or a personal link.
//
// It keeps no session. Every request says in which protocol revision it is to be read and carries its own credential,
// and an answer is one JSON object. What the SDK's own HTTP transport would tell of a request that it cannot read is
// never told: a body is read, bounded and taken apart here first, and every refusal has a text of the program's own.
//
// A request goes through the same gates in the same order: method, Host and Origin, credential, rate, form of the body,
// form of the message, identity where the tool needs one. Behind them stands the SDK.
package mcphttp
