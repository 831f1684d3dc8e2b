// Package sinkcheck holds the tables of package sink against the libraries they describe.
//
// It is a module of its own, so that philint does not depend on every logger there is.
// Its go.mod names the newest versions; raising one and running the test tells what its library added.
package sinkcheck
