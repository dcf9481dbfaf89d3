// An OpenStack Swift of its own on loopback, as Debian installs it, with the middleware that speaks S3 and disks that are thrown away.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdirSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { createBucketStore } from "../src/lib/files/bucket-store.ts";
import { S3Client } from "../src/lib/network/s3-client.ts";
import type { BucketSettings } from "../src/startup/file-settings.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { findFolder } from "./debian-program.ts";

const SWIFT = {
  title: "Swift",
  packages: ["swift-proxy", "swift-account", "swift-container", "swift-object", "memcached"],
  folder: "/etc/swift",
  answers: [],
};
const WITHIN_MS = 60_000;
const PIPELINE = "catch_errors cache listing_formats bulk s3api tempauth copy slo dlo proxy-server";
const run = promisify(execFile);

export interface SwiftServer {
  version: string;
  bucket: BucketSettings;
  children: ChildProcess[];
  /** Ends the door that clients knock at, and opens it again. */
  proxy: { stop(): Promise<void>; start(): Promise<void> };
}

/** With one bucket, three servers behind the proxy, and one copy of everything. */
export async function startSwift(folder: string, children: ChildProcess[]): Promise<SwiftServer> {
  await findFolder(SWIFT);
  const ports = { account: await freePort(), container: await freePort(), object: await freePort() };
  const [proxyPort, cachePort] = [await freePort(), await freePort()];
  mkdirSync(join(folder, "disks", "d1"), { recursive: true });
  const general = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = root\nswift_dir = ${folder}\ndevices = ${join(folder, "disks")}\nmount_check = false\n`;
  writeFileSync(
    join(folder, "swift.conf"),
    "[swift-hash]\nswift_hash_path_suffix = a\nswift_hash_path_prefix = b\n\n[storage-policy:0]\nname = one\ndefault = yes\n",
  );
  for (const [kind, port] of Object.entries(ports)) {
    const ring = join(folder, `${kind}.builder`);
    await run("swift-ring-builder", [ring, "create", "4", "1", "1"]);
    await run("swift-ring-builder", [ring, "add", `r1z1-127.0.0.1:${port}/d1`, "1"]);
    await run("swift-ring-builder", [ring, "rebalance"]);
    const body = `[pipeline:main]\npipeline = ${kind}-server\n\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`;
    writeFileSync(join(folder, `${kind}-server.conf`), `${general(port)}\n${body}`);
  }
  const filters = PIPELINE.split(" ").slice(0, -1);
  const more: Record<string, string> = {
    cache: `memcache_servers = 127.0.0.1:${cachePort}\n`,
    tempauth: "user_test_tester = testing .admin\n",
    s3api: "location = us-east-1\n",
    bulk: "",
  };
  const sections = filters.map(
    (name) => `[filter:${name}]\nuse = egg:swift#${name === "cache" ? "memcache" : name}\n${more[name] ?? ""}`,
  );
  writeFileSync(
    join(folder, "proxy-server.conf"),
    `${general(proxyPort)}\n[pipeline:main]\npipeline = ${PIPELINE}\n\n[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n\n${sections.join("\n")}`,
  );
  const log = openSync(join(folder, "swift.log"), "a");
  const env = { ...process.env, SWIFT_CONF_FILE: join(folder, "swift.conf") };
  const start = (program: string, ...args: string[]) => {
    const child = spawn(program, args, { cwd: folder, env, stdio: ["ignore", log, log] });
    children.push(child);
    return child;
  };
  start("memcached", "-l", "127.0.0.1", "-p", String(cachePort), "-u", "root");
  for (const kind of Object.keys(ports)) start(`swift-${kind}-server`, join(folder, `${kind}-server.conf`), "-v");
  let door: ChildProcess | undefined;
  const endpoint = `http://127.0.0.1:${proxyPort}`;
  const proxy = {
    async start() {
      door = start("swift-proxy-server", join(folder, "proxy-server.conf"), "-v");
      await isReady(endpoint, door);
    },
    async stop() {
      const ended = new Promise((resolve) => door!.once("exit", resolve));
      door!.kill("SIGKILL");
      await ended;
    },
  };
  await proxy.start();
  const account = { region: "us-east-1", accessKey: "test:tester", secretKey: "testing", pathStyle: true };
  const bucket: BucketSettings = { endpoint, bucket: "files", ...account, prefix: "retest/" };
  const { prefix, ...plain } = bucket;
  await new S3Client(plain).call({ method: "PUT", object: null });
  await createBucketStore({ bucket: plain, prefix }).check();
  const version = (await run("dpkg-query", ["-W", "swift-proxy"])).stdout.split("\t")[1]!.trim();
  return { version, bucket, children, proxy };
}

async function isReady(url: string, child: ChildProcess): Promise<void> {
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(200)) {
    if (child.exitCode !== null) break;
    const ready = await fetch(`${url}/`).catch(() => null);
    await ready?.text();
    if (ready !== null) return;
  }
  throw new Error("Swift did not start");
}
