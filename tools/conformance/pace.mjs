import { once } from "node:events";
import http from "node:http";

const between = 80; // milliseconds: a credential has 20 requests a second, and the suite does not wait when it is told to

// pace stands in front of the server and passes requests on as they are, Host and all, one after the other and no faster
// than a caller may.
export async function pace(server) {
  const to = new URL(server.url);
  let turn = Promise.resolve();
  const front = http.createServer((req, res) => {
    const chunks = [];
    req.on("data", (c) => chunks.push(c));
    req.on("end", () => {
      turn = turn.then(() => new Promise((r) => setTimeout(r, between)));
      turn.then(() => {
        const out = http.request(
          { host: to.hostname, port: to.port, path: req.url, method: req.method, headers: req.headers },
          (answer) => {
            res.writeHead(answer.statusCode, answer.rawHeaders);
            answer.pipe(res);
          },
        );
        out.on("error", () => res.destroy());
        out.end(Buffer.concat(chunks));
      });
    });
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const link = new URL(server.link);
  link.port = front.address().port;
  return { ...server, link: link.href, stop: () => front.close() };
}
