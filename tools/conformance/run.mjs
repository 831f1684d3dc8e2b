// All parts, one after the other, and a table of how they ended.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inspector } from "./inspector.mjs";
import { pace } from "./pace.mjs";
import { typescript } from "./sdk.mjs";
import { serve } from "./server.mjs";
import { suite } from "./suite.mjs";

const bin = process.argv[2];
const shipped = join(bin, "recordserver");
const fixtures = join(bin, "conformance", "recordserver");
const rows = [];

// part runs something that returns what to say about it, or throws what is wrong.
async function part(name, f) {
  try {
    rows.push([name, "passed", await f()]);
  } catch (e) {
    console.error(`\n${name}: ${e.stack ?? e}`);
    rows.push([name, "FAILED", String(e.message ?? e).split("\n")[0]]);
  }
}

for (const file of [shipped, fixtures]) {
  if (!existsSync(file)) {
    console.error(`conformance: ${file} is not there; use make conformance`);
    process.exit(1);
  }
}

await part("no fixture in what is shipped", async () => {
  const has = (file) => readFileSync(file).includes("test_input_required_result_");
  if (has(shipped)) throw new Error("the shipped binary has fixtures of the suite in it");
  if (!has(fixtures)) throw new Error("the build with the fixtures has none, so this looks for the wrong thing");
  return "looked for the names of the suite's tools in the binary";
});

for (const [binary, label, expected] of [[shipped, "as shipped", "shipped.yml"], [fixtures, "with fixtures", "fixtures.yml"]]) {
  const server = await serve(binary);
  try {
    for (const revision of ["2025-11-25", "2026-07-28"]) {
      await part(`suite ${revision}, ${label}`, async () => {
        // The limits of a caller hold for the suite too. The build with the fixtures has none: it has streams to be read at once.
        if (binary !== shipped) return suite(server, revision, expected);
        const paced = await pace(server);
        return suite(paced, revision, expected).finally(paced.stop);
      });
    }
    if (binary === shipped) {
      await part("TypeScript SDK, link", () => typescript(server, "link"));
      await part("TypeScript SDK, token", () => typescript(server, "token"));
      await part("Inspector", () => inspector(server));
    }
  } finally {
    await server.stop();
  }
}

const width = Math.max(...rows.map((r) => r[0].length));
console.log("");
for (const [name, how, what] of rows) console.log(`${name.padEnd(width)}  ${how}  ${what}`);
process.exit(rows.every((r) => r[1] === "passed") ? 0 : 1);
