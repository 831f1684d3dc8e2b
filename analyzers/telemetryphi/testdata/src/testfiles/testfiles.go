package testfiles

import "go.opentelemetry.io/otel/trace"

type user struct{ Email string }

func run(span trace.Span, u user) { span.AddEvent("ran") }
