// How long the file of commands that a server gives out takes to start, in time of the processor, beside a program of Node's that does nothing.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { type Aim, spreadOf } from "../report/figures.ts";
import { note, type Run } from "./run.ts";

const FILE = "dist/cli.mjs";
const STARTS = 15;
const SAYS_USED = `process.on("exit", () => { const { user, system } = process.cpuUsage(); process.stderr.write("used " + (user + system)); })`;
const PROBE = `data:text/javascript,${encodeURIComponent(SAYS_USED)}`;
const AIM: Aim = { bar: 150, goal: 100 };

export const commandFileNames = ["command file, start", "command file, start of Node alone"];

export function measureCommandFile(run: Run): void {
  if (!commandFileNames.some(run.wants)) return;
  if (!existsSync(FILE)) throw new Error(`${FILE} is not there: npm run build`);
  // The two take turns, so that both share the machine's moods.
  const ms: [file: number[], node: number[]] = [[], []];
  for (let i = 0; i < STARTS; i++) {
    ms[0].push(startMs([FILE, "--version"]));
    ms[1].push(startMs(["-e", "0"]));
  }
  commandFileNames.forEach((what, i) => {
    const value = spreadOf(ms[i]!);
    note(run, { what, database: null, size: 0, unit: "ms", value, aim: i === 0 ? AIM : null });
  });
}

/** Processor time of a start, with all that Node does before the program: an idle machine takes no longer by the clock. */
function startMs(args: string[]): number {
  const { stderr, status } = spawnSync(process.execPath, ["--import", PROBE, ...args], { encoding: "utf8" });
  const used = /used (\d+)\s*$/.exec(stderr)?.[1];
  if (status !== 0 || used === undefined) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
  return Number(used) / 1_000;
}
