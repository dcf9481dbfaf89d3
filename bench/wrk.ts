// Load from `wrk` on one core, in short slices; what a server spent of its own core is read from the system.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const LOAD_CORE = "1";
const CONNECTIONS = 64;
/** Ticks of /proc/PID/stat per second, on every common Linux. */
const TICKS = 100;

export interface Request {
  method: "GET" | "POST";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Lua that gives a request each time it is called, for work that is not the same every time. */
  script?: string;
}

export interface Slice {
  requests: number;
  seconds: number;
  cpuSeconds: number;
  p99: number;
  errors: number;
}

export function requireWrk(): void {
  if (spawnSync("wrk", ["--version"]).error) {
    throw new Error("the benchmarks send their load with wrk: install it (Debian: apt-get install wrk)");
  }
}

export function runSlice(port: number, pids: number[], request: Request, seconds: number, scratch: string): Slice {
  const script = join(scratch, `wrk-${port}.lua`);
  writeFileSync(script, lua(request));
  const before = cpu(pids);
  const args = ["-c", LOAD_CORE, "wrk", "-t1", `-c${CONNECTIONS}`, `-d${seconds}s`, "-s", script];
  const out = execFileSync("taskset", [...args, `http://127.0.0.1:${port}`], { encoding: "utf8" });
  const cpuSeconds = cpu(pids) - before;
  const [requests, micros, p99, errors] = out
    .slice(out.indexOf("RESULT") + 7)
    .trim()
    .split(" ")
    .map(Number);
  return { requests: requests!, seconds: micros! / 1e6, cpuSeconds, p99: p99! / 1000, errors: errors! };
}

function lua({ method, path, headers, body, script }: Request): string {
  const set = Object.entries(headers).map(
    ([name, value]) => `wrk.headers[${JSON.stringify(name)}] = ${JSON.stringify(value)}`,
  );
  return `wrk.method = "${method}"
wrk.path = ${JSON.stringify(path)}
${set.join("\n")}
${body === undefined ? "" : `wrk.body = [==[${body}]==]`}
${script ?? ""}
done = function(summary, latency)
  local e = summary.errors
  print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration, latency:percentile(99), e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}

/** Processor time that the processes, with all their threads, have used so far. */
function cpu(pids: number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // A helper process of the database that has ended meanwhile.
    }
  }
  return ticks / TICKS;
}
