// Somebody opens as many connections and live streams as they can, and leaves them; others come as ever.
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type EventListener, listen } from "../../test/support/clients/event-source.ts";
import { PASSWORD, SAME_ORIGIN, ui } from "../../test/support/clients/person-client.ts";
import { type RunningServer, retest, serve } from "../../test/support/clients/run-cli.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";

const IDLE = 4_000;
const SESSIONS = 101;
const STREAMS_EACH = 20;
const WITHIN_MS = 2_000;
/** The address of whoever takes all; others come from 127.0.0.1. */
const TAKER = "127.0.0.2";

export const takenConnections: ChaosFault = {
  name: "taken-connections",
  does: "4,000 idle connections of one network address, and 20 live streams in each of 101 sessions of one person; then somebody else connects, reads, follows an app, and is told of a change",
  invariant: "the other is answered, let in to follow, and told, each within 2 s; nobody has more than 20 streams",
  rounds: { sqlite: 10, postgres: 10 },
  run,
};

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const admin = await Client.admin(settings);
  const server = await serve({ ...settings, RETEST_PUBLIC_RATE: "0" });
  admin.address = server.address;
  const { id: app } = await admin.liveApp("App");
  const slowest = { answered: 0, followed: 0, told: 0 };
  let streams = 0;
  let closed = 0;
  try {
    const taker = await join(server, settings, "taker@example.com");
    const other = await join(server, settings, "other@example.com");
    const sessions = [taker];
    while (sessions.length < SESSIONS) sessions.push(await signIn(server, "taker@example.com"));
    for (let round = 1; round <= rounds; round++) {
      const taken = await takeAll(server, sessions);
      streams = Math.max(streams, taken.streams.length);
      if (taken.streams.length > STREAMS_EACH) report(`round ${round}: one person has ${taken.streams.length} streams`);
      const times = await comeAsEver(server, admin, app, other);
      for (const [what, ms] of Object.entries(times) as [keyof typeof slowest, number][]) {
        slowest[what] = Math.max(slowest[what], Math.round(ms));
        if (!(ms <= WITHIN_MS)) report(`round ${round}: the other was ${what} after ${Math.round(ms)} ms`);
      }
      closed = Math.max(closed, taken.idle.filter(({ destroyed }) => destroyed).length);
      for (const stream of taken.streams) stream.close();
      for (const socket of taken.idle) socket.destroy();
      progress(round);
    }
  } finally {
    await server.stop();
  }
  for (const problem of await examine(settings)) report(problem);
  return `of ${IDLE} idle connections ${closed} were closed, of ${SESSIONS * STREAMS_EACH} streams ${streams} let in; the other was answered within ${slowest.answered} ms, followed within ${slowest.followed} ms, was told within ${slowest.told} ms`;
}

/** Gives the session of a new person. */
async function join({ address }: RunningServer, settings: Record<string, string>, email: string): Promise<string> {
  const { stdout } = await retest(["person", "invite", "--role", "viewer", "--json"], settings);
  const { link } = JSON.parse(stdout) as { link: string };
  const token = /[#=/]([^#=/]+)$/.exec(link)![1]!;
  return cookieOf(await ui(address, "POST", "/invitations/accept", { token, name: email, email, password: PASSWORD }));
}

async function signIn({ address }: RunningServer, email: string): Promise<string> {
  return cookieOf(await ui(address, "POST", "/session", { email, password: PASSWORD }, SAME_ORIGIN));
}

function cookieOf({ status, cookie, body }: { status: number; cookie: string | undefined; body: unknown }): string {
  if (cookie === undefined) throw new Error(`no session: ${status} ${JSON.stringify(body)}`);
  return cookie;
}

async function takeAll(
  { address }: RunningServer,
  sessions: readonly string[],
): Promise<{ idle: Socket[]; streams: EventListener[] }> {
  const port = Number(new URL(address).port);
  const idle: Socket[] = [];
  for (let n = 0; n < IDLE; n += 100) {
    const some = Array.from({ length: 100 }, () => connect({ host: "127.0.0.1", port, localAddress: TAKER }));
    for (const socket of some) socket.on("error", () => {});
    await Promise.all(some.map((socket) => once(socket, "connect")));
    idle.push(...some);
  }
  const streams: EventListener[] = [];
  for (const cookie of sessions) {
    const asked = await Promise.all(Array.from({ length: STREAMS_EACH }, () => listen(address, cookie)));
    for (const stream of asked) {
      if (stream.status === 200) streams.push(stream);
      else stream.close();
    }
  }
  return { idle, streams };
}

async function comeAsEver({ address }: RunningServer, admin: Client, app: string, cookie: string) {
  const began = performance.now();
  const { status } = await ui(address, "GET", "/overview", undefined, { cookie, connection: "close" });
  const answered = status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY;
  const follows = performance.now();
  const stream = await listen(address, cookie);
  await stream.heard(({ event }) => event === "apps", WITHIN_MS).catch(() => {});
  const followed = stream.status === 200 ? performance.now() - follows : Number.POSITIVE_INFINITY;
  const changes = performance.now();
  await admin.data("POST", "/issues", { app, text: "changed" });
  const heard = await stream.heard(({ event }) => event === "app", WITHIN_MS).catch(() => undefined);
  const told = heard === undefined ? Number.POSITIVE_INFINITY : performance.now() - changes;
  stream.close();
  return { answered, followed, told };
}
