// The balancer's configuration as it is shipped, in a real Caddy in front of servers that come and go.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startCaddy } from "../../../chaos/harness/caddy.ts";
import { startLoad } from "../../support/clients/load.ts";
import { lacksProgram } from "../../support/machine/lacks-program.ts";

const LEAVING_SERVERS = 7;
const CLIENTS = 32;
const REQUESTS = 3_000;

test("the balancer chooses among the servers that are ready, by a policy that two requests at once can't confuse", () => {
  const policies = readFileSync("deploy/Caddyfile", "utf8").match(/(?<=^\s*lb_policy ).*$/gm);
  // Those that count on from request to request (round_robin) skip a ready server when another request counts in between.
  expect(policies).toEqual(["random"]);
});

test.skipIf(lacksProgram("caddy") !== null)(
  "the one server that is ready gets every request, however many come at once",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "retest-balancer-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const leaving = Array.from({ length: LEAVING_SERVERS }, () => startServer(503));
    const servers = await Promise.all([startServer(200), ...leaving]);
    const caddy = await startCaddy(servers, folder);
    onTestFinished(caddy.stop);

    const load = startLoad(caddy.address, CLIENTS, () => ({ method: "POST", path: "/api/v1/issues", body: {} }));
    while (load.tally.answers < REQUESTS && load.tally.statuses[503] === undefined) await nextTurn();
    const { answers, statuses, lost } = await load.stop();
    expect({ statuses, lost }).toEqual({ statuses: { 201: answers }, lost: [] });
  },
);

/** Says at /readyz whether it is ready, and takes everything else. */
async function startServer(readiness: number): Promise<string> {
  const server = createServer((request, response) => {
    const status = request.url === "/readyz" ? readiness : 201;
    request.resume().on("end", () => response.writeHead(status).end("{}"));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
