// Package answers is the one reader of a person's record. A model's call, a chat turn and a page ask here, so one
// question has one answer everywhere.
//
// A question is a tool's name and its arguments. Its way goes in one direction: the closed schema lets arguments
// through or refuses them by name; a table names, for each view, the one method that answers it; the method reads the
// store once and makes rows; rows and what there is to say about them are an [Envelope]; and an envelope is rendered
// for a model ([Compact]) or for a browser ([REST]). Who has to decide something about an answer reads the envelope,
// never its text.
//
// Nothing here returns an error or panics towards its caller: a fault is an envelope too, with a kind and the error's
// type and nothing that the error says.
package answers
