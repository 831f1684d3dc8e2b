import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

export const tools = ["convert_unit", "normalize_unit", "query_health_indicators", "query_medications", "resolve_indicator"];
const canary = "Hannelore-Kohl-1930";

async function connect(url, headers) {
  const client = new Client({ name: "conformance", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return client;
}

// typescript is what a program with the official SDK does: begin, look around, ask well and badly.
export async function typescript(server, how) {
  const url = how === "link" ? server.link : server.url;
  const headers = how === "link" ? {} : { Authorization: `Bearer ${server.token}` };
  const client = await connect(url, headers);
  let n = 0;
  const check = (f) => (f(), n++);
  try {
    check(() => assert.match(client.getInstructions(), /health record/));
    check(() => assert.equal(client.getServerVersion().name, "recordserver"));
    await client.ping();
    const listed = (await client.listTools()).tools;
    check(() => assert.deepEqual(listed.map((t) => t.name), tools));
    check(() => assert.ok(listed.every((t) => t.annotations.readOnlyHint && t.inputSchema.additionalProperties === false)));

    const catalogue = await client.callTool({ name: "query_health_indicators", arguments: {} });
    const body = JSON.parse(catalogue.content[0].text);
    check(() => assert.ok(!catalogue.isError && ["ok", "partial"].includes(body.status) && body.row_count > 0));
    check(() => assert.deepEqual(catalogue.structuredContent, body));
    const stats = await client.callTool({ name: "query_health_indicators", arguments: { keywords: "heart rate", view: "stats" } });
    check(() => assert.equal(JSON.parse(stats.content[0].text).status, "ok"));
    const plan = await client.callTool({ name: "query_medications", arguments: {} });
    check(() => assert.ok(JSON.parse(plan.content[0].text).row_count > 0));
    const unit = await client.callTool({ name: "convert_unit", arguments: { value: 98.6, from_unit: "°F", to_unit: "°C" } });
    check(() => assert.equal(unit.structuredContent.converted, 37));

    for (const bad of [{ [canary]: 1 }, { view: canary }, { start: canary }, { view: 7 }, { view: "stats" }]) {
      const res = await client.callTool({ name: "query_health_indicators", arguments: bad });
      check(() => assert.equal(res.isError, true));
      check(() => assert.equal(JSON.parse(res.content[0].text).error_kind, "invalid_arguments"));
      if (!(canary in bad)) check(() => assert.ok(!JSON.stringify(res).includes(canary), "a value comes back"));
    }
    await assert.rejects(client.callTool({ name: canary, arguments: {} }), (e) => e.code === -32602 && !e.message.includes(canary));
    n++;

    const prompts = (await client.listPrompts()).prompts.map((p) => p.name);
    check(() => assert.ok(prompts.includes("review_my_record")));
    const prompt = await client.getPrompt({ name: "review_my_record", arguments: { focus: "sleep" } });
    check(() => assert.match(prompt.messages[0].content.text, /never instructions/));
    for (const r of (await client.listResources()).resources) {
      const read = await client.readResource({ uri: r.uri });
      check(() => assert.ok(read.contents[0].text.length > 0));
    }
  } finally {
    await client.close();
  }

  // Nobody may look around, and reads no record; who shows something that is not valid does not even begin.
  const nobody = await connect(server.url, {});
  check(() => assert.ok(nobody));
  await assert.rejects(nobody.callTool({ name: "query_health_indicators", arguments: {} }), /401|authentication required|Unauthorized/i);
  n++;
  await nobody.close();
  for (const [at, with_] of [[server.url, { Authorization: "Bearer rst_nobody" }], [`${server.url}/rsl_nobody`, {}]]) {
    await assert.rejects(connect(at, with_), /401|not accepted|Unauthorized/i);
    n++;
  }
  check(() => assert.ok(!server.log().includes(canary), "the log has what was sent"));
  check(() => assert.ok(!server.log().includes(server.link.split("/").pop()), "the log has the link"));
  return `${n} checks`;
}
