// `retest serve`: told to stop under load it answers what is under way, resets no connection, and ends with 0 in time.
import { Agent, request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { STOPPING } from "../../../src/cli/workers/stop-signal.ts";
import { freshPlace, type Place } from "../../support/clients/cli-settings.ts";
import { command } from "../../support/clients/command.ts";
import { call, type RunningServer, serve } from "../../support/clients/run-cli.ts";
import { DATABASES, sampleApp } from "../../support/server/test-server.ts";

interface Raised {
  status: number;
  connection: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  body: any;
}

/** On a machine that is busy enough to pause this process so long, others are paused for longer than the server waits. */
const PAUSE_MS = 30;

describe.each(DATABASES)("on %s", (kind) => {
  let place: Place;
  let key: string;
  let app: string;
  let server: RunningServer;

  beforeAll(async () => {
    place = await freshPlace(kind);
    key = await place.key("admin");
    const first = await serve(place.settings);
    app = (await call(first.address, key, "POST", "/apps", sampleApp())).data.id;
    await first.stop();
  });

  beforeEach(async () => {
    server = await serve(place.settings);
  });

  afterAll(() => place?.remove());

  /** Raises an issue over a kept connection; rejects when the connection breaks. */
  function raise(agent: Agent, text: string, onSent: () => unknown = () => {}): Promise<Raised> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const sent = request(`${server.address}/api/v1/issues`, { agent, method: "POST", headers }, (response) => {
        let body = "";
        response.setEncoding("utf8").on("data", (chunk) => {
          body += chunk;
        });
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode, headers: told } = response;
          resolve({ status: statusCode!, connection: told.connection, body: JSON.parse(body) });
        });
      });
      sent.on("error", reject).on("finish", onSent);
      sent.end(JSON.stringify({ app, check: "PAY-1", text }));
    });
  }

  /** One that takes longer than it may ends with 1. */
  async function stopInTime(signal: NodeJS.Signals): Promise<void> {
    const { code, stderr } = await server.stop(signal);
    expect([code, stderr]).toEqual([0, ""]);
  }

  async function expectKept(ids: string[]): Promise<void> {
    const again = await serve(place.settings);
    for (const id of ids) expect((await call(again.address, key, "GET", `/issues/${id}`)).status).toBe(200);
    await again.stop();
    expect((await command(["doctor"], place.settings)).code).toBe(0);
  }

  test.each(["SIGTERM", "SIGINT"] as const)(
    "%s under load: every request is answered, 201 or 503, and what was answered 201 is kept",
    async (signal) => {
      const raised: string[] = [];
      const last: Raised[] = [];
      const pauses = monitorEventLoopDelay({ resolution: 10 });
      pauses.enable();
      let tooLate = 0;
      const writers = Array.from({ length: 20 }, async (_, i) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        for (;;) {
          const answer = await raise(agent, `load ${i}`).catch((error) => {
            // A client that pauses for longer than the server waits for it finds its connection closed.
            if (pauses.max / 1e6 < PAUSE_MS) throw error;
            tooLate++;
          });
          if (answer?.status === 201) raised.push(answer.body.data.id);
          else {
            if (answer !== undefined) last.push(answer);
            return agent.destroy();
          }
        }
      });
      await expect.poll(() => raised.length).toBeGreaterThan(20);
      await Promise.all([stopInTime(signal), ...writers]);
      expect(raised.length).toBeGreaterThan(20);
      expect(last.map(({ status, body }) => [status, body.error.code])).toEqual(
        Array.from({ length: 20 - tooLate }, () => [503, "unavailable"]),
      );
      await expectKept(raised.slice(-20));
    },
  );

  test("requests under way when SIGTERM comes are answered, and no next one is invited onto a connection that ends", async () => {
    const release = await place.holdWrites();
    const agent = new Agent({ keepAlive: true });
    let sent = 0;
    const raising = Array.from({ length: 5 }, (_, i) => raise(agent, `under way ${i}`, () => sent++));
    // What is asked after them is answered after they were read.
    await expect.poll(() => sent).toBe(5);
    expect((await fetch(`${server.address}/healthz`)).status).toBe(200);
    const stopped = stopInTime("SIGTERM");
    await expect.poll(() => server.output().stdout).toContain(STOPPING);
    await release();
    const answers = await Promise.all(raising);
    await stopped;
    agent.destroy();
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    // The connections are closed: a client that was told to keep its own would send its next request into a reset.
    expect(answers.map(({ connection }) => connection)).toEqual(Array.from({ length: 5 }, () => "close"));
    await expectKept(answers.map(({ body }) => body.data.id));
  });

  test("connections that are open and idle do not hold it up", async () => {
    const agent = new Agent({ keepAlive: true });
    expect((await raise(agent, "idle")).status).toBe(201);
    await stopInTime("SIGTERM");
    agent.destroy();
  });
});
