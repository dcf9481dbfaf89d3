// Runs tiny projects with real test runners, those that npm or this machine has, and keeps what they report as samples that tests read;
// docs/compatibility.md lists them with their versions. npm run record-reports [-- NAME...]
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DOCUMENT, documentWith, tableOf } from "./compatibility/document-table.ts";
import type { Runner } from "./runners/runner.ts";
import { RUNNERS } from "./runners/runners.ts";

const SAMPLES = "test/samples/recorded-reports";
const VERSIONS = join(SAMPLES, "versions.json");

const folder = mkdtempSync(join(tmpdir(), "retest-runners-"));
// A request that succeeds, for those that test an API.
const server = createServer((_, response) => response.end("ok")).listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const env = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:npm_|VITEST|NODE_ENV|CI$)/.test(name))),
  ADDRESS: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  NO_COLOR: "1",
};
try {
  const asked = process.argv.slice(2);
  const runners = RUNNERS.filter(({ name }) => asked.length === 0 || asked.some((one) => name.includes(one)));
  install([...new Set(runners.flatMap(({ npm = [] }) => npm))]);
  mkdirSync(SAMPLES, { recursive: true });
  const versions: Record<string, string> = existsSync(VERSIONS) ? JSON.parse(readFileSync(VERSIONS, "utf8")) : {};
  for (const runner of runners) {
    const found = await record(runner);
    if (found === null) console.log(`  ${runner.name}: left out, it is not here (${runner.debian ?? runner.npm})`);
    else versions[runner.report] = found;
  }
  writeFileSync(VERSIONS, `${JSON.stringify(versions, null, 2)}\n`);
  list(versions);
} finally {
  server.close();
  rmSync(folder, { recursive: true, force: true });
}

function install(packages: string[]): void {
  if (packages.length === 0) return;
  const args = ["install", "--prefix", folder, "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  const { status, stderr } = spawnSync("npm", args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** Gives its version, or null if it can't be run here. */
async function record({ name, report, files, command, version }: Runner): Promise<string | null> {
  const project = join(folder, report.replace(/\W/g, "-"));
  mkdirSync(project);
  if (existsSync(join(folder, "node_modules"))) symlinkSync("../node_modules", join(project, "node_modules"));
  for (const [path, text] of Object.entries({ "package.json": "{}", ...files })) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const output = await shell(command, project);
  if (!existsSync(join(project, report))) {
    if (/not found|No such file|Cannot find module|EACCES|has not been|was not found/i.test(output)) return null;
    console.log(`  ${name} wrote no report: ${output.slice(-500)}`);
    process.exitCode = 1;
    return null;
  }
  // Where and by whom it was run is nobody's business.
  const text = readFileSync(join(project, report), "utf8")
    .replaceAll(project, "/shop")
    .replaceAll(folder, "/shop")
    .replaceAll(hostname(), "machine")
    .replace(/^ *<property name="(?!java\.version"|file\.encoding").*\n/gm, "");
  writeFileSync(join(SAMPLES, report), text);
  const found = (await shell(`{ ${version}; } 2>/dev/null || true`, project)).trim().split("\n")[0]!;
  console.log(`  ${name}: ${found}`);
  return found;
}

/** The words of a command; that tests fail is as it should be. */
function shell(command: string, cwd: string): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn("bash", ["-c", command], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
    child.on("close", () => resolve(said));
  });
}

function list(versions: Record<string, string>): void {
  const rows = RUNNERS.filter(({ report }) => versions[report] !== undefined).map(
    ({ name, report, command, blurs = "" }) => [
      ...[name, versions[report]!, `\`${command.replace(/ > .*/, "")}\``, blurs],
    ],
  );
  const table = tableOf(["Runner", "Version that was run", "Asked by", "Note"], rows);
  writeFileSync(DOCUMENT, documentWith("reports", table));
}
