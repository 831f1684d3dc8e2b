// Package mcpserver offers tools, prompts and resources to language models over the Model Context Protocol.
//
// It stands on the official Go SDK and keeps what is a person's own out of every place where the SDK's defaults would
// let it through: arguments are decoded by [schema], whose refusals quote no value (the name of an unknown argument
// they do quote, where it looks like a name); every error that leaves is one of a closed set with a fixed text; a panic
// ends one call, not the process; logs have a tool's name, the number of arguments, the time it took and how it ended.
package mcpserver
