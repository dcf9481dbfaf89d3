// Clients that send one byte at a time: cut off in the error shape when their time is over, while others are served. A file
// may take longer than that, as long as it gets on.
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { openRaw, request } from "../../../support/clients/raw-socket.ts";
import { attachmentPath, grown, PNG } from "../../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

/** What the issues say that files are attached to. */
const ATTACHED_TO = "Slow to attach to";

let worlds: World[];

beforeAll(async () => {
  worlds = await Promise.all(DATABASES.map((kind) => createWorld(kind)));
});
afterAll(() => Promise.all(worlds.map((world) => world.close())));

/** Sends `head` at once and then `step` bytes of `rest` every half second; gives the seconds until the answer, and it. */
async function drip(world: World, head: string, rest: string | Buffer, step = 1) {
  const started = performance.now();
  const connection = await openRaw(world.address);
  connection.socket.write(head);
  let sent = 0;
  const timer = setInterval(() => {
    if (connection.socket.writable) connection.socket.write(rest.slice(sent, sent + step));
    sent += step;
  }, 500);
  const answers = await connection.answers(1);
  clearInterval(timer);
  return { seconds: (performance.now() - started) / 1_000, answer: answers[0]! };
}

test.concurrent("headers or a body that take longer than the server waits answer 408, and nobody else waits with them", async () => {
  const cases = worlds.flatMap((world) => {
    const auth = `Authorization: Bearer ${world.tester}`;
    return [
      drip(world, "GET /api/v1/me HTTP/1.1\r\nX-A: ", "a".repeat(200)),
      drip(world, request("POST /api/v1/issues", [auth, "Content-Length: 200"]), " ".repeat(200)),
    ];
  });
  for (const world of worlds) expect((await world.call(world.viewer, "GET", "/me")).status).toBe(200);
  for (const { seconds, answer } of await Promise.all(cases)) {
    expectError(answer, 408, "timeout");
    expect(seconds).toBeGreaterThan(9);
  }
  for (const world of worlds) {
    const { data } = (await world.call(world.viewer, "GET", "/issues")).body;
    expect(data.filter(({ text }: { text: string }) => text !== ATTACHED_TO)).toEqual([]);
  }
});

/** The head of a request that attaches `size` bytes to a new issue, and how to look at that. */
async function upload(world: World, size: number) {
  const app = await world.app();
  const issue = { app: app.id, check: "PAY-1", text: ATTACHED_TO };
  const { id } = (await world.call(world.tester, "POST", "/issues", issue)).body.data;
  const headers = [`Cookie: ${await world.person("tester")}`, "Sec-Fetch-Site: same-origin", `Content-Length: ${size}`];
  const head = request(`POST /ui/v1${attachmentPath(id)}?name=slow.png`, headers);
  const attached = async () => (await world.call(world.viewer, "GET", `/issues/${id}`)).body.data.attachments;
  return { head, attached };
}

test.concurrent("a file that gets on may take longer than any other request; one that does not answers 408", async () => {
  const steady = worlds.map(async (world) => {
    const file = grown(PNG, 400_000);
    const { head, attached } = await upload(world, file.length);
    const { seconds, answer } = await drip(world, head, file, 9_000);
    expect(answer.status).toBe(201);
    expect(seconds).toBeGreaterThan(20);
    expect(await attached()).toEqual([{ name: "slow.png", kind: "screenshot" }]);
  });
  const creeping = worlds.map(async (world) => {
    const { head, attached } = await upload(world, 400_000);
    const { seconds, answer } = await drip(world, head, grown(PNG, 10_000), 20);
    expectError(answer, 408, "timeout", "too slowly");
    expect(seconds).toBeGreaterThan(19);
    expect(await attached()).toEqual([]);
  });
  await Promise.all([...steady, ...creeping]);
});
