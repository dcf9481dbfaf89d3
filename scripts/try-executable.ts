// Makes the single executable and lives with it where there is nothing else: a root with the C libraries that it and its native parts name, /proc, and neither
// Node nor a shell, as an ordinary user. It serves with two workers, makes a key, takes an app, answers the gate, is stopped, and is
// started again from what it has unpacked. Needs root, to change to that root. npm run try-executable
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { call } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";

const run = promisify(execFile);
const SOMEBODY = 1000;
/** What the executable brings along and loads. */
const NATIVE = [
  `node_modules/@node-rs/argon2-${process.platform}-${process.arch}-gnu/argon2.${process.platform}-${process.arch}-gnu.node`,
  `node_modules/@photostructure/sqlite/prebuilds/${process.platform}-${process.arch}/@photostructure+sqlite.glibc.node`,
];
/** In a namespace of its own, so that /proc, which every machine has, is gone with the process. */
const ENTER = `mount -t proc proc "$0/proc" && exec chroot --userspec=${SOMEBODY}:${SOMEBODY} "$0" /retest "$@"`;
const root = mkdtempSync(join(tmpdir(), "retest-bare-"));
try {
  await run("npm", ["run", "executable", "--ignore-scripts", "--", join(root, "retest")], { maxBuffer: 2 ** 26 });
  console.log(`  the executable has ${Math.round(statSync(join(root, "retest")).size / 1e6)} MB`);
  const libraries = await furnish();
  console.log(`  a root with ${libraries.length} libraries and nothing else: ${libraries.join(", ")}`);
  await live();
} finally {
  rmSync(root, { recursive: true, force: true });
}

/** What the dynamic linker loads, at the places where it looks. */
async function furnish(): Promise<string[]> {
  chmodSync(root, 0o755);
  const { stdout } = await run("ldd", [join(root, "retest"), ...NATIVE]);
  const paths = new Set([...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path!));
  for (const path of paths) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    copyFileSync(path, join(root, path));
    chmodSync(join(root, path), 0o755);
  }
  mkdirSync(join(root, "proc"));
  for (const name of ["data", "home"]) {
    mkdirSync(join(root, name), { mode: 0o700 });
    chownSync(join(root, name), SOMEBODY, SOMEBODY);
  }
  return [...paths].map((path) => path.split("/").at(-1)!);
}

function inside(args: string[], settings: Record<string, string>): [string, string[], { env: Record<string, string> }] {
  const env = { HOME: "/home", RETEST_DATA_DIR: "/data", PATH: "/usr/sbin:/usr/bin:/sbin:/bin", ...settings };
  return ["unshare", ["--mount", "sh", "-c", ENTER, root, ...args], { env }];
}

async function live(): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const settings = { PORT: `${port}`, HOST: "127.0.0.1", RETEST_WORKERS: "2" };
  const serve = async () => {
    const began = performance.now();
    const server = spawn(...inside(["serve"], settings));
    let said = "";
    for (const stream of [server.stdout, server.stderr]) stream.on("data", (chunk) => (said += chunk));
    while (!said.includes("Retest listens on")) {
      if (server.exitCode !== null) throw new Error(`it ended: ${said.slice(-2_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { server, said: () => said, ms: Math.round(performance.now() - began) };
  };
  const stop = async ({ server, said }: Awaited<ReturnType<typeof serve>>) => {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    const [code] = await ended;
    if (code !== 0) throw new Error(`it ended with ${code}: ${said().slice(-2_000)}`);
  };

  const first = await serve();
  const made = await run(...inside(["key", "create", "--name", "Try", "--role", "admin", "--json"], {}));
  const { key } = JSON.parse(made.stdout);
  const app = { name: "Shop", platforms: [{ code: "web", label: "Web" }] };
  same("an app is made", (await call(address, key, "POST", "/apps", app)).status, 201);
  const page = await (await fetch(address)).text();
  same("the interface is there", page.includes("<title>Retest"), true);
  const asked = { RETEST_URL: address, RETEST_API_KEY: key };
  const gate = await run(...inside(["gate", "Shop", "--percent", "0"], asked));
  same("the gate", gate.stdout.slice(0, 10), "PASS  Shop");
  await stop(first);

  const second = await serve();
  same("the app is still there", (await call(address, key, "GET", "/apps/Shop")).status, 200);
  await stop(second);
  same("doctor", (await run(...inside(["doctor"], {}))).stderr, "");
  same("what it unpacked", readdirSync(join(root, "data/program")).length, 1);
  const version = performance.now();
  await run(...inside(["--version"], {}));
  const ms = Math.round(performance.now() - version);
  console.log(
    `  ready after ${first.ms} ms on the first start, ${second.ms} ms on the second; --version takes ${ms} ms`,
  );
}

function same(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}
