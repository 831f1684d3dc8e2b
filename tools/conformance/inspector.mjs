import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { tools } from "./sdk.mjs";

const home = "node_modules/@modelcontextprotocol/inspector";

// inspector asks as a person does who types the Inspector's commands.
export async function inspector(server) {
  const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  const program = join(home, Object.values(typeof bin === "string" ? { bin } : bin)[0]);
  const ask = async (url, headers, ...args) => {
    const command = [program, "--cli", url, "--transport", "http", ...headers.flatMap((h) => ["--header", h]), ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { timeout: 60_000 });
    return JSON.parse(stdout);
  };
  const bearer = [`Authorization: Bearer ${server.token}`];
  for (const [url, headers] of [[server.url, bearer], [server.link, []]]) {
    const list = await ask(url, headers, "--method", "tools/list");
    assert.deepEqual(list.tools.map((t) => t.name), tools);
    const unit = await ask(url, headers, "--method", "tools/call", "--tool-name", "convert_unit", "--tool-arg", "value=180", "from_unit=mg/dL", "to_unit=g/L");
    assert.equal(unit.structuredContent.converted, 1.8);
    const stats = await ask(url, headers, "--method", "tools/call", "--tool-name", "query_health_indicators", "--tool-arg", "view=stats", 'keywords=["heart rate"]');
    assert.equal(stats.structuredContent.status, "ok");
  }
  const prompts = await ask(server.url, bearer, "--method", "prompts/list");
  const resources = await ask(server.url, bearer, "--method", "resources/list");
  return `${tools.length} tools, ${prompts.prompts.length} prompts, ${resources.resources.length} resources; calls with token and link`;
}
