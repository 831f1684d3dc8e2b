// Package trend shows how a baseline shrank: as a table for a terminal and as one self-contained SVG picture.
package trend
