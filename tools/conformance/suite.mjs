import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

const home = "node_modules/@modelcontextprotocol/conformance";

// Why a check may fail: what it asks for is not there. Anything else is a fault of the server.
const absent = [
  /must name a (tool|prompt)/, /must have the uri of a resource/, /method not found/, /Not testable: server/,
  /^Tool '\w+' not found/, /Expected InputRequiredResult/, /could not get initial InputRequiredResult/, /instead of re-requesting/,
  /data\.uri is undefined/, /session/i,
];

// suite runs all server scenarios of a revision, and holds the checks that fail against the list of those that may.
export async function suite(server, revision, list) {
  const out = `results-${revision}-${list}`;
  rmSync(out, { recursive: true, force: true });
  const child = spawn(process.execPath, [join(home, "dist/index.js"), "server", "--url", server.link, "--requirements", revision, "-o", out], {
    stdio: ["ignore", "ignore", "pipe"], timeout: 300_000,
  });
  let complaint = "";
  child.stderr.on("data", (d) => (complaint += d));
  const [code] = await once(child, "exit");

  const required = parse(readFileSync(join(home, "requirements", `${revision}.yaml`), "utf8"));
  const expected = parse(readFileSync(list, "utf8"))?.[revision] ?? {};
  // Tasks are an extension that this server does not offer; the suite does not score it.
  const extension = new Set(required.not_scored.filter((n) => n.reason === "extension").map((n) => n.scenario));
  const ran = new Map();
  for (const folder of readdirSync(out)) {
    const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d{2}-\d{2}T[\d-]+Z$/, "");
    ran.set(scenario, JSON.parse(readFileSync(join(out, folder, "checks.json"), "utf8")));
  }
  const wrong = [];
  const missing = required.server.filter((s) => !ran.has(s));
  if (missing.length) wrong.push(`did not run: ${missing.join(", ")} ${complaint.slice(0, 500)}`);
  let passed = 0;
  let allowed = 0;
  let clean = 0;
  for (const [scenario, checks] of ran) {
    if (extension.has(scenario)) continue;
    const failed = new Map(checks.filter((c) => c.status === "FAILURE" || c.status === "WARNING").map((c) => [c.id, c]));
    const may = expected[scenario] ?? [];
    for (const [id, c] of failed) {
      const why = c.errorMessage ?? JSON.stringify(c.details ?? c.description);
      if (!may.includes(id)) wrong.push(`${scenario}:${id} fails: ${why}`);
      else if (!absent.some((re) => re.test(why))) wrong.push(`${scenario}:${id} fails for another reason than a missing fixture: ${why}`);
    }
    for (const id of may) if (!failed.has(id)) wrong.push(`${scenario}:${id} does not fail any more: take it from the list`);
    passed += checks.filter((c) => c.status === "SUCCESS").length;
    allowed += failed.size;
    if (required.server.includes(scenario) && ![...failed.values()].some((c) => c.status === "FAILURE")) clean++;
  }
  for (const scenario of Object.keys(expected)) if (!ran.has(scenario)) wrong.push(`${scenario} did not run: take it from the list`);
  // The list of the build with the fixtures excuses nothing that is scored, so the suite itself has to agree.
  if (list === "fixtures.yml" && (code !== 0 || clean !== required.server.length)) wrong.push(`the suite ended with ${code}, ${clean} of ${required.server.length} scored scenarios passed`);
  if (wrong.length) throw new Error(`${wrong.length} unexpected\n  ${wrong.join("\n  ")}`);
  return `${clean} of ${required.server.length} scored scenarios, ${passed} checks, ${allowed} that need what is not there`;
}
