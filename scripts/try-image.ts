// Builds the container image from a clean copy of the checkout and lives with it: it must be ready, keep its data over restarts
// and lose nothing when it is stopped under load, as an ordinary user on a read-only root. Without a daemon and without fetching
// a base: one is made of this machine's files. Then it does what the install guide says, if there is Podman. Needs root and buildah.
// npm run try-image
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { NEW, startLoad } from "../test/support/clients/load.ts";
import { call } from "../test/support/clients/run-cli.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { copyCheckout } from "./guides/checkout.ts";
import { type Buildah, type ImageConfig, openBuildah } from "./image/buildah.ts";
import { type Container, containerOf, type RunningContainer } from "./image/container.ts";
import { followContainerGuide, GUIDE } from "./image/container-guide.ts";
import { buildMachineBase } from "./image/machine-base.ts";

const BASE = "localhost/machine-base";
const IMAGE = "localhost/retest";
const READY_WITHIN_MS = 60_000;
const CLIENTS = 4;
/** Issues that are raised before the server is told to stop. */
const LIGHT_LOAD = 40;

const run = promisify(execFile);
const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), "retest-image-"));
let buildah: Buildah | undefined;
let running: RunningContainer | undefined;
try {
  buildah = await openBuildah(join(folder, "buildah"));
  await build(buildah);
  const config = await buildah.configOf(IMAGE);
  const root = await buildah.mount(IMAGE);
  lookAt(config);
  lookInto(root);
  await live(root, config);
  await buildah.close();
  const isFollowed = await followContainerGuide(folder, buildah.where);
  say(isFollowed ? `${GUIDE}: every line does what it should` : `${GUIDE}: left out, there is no Podman`);
  say("every step as it should be");
} finally {
  await running?.stop("SIGKILL");
  await buildah?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function build(buildah: Buildah): Promise<void> {
  const context = join(folder, "context");
  await copyCheckout(context);
  await buildMachineBase(buildah, join(folder, "base"), BASE);
  say(`made a base of this machine's files, with Node ${process.version}`);
  const secrets = await secretsOfNpm();
  const cache = (await run("npm", ["config", "get", "cache"])).stdout.trim();
  mkdirSync(cache, { recursive: true });
  await buildah.build([
    ...["--build-arg", `NODE_IMAGE=${BASE}`, "--tag", IMAGE, "--volume", `${cache}:/root/.npm:rw`],
    ...secrets.flatMap((secret) => ["--secret", secret]),
    context,
  ]);
  say("built the image");
}

/** The way in which npm reaches its registry on this machine: its settings, and the certificates that they name. */
async function secretsOfNpm(): Promise<string[]> {
  const { stdout } = await run("npm", ["config", "get", "globalconfig", "userconfig", "cafile"]);
  const [globalconfig, userconfig, cafile] = stdout
    .trim()
    .split("\n")
    .map((line) => line.slice(line.indexOf("=") + 1));
  const files = [globalconfig!, userconfig!].filter((file) => existsSync(file));
  const hasCertificates = existsSync(cafile!);
  const lines = [...files.map((file) => readFileSync(file, "utf8")), hasCertificates ? "cafile=/run/secrets/ca" : ""];
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, lines.join("\n"), { mode: 0o600 });
  return [`id=npmrc,src=${npmrc}`, ...(hasCertificates ? [`id=ca,src=${cafile}`] : [])];
}

function lookAt({ User, Env, StopSignal, Volumes, ExposedPorts }: ImageConfig): void {
  same("the user", User, "node");
  same("the signal to stop with", StopSignal, "SIGQUIT");
  same("the volumes", Object.keys(Volumes), ["/data"]);
  same("the ports", Object.keys(ExposedPorts), ["3000/tcp"]);
  same("where it listens", Env.includes("HOST=0.0.0.0"), true);
}

