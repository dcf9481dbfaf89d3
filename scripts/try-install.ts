// Installs Retest as somebody does who was handed its package: packs it, installs the package into an empty folder with engines
// held to the letter, and lets it serve and be asked there. Also installs what the lock file says without what is only needed
// to build. On the Node that runs this, or on those that are named: npm run try-install -- 20 22 24
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const MOST_PACKAGES = 8;
const MOST_MB = 60;

const folder = mkdtempSync(join(tmpdir(), "retest-install-"));
try {
  const tarball = await pack();
  for (const version of process.argv.length > 2 ? process.argv.slice(2) : [null]) {
    await tryOn(version === null ? process.execPath : await fetchNode(version), tarball);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What is built is packed as it is. */
async function pack(): Promise<string> {
  const args = ["pack", "--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await run("npm", args, { maxBuffer: 2 ** 26 });
  const [packed] = Object.values(JSON.parse(stdout)) as { filename: string; files: { path: string }[] }[];
  const paths = new Set(packed!.files.map(({ path }) => path));
  for (const path of [
    "bin/retest.js",
    "dist/main.js",
    "dist/web/index.html",
    "dist/THIRD-PARTY-NOTICES.txt",
    "LICENSE",
  ]) {
    if (!paths.has(path)) throw new Error(`the package has no ${path}`);
  }
  return join(folder, packed!.filename);
}

/** A Node of a major version, as npm has it. */
async function fetchNode(major: string): Promise<string> {
  const place = join(folder, `node-${major}`);
  mkdirSync(place);
  const name = `node-${process.platform}-${process.arch}`;
  await run("npm", ["install", "--prefix", place, "--no-save", "--ignore-scripts", `${name}@${major}`], { cwd: place });
  return join(place, "node_modules", name, "bin", "node");
}

async function tryOn(node: string, tarball: string): Promise<void> {
  const version = (await run(node, ["--version"])).stdout.trim();
  const npm = async (cwd: string, ...args: string[]) =>
    run(node, [await npmScript(), ...args, "--engine-strict", "--omit=dev", "--no-audit", "--no-fund"], { cwd, env });
  const env = { ...ownEnvironment(), PATH: `${dirname(node)}:${process.env.PATH}` };

  const locked = join(folder, `locked-${version}`);
  mkdirSync(locked);
  for (const name of ["package.json", "package-lock.json", ".npmrc"]) copyFileSync(name, join(locked, name));
  await npm(locked, "ci");

  const place = join(folder, `install-${version}`);
  mkdirSync(place);
  await npm(place, "install", tarball);
  const packages = packagesBelow(join(place, "node_modules"));
  const megabytes = Math.round(sizeOf(place) / 1e6);
  if (packages > MOST_PACKAGES) throw new Error(`${packages} packages were installed, more than ${MOST_PACKAGES}`);
  if (megabytes > MOST_MB) throw new Error(`${megabytes} MB were installed, more than ${MOST_MB}`);
  await serveAndAsk(place, env);
  console.log(`  Node ${version}: ${packages} packages, ${megabytes} MB; serves, makes a key, and answers the gate`);
}

/** Without what npm has told this script of the checkout: who installs the package has none. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("npm_")));
}

async function npmScript(): Promise<string> {
  const given = process.env.npm_execpath;
  if (given !== undefined) return given;
  return join((await run("npm", ["root", "--global"])).stdout.trim(), "npm/bin/npm-cli.js");
}

/** The installed command, as its users call it. */
async function serveAndAsk(place: string, env: NodeJS.ProcessEnv): Promise<void> {
  const retest = join(place, "node_modules/.bin/retest");
  const settings = { ...env, PORT: "0", RETEST_DATA_DIR: join(place, "data") };
  const server = spawn(retest, ["serve"], { env: settings, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const address = await addressOf(server.stdout);
    const ready = await fetch(`${address}/readyz`);
    if (!ready.ok) throw new Error(`/readyz answered ${ready.status}`);
    const made = await run(retest, ["key", "create", "--name", "Try", "--role", "admin", "--json"], { env: settings });
    const { key } = JSON.parse(made.stdout);
    const app = await fetch(`${address}/api/v1/apps`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Shop", platforms: [{ code: "web", label: "Web" }] }),
    });
    if (app.status !== 201) throw new Error(`an app: ${app.status} ${await app.text()}`);
    const asked = { ...env, RETEST_URL: address, RETEST_API_KEY: key };
    const gate = await run(retest, ["gate", "Shop", "--percent", "0"], { env: asked });
    if (!gate.stdout.startsWith("PASS")) throw new Error(`the gate: ${gate.stdout}`);
  } finally {
    const ended = once(server, "exit");
    server.kill("SIGTERM");
    await ended;
  }
}

async function addressOf(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of output) {
    text += chunk;
    const found = /Retest listens on (http:\/\/[\w.]+:\d+)/.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  throw new Error(`the server ended: ${text}`);
}

function packagesBelow(modules: string): number {
  return readdirSync(modules, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?:@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path.split("node_modules/").at(-1)!),
  ).length;
}

function sizeOf(place: string): number {
  const paths = readdirSync(place, { recursive: true, encoding: "utf8" }).map((path) => join(place, path));
  return paths.filter((path) => existsSync(path)).reduce((sum, path) => sum + fileSize(path), 0);
}

function fileSize(path: string): number {
  const about = statSync(path);
  return about.isFile() ? about.size : 0;
}
