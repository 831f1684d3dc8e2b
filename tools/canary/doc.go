// Package canarycheck uses the whole record server, at debug level and with everything that can go wrong, and has its log
// and all that it writes searched for what it was given.
//
// The driver takes what there is to drive from the server's own lists: its routes, the tools, prompts and resources that
// it offers, the commands in its help, the formats of its importers, the faults of its test build. What is on a list and
// was not answered once as it should be and refused once fails the check, and so does what the driver names and no list
// has. Each way in has a word of its own, so that a finding says where it came in.
package canarycheck
