// Load from `wrk`, in short slices; what a server spent meanwhile is read from the system.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Slice } from "../report/figures.ts";
import { cpuSeconds, memoryMb } from "../servers/processes.ts";
import type { MeasuredServer } from "../servers/start-servers.ts";

const SAMPLE_EVERY_MS = 100;
/** Longer than anything waits for its turn on purpose. */
const TIMEOUT = "60s";
const QUIET_MS = 40;
const MAX_WAIT_MS = 10_000;

export interface LoadRequest {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Lua that gives a request each time it is called, for work that is not the same every time. */
  script?: string;
}

export interface LoadOptions {
  cores: string;
  connections: number;
  seconds: number;
  /** A folder for the script. */
  scratch: string;
}

export function requireWrk(): void {
  if (spawnSync("wrk", ["--version"]).error) {
    throw new Error("the benchmarks send their load with wrk: install it (Debian: apt-get install wrk)");
  }
}

export async function runSlice(server: MeasuredServer, request: LoadRequest, load: LoadOptions): Promise<Slice> {
  const script = join(load.scratch, `wrk-${server.port}.lua`);
  writeFileSync(script, lua(request));
  const own = server.pids();
  // Asked for anew each time: connections of PostgreSQL come and go.
  const all = () => [...server.pids(), ...server.databasePids()];
  const before = cpuSeconds(all());
  const args = ["-t1", `-c${load.connections}`, `-d${load.seconds}s`, "--timeout", TIMEOUT, "-s", script];
  const wrk = spawn("taskset", ["-c", load.cores, "wrk", ...args, `http://127.0.0.1:${server.port}`]);
  let [memory, loadCpu, out] = [0, 0, ""];
  const sampling = setInterval(() => {
    memory = Math.max(memory, memoryMb(own));
    loadCpu = Math.max(loadCpu, cpuSeconds([wrk.pid!]));
  }, SAMPLE_EVERY_MS);
  wrk.stdout.on("data", (chunk) => {
    out += chunk;
  });
  const code = await new Promise((resolve) => wrk.once("close", resolve));
  clearInterval(sampling);
  const spent = cpuSeconds(all()) - before;
  if (code !== 0 || !out.includes("RESULT")) throw new Error(`wrk failed with ${code}: ${out}`);
  await settle(all);
  const [requests, micros, p50, p99, errors] = out
    .slice(out.indexOf("RESULT") + 7)
    .trim()
    .split(" ")
    .map(Number);
  return {
    requests: requests!,
    seconds: micros! / 1e6,
    cpuSeconds: spent,
    loadCpuSeconds: loadCpu,
    p50: p50! / 1_000,
    p99: p99! / 1_000,
    memoryMb: memory,
    errors: errors!,
  };
}

/** Waits until requests that nobody waits for any more are done, so that they take no time from the next slice. */
async function settle(pids: () => number[]): Promise<void> {
  for (let waited = 0, before = -1; waited < MAX_WAIT_MS; waited += QUIET_MS) {
    const now = cpuSeconds(pids());
    if (now === before) return;
    before = now;
    await sleep(QUIET_MS);
  }
}

function lua({ method, path, headers, body, script }: LoadRequest): string {
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
  local errors = e.connect + e.read + e.write + e.status + e.timeout
  print(string.format("RESULT %d %d %d %d %d", summary.requests, summary.duration,
    latency:percentile(50), latency:percentile(99), errors))
end
`;
}
