// RETEST_WORKERS: several processes on one port behave as one server; one that dies is replaced, and all of them can be
// replaced under load without losing a request.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { listen } from "../../support/clients/event-source.ts";
import { NEW, startLoad } from "../../support/clients/load.ts";
import { call, type RunningServer, retest, serve, startOnly } from "../../support/clients/run-cli.ts";
import { joined } from "../../support/samples/joined-person.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

const HOUR_MS = 3_600_000;
/** A connection that was kept and is silent is waited for: what is asked in passing keeps none. */
const ONCE = { connection: "close" };
/** Between the requests of a client under load: leaves the machine room to start a worker. */
const PAUSE_MS = 20;

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let server: RunningServer;
  let key: string;
  let app: { id: string; name: string };

  beforeAll(async () => {
    place = await freshPlace(kind);
    key = await place.key("admin");
    server = await serve({ ...place.settings, RETEST_WORKERS: "2", RETEST_API_RATE: "0" });
    app = (await ask("POST", "/apps", sampleApp())).data;
  });
  afterAll(async () => {
    await server?.stop();
    await place?.remove();
  });

  const ask = (method: string, path: string, body?: unknown) => call(server.address, key, method, path, body, ONCE);
  const lines = () =>
    server
      .output()
      .stdout.split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as { msg: string; workerPid?: number });
  const said = (msg: string) => lines().filter((line) => line.msg.startsWith(msg));
  /** Those who serve now are the last two that said so. */
  const pids = () =>
    said("a worker is ready")
      .slice(-2)
      .map(({ workerPid }) => workerPid!);

  const raising = () => ({
    method: "POST",
    path: "/api/v1/issues",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: { app: app.id, check: "PAY-1", text: "under load" },
  });
  const reading = () => ({
    method: "GET",
    path: `/api/v1/issues?app=${app.id}`,
    headers: { authorization: `Bearer ${key}` },
  });

  test("one link for the first admin is shown, and one line that says where it listens", () => {
    expect(said("Retest listens on")).toHaveLength(1);
    expect(said("There are no people yet.")).toHaveLength(1);
    expect(new Set(pids()).size).toBe(2);
  });

  test("of 150 deliveries in an hour, spread over both, exactly 120 pass", async () => {
    const url = async () => {
      const live = (await ask("POST", "/apps", { ...sampleApp(), mode: "live" })).data;
      return new URL((await ask("GET", `/apps/${live.id}/webhook`)).data.url).pathname;
    };
    let statuses: number[] = [];
    for (let hour = -1; hour !== Math.floor(Date.now() / HOUR_MS); ) {
      hour = Math.floor(Date.now() / HOUR_MS);
      const path = await url();
      const one = (i: number) =>
        fetch(server.address + path, { method: "POST", body: `{"title":"t","external_id":${i}}`, headers: ONCE });
      statuses = await Promise.all(Array.from({ length: 150 }, async (_, i) => (await one(i)).status));
    }
    expect(statuses.filter((status) => status === 201)).toHaveLength(120);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
  });

  test("a page that listens at one of them is told of what is written at the other", async () => {
    const cookie = await joined(server.address, place.settings, "viewer", "p@example.com");
    // Connections are dealt in turn: two streams are at two processes.
    const streams = [await listen(server.address, cookie), await listen(server.address, cookie)];
    const raised = await ask("POST", "/issues", { app: app.id, check: "PAY-1", text: "told" });
    expect(raised.status).toBe(201);
    const { revision } = (await ask("GET", `/apps/${app.id}/runbook`)).data;
    for (const stream of streams) {
      await stream.heard(({ data }) => data.id === app.id && data.revision === revision);
      stream.close();
    }
  });

  test("the metrics of both add up, whichever is asked, and outlive the one that counted", async () => {
    const answered = async () => {
      const text = await (await fetch(`${server.address}/metrics`, { headers: ONCE })).text();
      return Number(
        /^retest_http_requests_total\{method="GET",route="\/healthz",status="200"\} (\d+)$/m.exec(text)?.[1] ?? 0,
      );
    };
    for (let i = 0; i < 10; i++) await fetch(`${server.address}/healthz`, { headers: ONCE });
    expect([await answered(), await answered(), await answered()]).toEqual([10, 10, 10]);
    process.kill(pids()[0]!, "SIGKILL");
    await expect.poll(() => said("a worker is ready").length).toBe(3);
    expect([await answered(), await answered()]).toEqual([10, 10]);
  });

  test("one that is killed is replaced, and what the others answer goes on", async () => {
    const before = pids();
    process.kill(before[0]!, "SIGKILL");
    await expect.poll(() => said("a worker ended with signal SIGKILL").length).toBe(2);
    expect((await ask("GET", "/apps")).status).toBe(200);
    await expect.poll(() => pids().filter((pid) => !before.includes(pid)).length).toBe(1);
    for (let i = 0; i < 4; i++) expect((await ask("GET", "/apps")).status).toBe(200);
  });

  test("SIGHUP under load replaces all of them, and not one request is lost", async () => {
    const before = pids();
    const writers = startLoad(server.address, 8, raising, PAUSE_MS);
    const readers = startLoad(server.address, 8, reading, PAUSE_MS);
    await expect.poll(() => writers.tally.answers).toBeGreaterThan(50);
    server.process.kill("SIGHUP");
    await expect.poll(() => said("every worker was replaced").length).toBe(1);
    const replacedAt = writers.tally.answers;
    await expect.poll(() => writers.tally.answers).toBeGreaterThan(replacedAt + 20);
    const [written, read] = [await writers.stop(), await readers.stop()];
    expect([written.lost, read.lost]).toEqual([[], []]);
    expect(Object.keys(written.statuses)).toEqual(["201"]);
    expect(Object.keys(read.statuses)).toEqual(["200"]);
    expect(pids().some((pid) => before.includes(pid))).toBe(false);
    const { data } = written.created.at(-1);
    expect((await ask("GET", `/issues/${data.id}`)).status).toBe(200);
  });

  test("SIGTERM under load: every request is answered, it ends with 0, and doctor finds nothing", async () => {
    const load = startLoad(server.address, 8, raising, PAUSE_MS);
    await expect.poll(() => load.tally.answers).toBeGreaterThan(20);
    const { code, stderr } = await server.stop();
    const { lost, statuses } = await load.stop();
    // Whoever comes when nobody listens any more is not let in; nobody who was is left without an answer.
    expect(lost.filter((message) => !message.startsWith(NEW))).toEqual([]);
    expect(Object.keys(statuses).filter((status) => status !== "201" && status !== "503")).toEqual([]);
    expect([code, stderr]).toEqual([0, ""]);
    expect((await command(["doctor"], place.settings)).stdout).toMatch(/ 0 differences\.\n$/);
  });

  test("SIGQUIT: not ready at once, but everything is answered until the balancer has had time to notice", async () => {
    server = await serve({ ...place.settings, RETEST_WORKERS: "2", RETEST_API_RATE: "0" });
    const load = startLoad(server.address, 4, raising, PAUSE_MS);
    await expect.poll(() => load.tally.answers).toBeGreaterThan(5);
    const ready = async () => (await fetch(`${server.address}/readyz`, { headers: ONCE })).status;
    expect(await ready()).toBe(200);
    const stopped = server.stop("SIGQUIT");
    await expect.poll(ready).toBe(503);
    const noticed = load.tally.answers;
    await expect.poll(() => load.tally.answers).toBeGreaterThan(noticed);
    const { lost, statuses } = await load.stop();
    expect([lost, Object.keys(statuses)]).toEqual([[], ["201"]]);
    expect((await stopped).code).toBe(0);
  });
});

test("SIGHUP before all of them listen replaces them once they do, and ends nothing", async () => {
  const place = await freshPlace("sqlite");
  const starting = startOnly(["serve"], { ...place.settings, PORT: "0", RETEST_WORKERS: "2" });
  const says = (text: string) => expect.poll(() => starting.output().stdout).toContain(text);
  await says("a worker is ready");
  starting.process.kill("SIGHUP");
  await says("every worker was replaced");
  expect((await starting.stop("SIGTERM")).code).toBe(0);
  await place.remove();
});

test("a worker that can't start says why, once, and the whole server ends with its code", async () => {
  const place = await freshPlace("sqlite");
  const taken = await serve(place.settings);
  const port = new URL(taken.address).port;
  const { code, stderr } = await retest(["serve"], { ...place.settings, RETEST_WORKERS: "3", PORT: port });
  expect(stderr).toBe(`retest: PORT ${port} on 127.0.0.1 is in use: set PORT to a free one.\n`);
  expect(code).toBe(1);
  await taken.stop();
  await place.remove();
});
