import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";

async function freePort() {
  const s = createServer().listen(0, "127.0.0.1");
  await once(s, "listening");
  const { port } = s.address();
  s.close();
  await once(s, "close");
  return port;
}

// serve starts the server with the demonstration's record on a free port of this machine. It is over when it has said
// where it is, with the token and the link of this run.
export async function serve(binary) {
  const port = await freePort();
  const child = spawn(binary, ["serve", "--demo", "--addr", `127.0.0.1:${port}`], { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let complained = "";
  child.stdout.on("data", (d) => (said += d));
  child.stderr.on("data", (d) => (complained = (complained + d).slice(-20000)));
  const url = `http://127.0.0.1:${port}/mcp`;
  for (const end = Date.now() + 120_000; ; ) {
    const token = said.match(/rst_[\w-]{20,}/)?.[0];
    const link = said.match(/rsl_[\w-]{20,}/)?.[0];
    if (token && link && (await fetch(url, { method: "OPTIONS" }).catch(() => null))) {
      return {
        url, token, link: `${url}/${link}`,
        log: () => complained,
        async stop() {
          child.kill("SIGTERM");
          if (child.exitCode === null) await once(child, "exit");
        },
      };
    }
    if (child.exitCode !== null || Date.now() > end) {
      child.kill("SIGKILL");
      throw new Error(`${binary} did not begin to serve:\n${complained}`);
    }
    await new Promise((r) => setTimeout(r, 100));
  }
}
