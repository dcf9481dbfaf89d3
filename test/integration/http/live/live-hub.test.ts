// The streams of a server with its clocks set fast: heartbeats, readers who don't keep up, limits, and what a tick costs.
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { shareLivePlaces } from "../../../../src/actions/access/share-live-places.ts";
import { actorOf } from "../../../../src/http/admission/person-admission.ts";
import { LiveHub } from "../../../../src/http/live/live-hub.ts";
import { tokenHash } from "../../../../src/lib/crypto/token.ts";
import { findSession } from "../../../../src/storage/access/sessions.ts";
import type { Reader } from "../../../../src/storage/database/database.ts";
import { type EventListener, listen } from "../../../support/clients/event-source.ts";
import { tokenOf } from "../../../support/clients/person-client.ts";
import type { Statement } from "../../../support/database/big-database.ts";
import { meddle } from "../../../support/database/change-rows.ts";
import { countingReader } from "../../../support/database/counting-reader.ts";
import { multiply } from "../../../support/database/multiply-rows.ts";
import { notingReader, openCosts } from "../../../support/database/statement-cost.ts";
import { secondWorkspace } from "../../../support/server/second-workspace.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const FAST = { tickMs: 20, sessionsMs: 60_000, heartbeatMs: 60_000, blockedMs: 60_000 };
/** More than both systems keep for a connection whose other end reads nothing. */
const TOO_MUCH = Buffer.alloc(33_554_432, ":");

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's data
  let app: any;
  const cleanUps: (() => Promise<void>)[] = [];
  /** Whether the database takes what it is told of streams. */
  let isWriting = true;
  beforeAll(async () => {
    world = await createWorld(kind);
    app = await world.app();
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  });
  afterAll(() => world.close());

  /** A bare server of a hub: every request is somebody new, or the same person. */
  async function serve(limits: object | undefined, reader: Reader = world.store.reader) {
    const { performer } = world.store;
    const name = `server ${cleanUps.length} of ${Date.now()}`;
    const hub = new LiveHub({
      reader,
      clock: Date.now,
      sharePlaces: (places, isAll) =>
        isWriting
          ? performer.perform(shareLivePlaces, { server: name, places, isAll })
          : Promise.reject(new Error("full")),
      limits: limits && { ...FAST, ...limits },
    });
    const cookie = await world.person("viewer");
    const actor = actorOf((await findSession(reader, tokenHash(tokenOf(cookie))))!);
    const responses: ServerResponse[] = [];
    const server = createServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url!, "http://hub");
      const sessionHash = pathname === "/same" ? actor.sessionHash : pathname;
      const personId = searchParams.get("person") ?? (pathname === "/same" ? actor.personId : pathname);
      const reach = { ...actor.reach, workspaceId: searchParams.get("workspace") ?? actor.reach.workspaceId };
      const most = searchParams.get("most");
      const reachKey = JSON.stringify(reach);
      const who = {
        ...actor,
        reach,
        reachKey,
        personId,
        sessionHash,
        workspaceStreams: most === null ? null : Number(most),
      };
      hub.open(who, searchParams.get("from") ?? `next to ${name}`).then(
        (take) => {
          responses.push(response);
          take(response.writeHead(200, { connection: "close" }));
        },
        (error: { code: string }) => response.writeHead(503).end(error.code),
      );
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    cleanUps.push(async () => {
      hub.close();
      server.closeAllConnections();
      server.close();
    });
    const streams: EventListener[] = [];
    const join = async (path = "/same") => {
      const stream = await listen(address, null, path);
      streams.push(stream);
      return stream;
    };
    return { hub, address, responses, join };
  }

  /** The same reader, with the statements that went through it counted. */
  function counted(): { reader: Reader; count(): number } {
    const { reader, asked } = countingReader(world.store.reader);
    return { reader, count: () => asked.length };
  }

  /** The same reader, which notes what it is asked, and whose apps it is answered with. */
  function appRows(): { reader: Reader; noted: Statement[]; workspaces: Set<string> } {
    const workspaces = new Set<string>();
    const { reader, noted } = notingReader(world.store.reader);
    const noting: Reader = {
      ...reader,
      async all(query, ...values) {
        const rows = await reader.all(query, ...values);
        for (const row of rows as { workspaceId?: string }[]) {
          if (row.workspaceId !== undefined) workspaces.add(row.workspaceId);
        }
        return rows;
      },
    };
    return { reader: noting, noted, workspaces };
  }

  const write = () =>
    world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" }).then(({ status }) => {
      expect(status).toBe(201);
    });
  const revision = async () =>
    (await world.call(world.viewer, "GET", `/apps/${app.id}/runbook`)).body.data.revision as number;
  const isFirst = ({ event }: { event: string }) => event === "apps";

  /** A client that asks and then reads nothing. */
  async function deafClient(address: string): Promise<Socket> {
    const socket = connect({ port: Number(new URL(address).port), host: "127.0.0.1" });
    socket.on("error", () => {});
    socket.pause();
    await once(socket, "connect");
    socket.write("GET /same HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return socket;
  }

  /** From now on nobody looks, and no heart beats, but when a test lets the time pass. */
  function stopTicks(): void {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    cleanUps.push(async () => {
      vi.useRealTimers();
    });
  }

  test("a person has so many streams, in whatever sessions, and an address so many, of whatever people; others are let in", async () => {
    const { join, address } = await serve({ perPerson: 3, perAddress: 5 });
    const refusal = async (path: string) => (await fetch(address + path)).text();
    for (const session of ["/s1", "/s2", "/s3"]) await join(`${session}?person=ann`);
    expect(await refusal("/s4?person=ann")).toBe("rate_limited");
    expect(await refusal("/s4?person=ann&from=elsewhere")).toBe("rate_limited");
    const [, last] = [await join("/s5?person=ben"), await join("/s6?person=cat")];
    expect(await refusal("/s7?person=dan")).toBe("rate_limited");
    await join("/s7?person=dan&from=elsewhere");
    last!.close();
    await expect.poll(async () => (await join("/s8?person=eve")).status).toBe(200);
  });

  test("a workspace leaves places of each server to others, and one with a limit of its own has no more at all servers together", async () => {
    const [one, other] = [await serve({ perWorkspace: 2 }), await serve({ perWorkspace: 2 })];
    const refusal = async (path: string) => (await fetch(other.address + path)).text();
    for (const n of [1, 2]) {
      await one.join(`/w${n}?workspace=busy&from=${n}`);
      await other.join(`/x${n}?workspace=busy&from=${n}`);
    }
    expect(await refusal("/x3?workspace=busy&from=3")).toBe("unavailable");
    await other.join("/x4?workspace=quiet&from=4");
    await one.join("/w5?workspace=small&most=1&from=5");
    expect(await refusal("/x6?workspace=small&most=1&from=6")).toBe("rate_limited");
  });

  test("a full server ends a stream of the workspace that has most for one of a workspace that has fewer, so nobody is starved", async () => {
    const { join } = await serve({ perServer: 6 });
    const statusOf = async (workspace: string, n: number) =>
      (await join(`/${workspace}${n}?workspace=${workspace}&from=${workspace}${n}`)).status;
    const busy = [];
    for (let n = 0; n < 6; n++) busy.push(await join(`/busy${n}?workspace=busy&from=${n}`));
    expect(busy.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await statusOf("busy", 6)).toBe(503);
    // Two more workspaces come: in the end each has its third, and who came last to the busy one has given way.
    for (const n of [0, 1, 2])
      for (const one of ["quiet", "calm"])
        expect([one, n, await statusOf(one, n)]).toEqual([one, n, n < 2 ? 200 : 503]);
    await Promise.all(busy.slice(2).map(({ ended }) => ended));
    await write();
    for (const { heard } of busy.slice(0, 2)) await heard(isFirst);
    expect(await statusOf("busy", 7)).toBe(503);
    expect([await statusOf("another", 0), await statusOf("another", 1)]).toEqual([200, 503]);
  });

  test("streams that a person or an address has open at other servers count, too, until those are closed or have long been silent", async () => {
    const [one, other] = [await serve({ perPerson: 2, perAddress: 3 }), await serve({ perPerson: 2, perAddress: 3 })];
    const refusal = async (path: string) => (await fetch(other.address + path)).text();
    const streams = [await one.join("/s1?person=fay&from=hall"), await one.join("/s2?person=fay&from=hall")];
    expect(await refusal("/s3?person=fay&from=home")).toBe("rate_limited");
    await other.join("/s4?person=gus&from=hall");
    expect(await refusal("/s5?person=hal&from=hall")).toBe("rate_limited");
    streams[0]!.close();
    await expect.poll(async () => (await other.join("/s6?person=fay&from=home")).status).toBe(200);
    expect(await refusal("/s7?person=fay&from=home")).toBe("rate_limited");
    // The first server's places are over, as they are once it has ended without a word.
    await meddle(world, "update live_place set until = 0 where scope = 'person:fay'");
    expect((await other.join("/s8?person=fay&from=home")).status).toBe(200);
  });

  test("who leaves while the database takes nothing may come again elsewhere a little later, and nobody is kept from reading meanwhile", async () => {
    const [one, other] = [await serve({ perPerson: 1, renewMs: 20 }), await serve({ perPerson: 1 })];
    const stream = await one.join("/t1?person=kim");
    await one.join("/t2?person=leo");
    isWriting = false;
    expect((await one.join("/t3?person=max")).status).toBe(200);
    stream.close();
    await once(one.responses[0]!, "close");
    isWriting = true;
    await expect.poll(async () => (await other.join("/t4?person=kim")).status).toBe(200);
  });

  test("a heartbeat is a comment, and comes again and again", async () => {
    const { join } = await serve({ heartbeatMs: 30 });
    const stream = await join();
    await stream.heard(isFirst);
    await expect.poll(() => stream.text().split("\n:\n\n").length).toBeGreaterThan(3);
    expect(stream.events).toHaveLength(1);
  });

  test("a tick costs next to nothing while nothing changes, however many listen, and nothing when nobody does", async () => {
    stopTicks();
    const { reader, count } = counted();
    const { join, responses } = await serve({ perPerson: 100 }, reader);
    const streams = await Promise.all(Array.from({ length: 30 }, () => join()));
    await Promise.all(streams.map((stream) => stream.heard(isFirst)));
    const left = responses.map((response) => once(response, "close"));
    const pass = async (ticks: number) => {
      for (let i = 0; i < ticks; i++) {
        vi.advanceTimersByTime(FAST.tickMs);
        await turn();
      }
    };
    const before = count();
    await pass(20);
    if (kind === "postgres") await expect.poll(count).toBeGreaterThan(before);
    expect(count() - before).toBeLessThanOrEqual(kind === "sqlite" ? 0 : 20);
    await write();
    const last = await revision();
    await pass(1);
    await Promise.all(streams.map((stream) => stream.heard(({ data }) => data.revision === last)));
    for (const stream of streams) stream.close();
    await Promise.all(left);
    const idle = count();
    await write();
    await pass(20);
    expect(count()).toBe(idle);
  });

  test("a server asks for the apps of no workspace but those that somebody listens to there, and both are told of theirs on either server", async () => {
    const theirs = await secondWorkspace(world);
    const elsewhere = await theirs.app();
    const copy = "'Copy ' || n";
    const changed = { id: "'app_c' || n", name: copy, name_form: copy, name_of_form: copy, prefix: "'P' || n" };
    await multiply(world.config, [{ table: "app", of: `id = '${elsewhere.id}'`, with: changed }], 300);
    stopTicks();
    const [own, other] = [world.store.workspace.id, theirs.workspaceId];
    const asked = appRows();
    const [here, there] = [await serve({}, asked.reader), await serve({})];
    const ours = await here.join(`/same?workspace=${own}`);
    const oursThere = await there.join(`/same?workspace=${own}`);
    const theirsThere = await there.join(`/same?workspace=${other}`);
    for (const stream of [ours, oursThere, theirsThere]) await stream.heard(isFirst);
    const raised = await theirs.call(theirs.tester, "POST", "/issues", {
      app: elsewhere.id,
      check: "PAY-1",
      text: "Broken",
    });
    expect(raised.status).toBe(201);
    vi.advanceTimersByTime(FAST.tickMs);
    await theirsThere.heard(({ data }) => data.id === elsewhere.id);
    await write();
    const last = await revision();
    vi.advanceTimersByTime(FAST.tickMs);
    for (const stream of [ours, oursThere]) await stream.heard(({ data }) => data.revision === last);
    const heard = (stream: EventListener) =>
      stream.events.filter(({ event }) => event === "app").map(({ data }) => data.id);
    expect([ours, oursThere].map((stream) => new Set(heard(stream)))).toEqual([new Set([app.id]), new Set([app.id])]);
    expect(new Set(heard(theirsThere))).toEqual(new Set([elsewhere.id]));
    expect([...asked.workspaces]).toEqual([own]);
    const costs = await openCosts(world);
    const read = [];
    for (const statement of asked.noted.filter(({ text }) => / from app /.test(text)))
      read.push(await costs.of(statement));
    await costs.close();
    expect(read.length).toBeGreaterThan(0);
    for (const { touched, scanned, plan } of read) {
      expect([scanned, plan]).toEqual([[], plan]);
      expect(touched).toBeLessThan(100);
    }
  });

  test("who listens is told of a write a quarter of a second later, by a look that the next tick begins", async () => {
    stopTicks();
    const { join } = await serve(undefined);
    const stream = await join();
    await stream.heard(isFirst);
    for (let i = 0; i < 3; i++) {
      await write();
      const last = await revision();
      vi.advanceTimersByTime(250);
      await stream.heard(({ data }) => data.revision === last);
    }
  });

  test("who comes after everybody has left is told as much as the first", async () => {
    const { join } = await serve({});
    for (let i = 0; i < 5; i++) {
      const stream = await join();
      await stream.heard(isFirst);
      await write();
      const last = await revision();
      await stream.heard(({ data }) => data.revision === last);
      stream.close();
      await write();
      await sleep(i * 15);
    }
  });

  test("a server has so many streams and no more", async () => {
    const { join } = await serve({ perServer: 3 });
    const paths = ["/a", "/b", "/c", "/d", "/e"];
    const streams = await Promise.all(paths.map((path) => join(path)));
    expect(streams.map(({ status }) => status).sort()).toEqual([200, 200, 200, 503, 503]);
    const refused = streams.find(({ status }) => status === 503)!;
    await refused.ended;
    expect(refused.text()).toBe("unavailable");
    streams.find(({ status }) => status === 200)!.close();
    await expect.poll(async () => (await join("/f")).status).toBe(200);
  });

  test("a reader who does not keep up costs no memory, and is then told the newest of each app", async () => {
    const { address, responses, join } = await serve({ heartbeatMs: 1 });
    const socket = await deafClient(address);
    await expect.poll(() => responses.length).toBe(1);
    const [response] = responses as [ServerResponse];
    response.write(TOO_MUCH);
    const written = vi.spyOn(response, "write");
    const other = await join();
    let last = 0;
    for (let i = 0; i < 20; i++) {
      await write();
      last = await revision();
      await other.heard(({ data }) => data.revision === last);
    }
    expect(written.mock.calls.map(([text]) => text).join("").length).toBeLessThan(1_000);
    let tail = "";
    socket.on("data", (part: Buffer) => {
      tail = (tail + part.toString()).slice(-4_000);
    });
    socket.resume();
    await expect.poll(() => tail).toContain(`{"id":"${app.id}","revision":${last}}`);
    socket.destroy();
  });

  test("a reader who does not keep up for too long is let go, while others are told as ever", async () => {
    const { address, responses, join } = await serve({ blockedMs: 300, heartbeatMs: 20 });
    const socket = await deafClient(address);
    await expect.poll(() => responses.length).toBe(1);
    const [response] = responses as [ServerResponse];
    response.write(TOO_MUCH);
    const other = await join();
    await other.heard(isFirst);
    await expect.poll(() => response.destroyed).toBe(true);
    await write();
    const last = await revision();
    await other.heard(({ data }) => data.revision === last);
    socket.destroy();
  });

  test("a hub that is closed takes nobody in and ends those who were about to come", async () => {
    const { hub, join } = await serve({});
    const stream = await join();
    await stream.heard(isFirst);
    hub.close();
    await stream.ended;
    expect((await join()).status).toBe(503);
  });
});
