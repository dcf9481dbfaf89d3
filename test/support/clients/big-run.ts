// A large test run, sent to the built server by another process while this one asks for other things: how long those
// had to wait, and how much memory the server took.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { call, type RunningServer } from "./run-cli.ts";

const SEND = `
const [, address, key, path, file] = process.argv;
const body = require("node:fs").readFileSync(file);
fetch(address + "/api/v1" + path, { method: "POST", headers: { authorization: "Bearer " + key }, body })
  .then((answer) => answer.json().then(({ data, error }) => console.log(answer.status, JSON.stringify(data?.counts ?? error))));`;

export interface Sent {
  /** What the sender was told. */
  said: string;
  ms: number;
  /** The longest that a read, and a write to another app, took, in milliseconds. */
  read: number;
  write: number;
  /**
   * The longest that the server's main thread was computing before it answered a request that needs nothing but it.
   * What the machine gave to others meanwhile is not counted.
   */
  busy: number;
  grownMb: number;
}

export function bigRunbook(name: string, checks: number): unknown {
  const list = Array.from({ length: checks }, (_, i) => ({ ref: `BIG-${i}`, title: `The ${i}th thing works` }));
  return { name, platforms: [{ code: "web", label: "Web" }], sections: [{ ref: "BIG", title: "Big", checks: list }] };
}

/** By ref and by title in turns; every twentieth has failed, and says why at length. */
export function bigRun(cases: number): string {
  const list = Array.from({ length: cases }, (_, i) => {
    const name = i % 2 === 0 ? `BIG-${i} works` : `The ${i}th thing works`;
    const failure = `<failure message="expected ${i}">${"    at file.ts:1:1\n".repeat(40)}</failure>`;
    const inside = `${i % 20 === 0 ? failure : ""}<system-out><![CDATA[${"some words of output ".repeat(10)}]]></system-out>`;
    return `<testcase name="${name}" classname="tests.big" time="0.01">${inside}</testcase>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites><testsuite name="big">\n${list.join("\n")}\n</testsuite></testsuites>`;
}

export async function sendBigRun(
  { address, process: server }: RunningServer,
  key: string,
  path: string,
  file: string,
  elsewhere: string,
): Promise<Sent> {
  const folder = mkdtempSync(join(tmpdir(), "retest-big-run-"));
  const name = join(folder, "junit.xml");
  writeFileSync(name, file);
  const before = memoryOf(server.pid!);
  let most = before;
  let [read, write, busy, isDone] = [0, 0, 0, false];
  const watch = async (pauseMs: number, ask: () => Promise<unknown>, note: (ms: number, computed: number) => void) => {
    while (!isDone) {
      const [start, computed] = [performance.now(), computedBy(server.pid!)];
      await ask();
      const ms = performance.now() - start;
      note(ms, Math.min(ms, computedBy(server.pid!) - computed));
      await sleep(pauseMs);
    }
  };
  const begun = performance.now();
  const child = spawn(process.execPath, ["-e", SEND, address, key, path, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const watching = [
    // Often enough to meet every pause, and the others no more than people do: they would take the processors from the rest.
    watch(
      5,
      () => fetch(`${address}/healthz`).then((answer) => answer.arrayBuffer()),
      (_ms, computed) => {
        busy = Math.max(busy, computed);
      },
    ),
    watch(
      50,
      () => call(address, key, "GET", `/apps/${elsewhere}`),
      (ms) => {
        read = Math.max(read, ms);
        most = Math.max(most, memoryOf(server.pid!));
      },
    ),
    watch(
      50,
      () => call(address, key, "POST", "/results", { app: elsewhere, check: "ONE", outcome: "passed" }),
      (ms) => {
        write = Math.max(write, ms);
      },
    ),
  ];
  await once(child, "close");
  isDone = true;
  const ms = performance.now() - begun;
  await Promise.all(watching);
  rmSync(folder, { recursive: true });
  return { said: said.trim(), ms, read, write, busy, grownMb: (most - before) / 1_024 };
}

/** Resident memory, in kilobytes. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}

/** How long the main thread has been on a processor, in milliseconds. */
function computedBy(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ", 1)[0]) / 1e6;
}
