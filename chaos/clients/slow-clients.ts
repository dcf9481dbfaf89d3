// A thousand clients that send a byte now and then, or nothing, or leave in the middle; and others who want to be served.
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningServer, serve } from "../../test/support/clients/run-cli.ts";
import { Client } from "../harness/client.ts";
import type { ChaosFault, Trial } from "../harness/fault.ts";
import { examine } from "../harness/scratch-database.ts";

const CLIENTS = 1_000;
const OTHERS = 8;
/** Longer than a request may take. */
const TIME_MS = 25_000;
const IN_TIME_MS = 1_000;
const EVERY_MS = 1_000;

export const slowClients: ChaosFault = {
  name: "slow-clients",
  does: "1,000 connections send their headers or bodies one byte a second, stay idle, close one half, or reset after a body; 8 other clients read and write",
  invariant:
    "the others are all answered, 99 of 100 within 1 s; slow requests end with 408 in the error shape; the server lives and lets go of every connection, idle and half-sent ones too; issues are whole or not there",
  rounds: { sqlite: 2, postgres: 2 },
  run,
};

type Manner = "headers" | "body" | "idle" | "half" | "reset";
const MANNERS: Manner[] = ["headers", "headers", "body", "body", "body", "idle", "idle", "half", "reset", "reset"];

class SlowClient {
  readonly manner: Manner;
  text = "";
  connected = false;
  ended = false;
  readonly socket: Socket;
  private timer: NodeJS.Timeout | undefined;

  constructor(port: number, manner: Manner, key: string, app: string) {
    this.manner = manner;
    this.socket = connect({ host: "127.0.0.1", port, allowHalfOpen: manner === "half" });
    this.socket.setEncoding("utf8").on("data", (part: string) => {
      this.text += part;
    });
    this.socket.on("error", () => {}).on("close", () => this.end());
    this.socket.on("connect", () => this.begin(key, app));
  }

  end(): void {
    this.ended = true;
    clearInterval(this.timer);
    this.socket.destroy();
  }

  private begin(key: string, app: string): void {
    this.connected = true;
    const body = JSON.stringify({ app, text: "of a slow client" });
    const head = `POST /api/v1/issues HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Length: ${body.length}\r\n\r\n`;
    if (this.manner === "headers") this.drip(head);
    else if (this.manner === "body") this.socket.write(head, () => this.drip(body));
    else if (this.manner === "half") this.socket.end(head + body.slice(0, 10));
    else if (this.manner === "reset") this.socket.write(head + body, () => this.socket.resetAndDestroy());
  }

  private drip(text: string): void {
    let sent = 0;
    this.timer = setInterval(() => {
      if (this.socket.writable) this.socket.write(text[sent++ % text.length]!);
    }, EVERY_MS);
  }
}

async function run({ scratch: { settings }, rounds, report, progress }: Trial): Promise<string> {
  const client = await Client.admin(settings);
  const server = await serve(settings);
  client.address = server.address;
  const { id: app } = await client.liveApp("App");
  const times: number[] = [];
  let timedOut = 0;
  try {
    for (let round = 1; round <= rounds; round++) {
      timedOut += await roundOf(server, client, app, times, (problem) => report(`round ${round}: ${problem}`));
      progress(round);
    }
  } finally {
    await server.stop();
  }
  for (const problem of await examine(settings)) report(problem);
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  if (at(0.99) > IN_TIME_MS) report(`of the others one in a hundred waited ${at(0.99)} ms`);
  return `others: ${times.length} answers, median ${at(0.5)} ms, 99% ${at(0.99)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms; ${timedOut} slow requests ended with 408`;
}

async function roundOf(
  { address }: RunningServer,
  client: Client,
  app: string,
  times: number[],
  report: Trial["report"],
): Promise<number> {
  const port = Number(new URL(address).port);
  const slow: SlowClient[] = [];
  for (let i = 0; i < CLIENTS; i++) {
    slow.push(new SlowClient(port, MANNERS[i % MANNERS.length]!, client.key, app));
    if (i % 50 === 0) await sleep(5);
  }
  const end = performance.now() + TIME_MS;
  const work = async (_: unknown, i: number) => {
    while (performance.now() < end) {
      const body = i % 2 === 0 ? { app, text: "of somebody else" } : undefined;
      const answer = await client
        .ask(body === undefined ? "GET" : "POST", body === undefined ? `/issues?app=${app}` : "/issues", body)
        .catch((error: Error) => report(`somebody else was not answered: ${error.message}`));
      if (answer === undefined) continue;
      times.push(answer.endedAt - answer.startedAt);
      if (answer.status >= 300) report(`somebody else was answered ${answer.status}`);
      await sleep(20);
    }
  };
  await Promise.all(Array.from({ length: OTHERS }, work));
  const dripping = slow.filter(({ manner }) => manner === "headers" || manner === "body");
  // The server has had the time to end each, also those that sent nothing, or half of it.
  for (const { manner, connected, ended } of slow) {
    if (!connected) report(`a connection (${manner}) was not taken`);
    else if (!ended) report(`a connection (${manner}) is not let go of`);
  }
  for (const { text, ended } of dripping) {
    if (ended && !/^HTTP\/1\.1 408 [\s\S]*\{"error":\{"code":"timeout"/.test(text))
      report(`a slow request ended with ${text.slice(0, 80)}`);
  }
  for (const one of slow) one.end();
  if ((await client.ask("GET", "/me")).status !== 200) report("the server is not well afterwards");
  return dripping.length;
}
