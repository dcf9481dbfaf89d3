// A server that is killed in the middle of uploads: what it acknowledged is there afterwards, byte for byte, and what it
// did not is either there or not at all.
import { afterAll, expect, test } from "vitest";
import { freshPlace } from "../support/clients/cli-settings.ts";
import { command } from "../support/clients/command.ts";
import { SAME_ORIGIN, ui } from "../support/clients/person-client.ts";
import { type RunningServer, serve } from "../support/clients/run-cli.ts";
import { joined } from "../support/samples/joined-person.ts";
import { attachmentPath, grown, PNG } from "../support/samples/sample-files.ts";
import { DATABASES, sampleApp } from "../support/server/test-server.ts";

const ROUNDS = 2;
const running: RunningServer[] = [];
afterAll(() => Promise.all(running.map((server) => server.stop("SIGKILL"))));

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const place = await freshPlace(kind);
  const start = async () => {
    const server = await serve(place.settings);
    running.push(server);
    return server;
  };
  try {
    let server = await start();
    const cookie = await joined(server.address, place.settings, "admin", "ada@example.com");
    const as = { ...SAME_ORIGIN, cookie };
    const app = (await ui(server.address, "POST", "/apps", sampleApp(), as)).body.data.id;
    const acknowledged = new Map<string, Buffer>();
    for (let round = 0; round < ROUNDS; round++) {
      const issues: string[] = [];
      for (let n = 0; n < 4; n++) {
        const raised = { app, check: "PAY-1", text: `Round ${round}` };
        issues.push((await ui(server.address, "POST", "/issues", raised, as)).body.data.id);
      }
      const { address } = server;
      let kill = () => {};
      const enough = new Promise<void>((resolve) => {
        kill = resolve;
      });
      const uploads = issues.map(async (issue, which) => {
        for (let n = 0; n < 20; n++) {
          const file = grown(PNG, 200_000 + round * 1_000 + which * 100 + n);
          const path = `${attachmentPath(issue)}?name=shot-${n}.png`;
          const sent = await fetch(`${address}/ui/v1${path}`, {
            method: "POST",
            headers: as,
            body: new Uint8Array(file),
          });
          if (sent.status !== 201) throw new Error(`${sent.status}`);
          acknowledged.set(attachmentPath(issue, `shot-${n}.png`), file);
          if (n === 2 + which) kill();
        }
      });
      const settled = Promise.allSettled(uploads);
      await Promise.race([enough, settled]);
      await server.stop("SIGKILL");
      await settled;
      expect(acknowledged.size).toBeGreaterThan(2 * round + 2);
      server = await start();
      for (const [path, file] of acknowledged) {
        const response = await fetch(`${server.address}/ui/v1${path}`, { headers: { cookie } });
        expect(response.status).toBe(200);
        expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
      }
      for (const issue of issues) {
        const { attachments } = (await ui(server.address, "GET", `/issues/${issue}`, undefined, { cookie })).body.data;
        for (const { name } of attachments) {
          const response = await fetch(`${server.address}/ui/v1${attachmentPath(issue, name)}`, {
            headers: { cookie },
          });
          expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([
            200,
            Number(response.headers.get("content-length")),
          ]);
        }
      }
    }
    expect((await server.stop()).code).toBe(0);
    expect(await command(["doctor"], place.settings)).toMatchObject({ code: 0 });
  } finally {
    await place.remove();
  }
});
