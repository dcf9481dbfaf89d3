// A server that stops while files come and go: it says so to whoever sends, and does not wait for whoever is slow.
import { connect } from "node:net";
import { expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { attach, attachmentPath, grown, MP4, PNG } from "../../../support/samples/sample-files.ts";
import { nextArrival, nextBodyAwaited } from "../../../support/server/arrivals.ts";
import { createWorld, DATABASES } from "../../../support/server/test-server.ts";

test.concurrent.each(DATABASES)("on %s", async (kind) => {
  const world = await createWorld(kind);
  const tester = await world.person("tester");
  const app = (await world.app()).id;
  const { id } = await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" });
  await attach(world, tester, id, "film.mp4", grown(MP4, 30_000_000));

  const reader = connect({ host: "127.0.0.1", port: Number(new URL(world.address).port) });
  reader.on("error", () => {});
  reader.pause();
  const path = `/ui/v1${attachmentPath(id, "film.mp4")}`;
  const film = nextArrival(path);
  const half = nextBodyAwaited(`/ui/v1${attachmentPath(id)}?name=half.png`);
  reader.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${tester}\r\n\r\n`);
  const sender = await openRaw(world.address);
  const headers = [`Cookie: ${tester}`, "Sec-Fetch-Site: same-origin", "Content-Length: 1000000"];
  sender.socket.write(request(`POST /ui/v1${attachmentPath(id)}?name=half.png`, headers));
  sender.socket.write(grown(PNG, 1_000));
  // Both are under way once the upload is read from, and the film has more to send than its reader takes.
  await half;
  const { response } = await film;
  await expect.poll(() => response.writableNeedDrain).toBe(true);

  const [[answer]] = await Promise.all([sender.answers(1), world.close()]);
  expectError(answer!, 503, "unavailable", "stopping");
  reader.destroy();
});
