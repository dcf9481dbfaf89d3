// A large test run, sent to the built server by another process while this one asks for other things: what came of it, and how much
// memory the server took. For how long others wait is measured by `npm run hostile`.
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
  /** How many reads, and writes to another app, were answered meanwhile. */
  reads: number;
  writes: number;
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
  let [reads, writes, isDone] = [0, 0, false];
  /** No more often than people do: it would take the processors from the rest. */
  const goOn = async (ask: () => Promise<unknown>) => {
    while (!isDone) {
      await ask();
      await sleep(50);
    }
  };
  const child = spawn(process.execPath, ["-e", SEND, address, key, path, name], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const others = [
    goOn(async () => {
      const { status } = await call(address, key, "GET", `/apps/${elsewhere}`);
      if (status === 200) reads++;
      most = Math.max(most, memoryOf(server.pid!));
    }),
    goOn(async () => {
      const { status } = await call(address, key, "POST", "/results", {
        app: elsewhere,
        check: "ONE",
        outcome: "passed",
      });
      if (status === 201) writes++;
    }),
  ];
  await once(child, "close");
  isDone = true;
  await Promise.all(others);
  rmSync(folder, { recursive: true });
  return { said: said.trim(), reads, writes, grownMb: (most - before) / 1_024 };
}

/** Resident memory, in kilobytes. */
function memoryOf(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]);
}
