// Ten thousand bodies that nobody would send on purpose, at every endpoint. RETEST_CHAOS_SEED makes the same ones again.
import { setTimeout as sleep } from "node:timers/promises";
import { serve } from "../../test/support/clients/run-cli.ts";
import { randomFrom } from "../../test/support/machine/seeded-random.ts";
import { type Answer, Client, exchange, tally } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";
import { fuzzed } from "./fuzz-bodies.ts";
import { type FuzzedEndpoint, openEndpoints } from "./fuzz-endpoints.ts";

const CONNECTIONS = 6;
const SLICE = 120;
const PAUSE_MS = 250;
/** A pause is the machine's, too: it counts if it comes again each time that the same bodies are sent. */
const ATTEMPTS = 3;

export const fuzz: ChaosFault = {
  name: "fuzz",
  does: "bodies with values replaced, bytes turned, ends cut off, and noise, signed as they should be, at every endpoint: webhook, REST, tools, assistants, test reports",
  invariant:
    "no answer is 500 or above, every refusal has the error shape, the server lives and its event loop never stands still for more than 250 ms, nothing is half-written, what was answered 201 is there",
  rounds: { sqlite: 10_000, postgres: 10_000 },
  run,
};

interface Sent {
  endpoint: FuzzedEndpoint;
  body: Buffer;
}

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const seed = Number(process.env.RETEST_CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 32));
  const random = randomFrom(seed);
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const answers: Answer[] = [];
  const places: string[] = [];
  let [longest, suspects] = [0, 0];
  try {
    const { endpoints, delivered } = await openEndpoints(client);
    const send = async ({ endpoint, body: made }: Sent) => {
      const body = endpoint.stamp?.(made) ?? made;
      const answer = await exchange(endpoint.url, { method: endpoint.method, headers: endpoint.headers(body), body });
      const problem = problemOf(answer, endpoint);
      if (problem !== null)
        report(`seed ${seed}, ${endpoint.name}: ${problem}, of ${body.toString("latin1").slice(0, 300)}`);
      answers.push(answer);
      const place = placeOf(answer, endpoint);
      if (place !== null) places.push(new URL(place, server.address).href);
      return answer;
    };
    for (let done = 0; done < rounds; ) {
      const slice = Array.from({ length: Math.min(SLICE, rounds - done) }, (): Sent => {
        const endpoint = random.pick(random.pick(endpoints));
        return { endpoint, body: fuzzed(random, random.pick(endpoint.samples)) };
      });
      const sendAll = async () => {
        const waiting = [...slice];
        const sendWaiting = async () => {
          for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await send(next);
        };
        await Promise.all(Array.from({ length: CONNECTIONS }, sendWaiting));
      };
      const pause = await shortestPause(server.address, sendAll);
      longest = Math.max(longest, pause);
      if (pause > PAUSE_MS) {
        suspects++;
        for (const one of slice) {
          const own = await shortestPause(server.address, () => send(one));
          if (own > PAUSE_MS)
            report(`seed ${seed}, ${one.endpoint.name}: the event loop stood still for ${Math.round(own)} ms`);
        }
      }
      done += slice.length;
      progress(done);
    }
    for (const app of delivered) {
      const raised = answers.filter(({ status, body }) => status === 201 && body?.issue !== undefined);
      const there = await client.list(`/issues?app=${app}&status=all`);
      const known = new Set(raised.map(({ body }) => body.issue.id));
      for (const { id } of there) if (!known.has(id)) report(`${id} is there, and nobody was told so`);
    }
    for (const url of places) {
      const { status } = await exchange(url, { headers: { authorization: `Bearer ${client.key}` } });
      if (status !== 200) report(`seed ${seed}: ${url} was answered 201, and now ${status}`);
    }
    if (server.process.exitCode !== null) report("the process ended");
  } finally {
    await server.stop();
  }
  for (const problem of await examine(settings)) report(problem);
  const said = suspects === 0 ? "" : ` (${suspects} times with many at once, none alone)`;
  return `seed ${seed}: ${tally(answers)}, ${places.length} read back; longest pause ${Math.round(longest)} ms${said}`;
}

/** Where to find what was made, if it has a place of its own. */
function placeOf({ status, headers, body }: Answer, { url }: FuzzedEndpoint): string | null {
  if (status !== 201) return null;
  if (body.issue !== undefined) return `/api/v1/issues/${body.issue.id}`;
  const id = body.data?.id;
  return id === undefined ? null : (headers.get("location") ?? `${url}/${id}`);
}

/** The longest pause of the event loop since it was last asked for. */
async function pauseOf(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  const seconds = /^retest_event_loop_delay_seconds\{[^}]*percentile="100"[^}]*\} (\S+)$/m.exec(text)?.[1];
  if (seconds === undefined) throw new Error("the metrics tell nothing of the event loop");
  return Number(seconds) * 1_000;
}

/** The shortest of a few attempts. */
async function shortestPause(address: string, work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && best > PAUSE_MS; attempt++) {
    await pauseOf(address);
    await work();
    await sleep(25);
    best = Math.min(best, await pauseOf(address));
  }
  return best;
}

function problemOf({ status, body }: Answer, { speaksRpc }: FuzzedEndpoint): string | null {
  if (status >= 500) return `answered ${status} ${JSON.stringify(body)}`;
  if (status < 400) return null;
  const { code, message } = body?.error ?? {};
  if (speaksRpc === true && body?.jsonrpc === "2.0") return null;
  if (typeof code !== "string" || typeof message !== "string" || message === "" || Object.keys(body).length !== 1)
    return `answered ${status} ${JSON.stringify(body)}`;
  const tellsTooMuch = /\n\s+at |\.[jt]s:\d|\b(select|insert|update) .*\b(from|into|set)\b|sqlite|relation "/i.test(
    message,
  );
  return tellsTooMuch ? `the message tells too much: ${message}` : null;
}
