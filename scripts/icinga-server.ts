// An Icinga 2 of one's own: its objects, state and logs are in a folder, and it listens nowhere. It checks nothing itself: what it is told decides how things stand.
import { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { logOf } from "./real-program.ts";
import { tellBy, type Watcher } from "./watcher.ts";

const WITHIN_MS = 30_000;
/** What the macros of Nagios are called here. */
const MACROS: Record<string, string> = {
  HOSTNAME: "host.name",
  HOSTSTATE: "host.state",
  HOSTOUTPUT: "host.output",
  SERVICEDESC: "service.name",
  SERVICESTATE: "service.state",
  SERVICEOUTPUT: "service.output",
  NOTIFICATIONTYPE: "notification.type",
};

const run = promisify(execFile);

/** `commands` are those of Nagios. */
export async function startIcinga(program: string, folder: string, commands: string): Promise<Watcher> {
  const place = (name: string) => join(folder, "icinga", name);
  // It gives up being root, and its own user has to get there.
  chmodSync(folder, 0o711);
  for (const name of ["", "data", "log", "cache", "spool", "run"]) mkdirSync(place(name), { mode: 0o755 });
  const config = join(folder, "icinga2.conf");
  writeFileSync(config, `${objectsOf(place("run/command"))}\n${notificationCommands(commands)}`);
  if (process.getuid?.() === 0) await run("chown", ["-R", "nagios:nagios", place("")]);
  const places = { DataDir: "data", LogDir: "log", CacheDir: "cache", SpoolDir: "spool", InitRunDir: "run" };
  const settings = Object.entries(places).map(([name, where]) => `--define=Configuration.${name}=${place(where)}`);
  settings.push(`--define=Configuration.PidPath=${place("run/pid")}`);
  const child = spawn(program, ["daemon", "-c", config, ...settings], { stdio: ["ignore", "pipe", "pipe"] });
  const log = logOf(child);
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null || child.pid === undefined) break;
    if (!existsSync(place("run/command")) || !log().includes("Activated all objects")) continue;
    const version = /version: r([\d.]+)/.exec(log())?.[1] ?? "of an unknown version";
    return { version, child, tell: tellBy(place("run/command")), log };
  }
  child.kill();
  throw new Error(`Icinga 2 did not start:\n${log()}`);
}

/** "The same as a NotificationCommand": word for word what the shell would make of the command, with the macros of Icinga. */
function notificationCommands(commands: string): string {
  const defined = [...commands.matchAll(/define command \{\s*command_name\s+(\S+)\s+command_line\s+([\s\S]*?)\n\}/g)];
  const objects = defined.map(([, name, line]) => {
    const words = line!.replaceAll("\\\n", " ").match(/"[^"]*"|'[^']*'|\S+/g)!;
    const named = words.map((word) => word.replace(/^(["'])(.*)\1$/, "$2").replace(/\$([A-Z]+)\$/g, macroOf));
    return `object NotificationCommand ${JSON.stringify(name)} {\n  command = ${JSON.stringify(named)}\n}\n`;
  });
  return objects.join("\n");
}

function macroOf(_: string, name: string): string {
  const known = MACROS[name];
  if (known === undefined) throw new Error(`no macro of Icinga is known for ${name}`);
  return `$${known}$`;
}

/** What is watched tells itself how it is, is in trouble at once, and is told of again with every result that is no better. */
function objectsOf(commandFile: string): string {
  const watched = `check_command = "dummy"
  max_check_attempts = 1
  enable_active_checks = false
  volatile = true`;
  const notified = `users = [ "retest" ]
  interval = 0
  assign where true`;
  return `include <itl>
const NodeName = "watcher"
object NotificationComponent "notification" { }
object ExternalCommandListener "command" { command_path = ${JSON.stringify(commandFile)} }
object User "retest" { }
object Host "web-07" {
  ${watched}
}
object Host "db-1" {
  ${watched}
}
object Service "HTTP" {
  host_name = "web-07"
  ${watched}
}
apply Notification "service" to Service {
  command = "notify-service-by-retest"
  ${notified}
}
apply Notification "host" to Host {
  command = "notify-host-by-retest"
  ${notified}
}
`;
}