/** The bill of materials names the packages that are there, and nothing is there that a build alone needs. */
function lookInto(root: string): void {
  const app = join(root, "app");
  const { components } = JSON.parse(readFileSync(join(app, "dist/sbom.cdx.json"), "utf8")) as Sbom;
  const listed = components.filter(({ properties }) => properties.some(({ value }) => value === "installed"));
  const there = readdirSync(join(app, "node_modules"), { recursive: true, encoding: "utf8" })
    .filter((path) => /(^|node_modules\/)(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(path))
    .map((path) => JSON.parse(readFileSync(join(app, "node_modules", path), "utf8")).name);
  same("installed packages", there.sort(), listed.map(({ name }) => name).sort());
  for (const name of ["fastify", "pg", "react", "zod"]) {
    same(
      `the bill of materials has ${name}`,
      components.some((one) => one.name === name),
      true,
    );
  }
  const files = ["bin", "dist", "node_modules", "package.json", "LICENSE"];
  same(
    "what else is in /app",
    readdirSync(app).filter((name) => !files.includes(name)),
    [],
  );
  same("npm's settings in the image", existsSync(join(root, "root/.npmrc")), false);
  say(`the bill of materials has ${components.length} packages, ${there.length} of them in node_modules`);
}

async function live(root: string, config: ImageConfig): Promise<void> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  // No rate: a quick machine raises more issues than a key may.
  const settings = { PORT: `${port}`, HOST: "127.0.0.1", RETEST_API_RATE: "0" };
  const container = containerOf(root, config, join(folder, "volume"), settings);

  const written = await container.exec("sh", "-c", "echo x > /app/x || echo x > /tmp/x || id -un");
  same("who can't write to the image's own folders", written.output.trim().split("\n").at(-1), "node");

  await start(container, address);
  const key = JSON.parse(
    (await container.retest("key", "create", "--name", "Try", "--role", "admin", "--json")).output,
  ).key;
  const made = await call(address, key, "POST", "/apps", {
    name: "Shop",
    mode: "live",
    platforms: [{ code: "web", label: "Web" }],
  });
  same("an app is made", made.status, 201);
  same("the health check of the image, while it is ready", await healthOf(container, config), 0);

  const acknowledged = new Set<string>();
  for (const signal of [config.StopSignal as NodeJS.Signals, "SIGTERM"] as const) {
    const raised = await stopUnderLoad(address, key, signal);
    for (const id of raised) acknowledged.add(id);
    same("the health check once it is stopped", await healthOf(container, config), 1);
    await start(container, address);
    const kept = await issuesAt(address, key);
    same(
      `issues that were acknowledged and are gone after ${signal}`,
      [...acknowledged].filter((id) => !kept.has(id)),
      [],
    );
    same(
      `issues that nobody was told of after ${signal}`,
      [...kept].filter((id) => !acknowledged.has(id)),
      [],
    );
    say(`${signal} under load: ${raised.length} issues raised, all of them there after the restart`);
  }
  same("doctor", (await container.retest("doctor")).code, 0);
  same("it ends well", await running!.stop("SIGTERM"), 0);
  running = undefined;
}

async function start(container: Container, address: string): Promise<void> {
  const server = container.start();
  running = server;
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(50)) {
    if (server.process.exitCode !== null) break;
    const answer = await fetch(`${address}/readyz`).catch(() => null);
    await answer?.text();
    if (answer?.ok) return;
  }
  throw new Error(`the image did not start:\n${server.output()}`);
}

/** Gives the ids of the issues that were acknowledged. No request that the server has taken may go without an answer. */
async function stopUnderLoad(address: string, key: string, signal: NodeJS.Signals): Promise<string[]> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const body = { app: "Shop", text: "It fails" };
  const load = startLoad(address, CLIENTS, () => ({ method: "POST", path: "/api/v1/issues", headers, body }));
  while (load.tally.created.length < LIGHT_LOAD) await sleep(5);
  const code = await running!.stop(signal);
  running = undefined;
  const { created, lost, statuses } = await load.stop();
  same(`how it ended after ${signal}`, code, 0);
  same(
    `requests without an answer after ${signal}`,
    lost.filter((why) => !why.startsWith(NEW)),
    [],
  );
  same(
    `answers after ${signal}`,
    Object.keys(statuses).filter((status) => !["201", "503"].includes(status)),
    [],
  );
  return created.map(({ data }) => data.id);
}

async function issuesAt(address: string, key: string): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let cursor = ""; ; ) {
    const page = await call(address, key, "GET", `/issues?app=Shop&status=all&limit=200${cursor}`);
    for (const { id } of page.data) ids.add(id);
    if (page.next_cursor === null) return ids;
    cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
  }
}

async function healthOf(container: Container, { Healthcheck }: ImageConfig): Promise<number | null> {
  return (await container.exec(...Healthcheck.Test.slice(1))).code;
}

interface Sbom {
  components: { name: string; properties: { value: string }[] }[];
}

function same(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}

function say(line: string): void {
  console.log(`  ${line} (${Math.round((Date.now() - began) / 1000)} s)`);
}
