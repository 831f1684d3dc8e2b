#!/bin/sh
# Foreign clients against the server: the conformance suite, the official TypeScript SDK and the Inspector.
# usage: run.sh <bin>, where <bin> has recordserver, and conformance/recordserver with the fixtures.
set -eu
bin=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)

if ! command -v npm >/dev/null || ! command -v node >/dev/null; then
	if "$here/../../.ci/in-ci"; then
		echo "conformance: npm and node are needed, and are not here" >&2
		exit 1
	fi
	echo "SKIPPED conformance: npm and node are not here"
	exit 0
fi

# The suite and the Inspector need Node 22, whatever is installed: it comes from npm as well, and its installer has to run.
clients=$bin/conformance/clients
mkdir -p "$clients"
if ! cmp -s "$here/clients.json" "$clients/package.json" || [ ! -x "$clients/node_modules/node/bin/node" ]; then
	cp "$here/clients.json" "$clients/package.json"
	(cd "$clients" && npm install --no-package-lock --no-audit --no-fund --loglevel error)
fi
cp "$here"/*.mjs "$here"/*.yml "$clients/"
cd "$clients"
exec "$clients/node_modules/node/bin/node" run.mjs "$bin"
