// A Zabbix of one's own on loopback: its server, and a copy of its interface for the calls that set it up, on a PostgreSQL that is thrown away.
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { type PostgresServer, startPostgres } from "../test/support/database/postgres-server.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { findFolder, findProgram } from "./debian-program.ts";
import { end, logOf } from "./real-program.ts";

const SERVER = {
  title: "Zabbix",
  name: "zabbix-server-pgsql",
  service: "zabbix-server",
  programs: ["zabbix_server"],
};
/** Its package has the program that sends values, too. */
const SENDER = { title: "zabbix_sender", name: "zabbix-agent", programs: ["zabbix_sender"] };
const INTERFACE = {
  title: "Zabbix' interface",
  // The second keeps a web server from being installed with it.
  packages: ["zabbix-frontend-php", "php-cgi", "php-cli", "php-pgsql"],
  folder: "/usr/share/zabbix",
  answers: [],
};
const SCHEMA = "/usr/share/zabbix-server-pgsql";
const CONFIGURED_AT = "/etc/zabbix/zabbix.conf.php";
const WITHIN_MS = 60_000;

const run = promisify(execFile);

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

export interface ZabbixServer {
  version: string;
  /** One call of its API, as an administrator. */
  call(method: string, params: Json): Promise<Json>;
  /** A value of an item that waits for values. */
  send(host: string, item: string, value: string): Promise<void>;
  log(): string;
  stop(): Promise<void>;
}

export async function startZabbix(folder: string): Promise<ZabbixServer> {
  const program = await findProgram(SERVER);
  const sender = await findProgram(SENDER);
  const frontend = await findFolder(INTERFACE);
  // It gives up being root, and its own user has to get there.
  chmodSync(folder, 0o711);
  const postgres = await startPostgres();
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children) await end(child);
    await postgres.stop();
  };
  try {
    await fill(postgres);
    const database = new URL(postgres.url);
    const port = await lowPort();
    const { child, log } = startServer(program, folder, database, port);
    children.push(child);
    const api = await startInterface(frontend, folder, database, port);
    children.push(api.child);
    const call = await signedIn(api.url, log);
    const version = await call("apiinfo.version", {});
    const told = ["-z", "127.0.0.1", "-p", String(port)];
    const send = async (host: string, item: string, value: string) => {
      // It takes values only once it has heard of their item.
      for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(500)) {
        const sent = await run(sender, [...told, "-s", host, "-k", item, "-o", value]).then(
          () => true,
          () => false,
        );
        if (sent) return;
      }
      throw new Error(`Zabbix took no value of ${item}`);
    };
    return { version, call, send, log, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** It takes none of those that a machine gives out by itself. */
async function lowPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    probe.close();
    if (isFree) return port;
  }
}

async function fill(postgres: PostgresServer): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    for (const name of ["schema", "images", "data"]) {
      await client.query(gunzipSync(readFileSync(join(SCHEMA, `${name}.sql.gz`))).toString("utf8"));
    }
    // What it would watch by itself: nothing of that is asked for here.
    await client.query("update hosts set status = 1 where status = 0");
  } finally {
    await client.end();
  }
}

function startServer(program: string, folder: string, database: URL, port: number) {
  const place = join(folder, "zabbix");
  mkdirSync(place);
  // Its own user writes sockets there.
  chmodSync(place, 0o777);
  const config = join(folder, "zabbix_server.conf");
  writeFileSync(
    config,
    Object.entries({
      ...{ ListenIP: "127.0.0.1", ListenPort: port, LogType: "console", PidFile: join(place, "pid"), SocketDir: place },
      ...{ DBHost: database.hostname, DBPort: database.port, DBName: "postgres", DBUser: database.username },
      // It asks nobody by itself, and hears of changes at once.
      ...{ CacheUpdateFrequency: 1, StartPollers: 0, StartPollersUnreachable: 0, StartPingers: 0, StartDiscoverers: 0 },
      ...{ StartHTTPPollers: 0, StartTrappers: 1, StartDBSyncers: 1, StartPreprocessors: 1, StartLLDProcessors: 1 },
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  );
  const child = spawn(program, ["-f", "-c", config], { stdio: ["ignore", "pipe", "pipe"] });
  return { child, log: logOf(child) };
}

/** Debian's reads its configuration from a place of the machine, which is left alone. */
async function startInterface(from: string, folder: string, database: URL, server: number) {
  const app = join(folder, "interface");
  cpSync(from, app, { recursive: true, verbatimSymlinks: true });
  const settings = join(folder, "zabbix.conf.php");
  writeFileSync(
    settings,
    `<?php
$DB['TYPE'] = 'POSTGRESQL';
$DB['SERVER'] = '${database.hostname}';
$DB['PORT'] = '${database.port}';
$DB['DATABASE'] = 'postgres';
$DB['USER'] = '${database.username}';
$DB['PASSWORD'] = '';
$DB['DOUBLE_IEEE754'] = true;
$ZBX_SERVER = '127.0.0.1';
$ZBX_SERVER_PORT = '${server}';
`,
  );
  const reader = join(app, "include/classes/core/CConfigFile.php");
  writeFileSync(reader, readFileSync(reader, "utf8").replace(CONFIGURED_AT, settings));
  const port = await freePort();
  const args = ["-d", "display_errors=0", "-S", `127.0.0.1:${port}`, "-t", app];
  return { child: spawn("php", args, { stdio: "ignore" }), url: `http://127.0.0.1:${port}/api_jsonrpc.php` };
}

async function signedIn(url: string, log: () => string): Promise<ZabbixServer["call"]> {
  let auth: string | null = null;
  const call = async (method: string, params: Json): Promise<Json> => {
    const needsNobody = ["user.login", "apiinfo.version"].includes(method);
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params, ...(needsNobody ? {} : { auth }) });
    const headers = { "content-type": "application/json-rpc" };
    const answer = (await (await fetch(url, { method: "POST", headers, body })).json()) as Json;
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message} ${answer.error.data}`);
    return answer.result;
  };
  let trouble = "";
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(200)) {
    try {
      auth = await call("user.login", { username: "Admin", password: "zabbix" });
      if (log().includes("server #0 started")) return call;
    } catch (error) {
      trouble = (error as Error).message;
    }
  }
  throw new Error(`Zabbix did not start: ${trouble}\n${log()}`);
}
