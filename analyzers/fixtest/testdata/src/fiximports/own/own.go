// Package own is of the same module.
package own

const N = 1
