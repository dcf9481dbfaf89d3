// Does one thing over and over on some connections, in a process of its own, so that what it costs to ask is not taken for
// what the others wait. Tells how often each status was answered.
import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** `{n}` in the path or the body stands for a number that is new each time, `{letter}` for the next letter. */
export interface StallingLoad {
  address: string;
  connections: number;
  seconds: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body is this text over and over, up to so many bytes, between its two ends. */
  filler?: { before: string; text: string; after: string; bytes: number };
  /** Opens connections and leaves them idle, asking nothing. */
  isIdle?: boolean;
}

/** The time within which everything is answered or refused. */
const ANSWERED_MS = 30_000;

process.once("message", async (load: StallingLoad) => {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const statuses: Record<string, number> = {};
  const end = performance.now() + load.seconds * 1_000;
  const body = bodyOf(load);
  let n = 0;
  const work = async () => {
    while (performance.now() < end) {
      const status = load.isIdle === true ? await stayIdle(load, end) : await ask(load, agent, body, ++n, end);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: load.connections }, work));
  process.send!(statuses, () => process.exit());
});

process.send!("ready");

function bodyOf({ body, filler }: StallingLoad): string {
  if (filler === undefined) return body;
  const { before, text, after, bytes } = filler;
  const parts: string[] = [];
  for (let i = 0, length = 0; length < bytes; i++) {
    const part = text.replaceAll("{i}", i.toString(36));
    parts.push(part);
    length += part.length;
  }
  return before + parts.join("") + after;
}

function ask(load: StallingLoad, agent: Agent, body: string, n: number, end: number): Promise<string> {
  const filled = (text: string) => text.replaceAll("{n}", String(n)).replaceAll("{letter}", letter(n));
  const { method, headers } = load;
  const sent = load.filler === undefined ? filled(body) : body;
  return new Promise((resolve) => {
    const sending = request(load.address + filled(load.path), { method, headers, agent }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(String(answer.statusCode)));
      answer.once("error", () => resolve("broken"));
    });
    sending.setTimeout(Math.max(1, end + ANSWERED_MS - performance.now()), () => sending.destroy());
    sending.once("error", () => resolve("broken"));
    sending.end(sent === "" ? undefined : sent);
  });
}

/** Opens a connection again when it was closed, but not at once: then it would only wait for the closing. */
async function stayIdle({ address }: StallingLoad, end: number): Promise<string> {
  const { hostname, port } = new URL(address);
  const socket = connect({ host: hostname, port: Number(port) });
  const closed = once(socket, "close").then(() => "closed");
  socket.on("error", () => {});
  const stayed = sleep(Math.max(0, end - performance.now()), "stayed");
  const status = await Promise.race([closed, stayed]);
  socket.destroy();
  if (status === "closed") await sleep(Math.min(1_000, Math.max(0, end - performance.now())));
  return status;
}

function letter(n: number): string {
  return String.fromCharCode(0x61 + (n % 26));
}
