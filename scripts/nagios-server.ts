// A Nagios of one's own: as Debian sets it up, but with its objects, queue and logs in a folder. It checks nothing itself: what it is told decides how things stand.
import { execFile, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { tellBy, type Watcher } from "./watcher.ts";

const DEBIAN_SETTINGS = "/etc/nagios4/nagios.cfg";
const WITHIN_MS = 20_000;

const run = promisify(execFile);

/** `commands` notify of services and of hosts: they are to have the names that the template gives them. */
export async function startNagios(program: string, folder: string, commands: string): Promise<Watcher> {
  const place = (name: string) => join(folder, name);
  // It gives up being root, and its own user has to get there.
  chmodSync(folder, 0o711);
  mkdirSync(place("nagios"), { mode: 0o755 });
  const state = (name: string) => place(`nagios/${name}`);
  mkdirSync(state("results"));
  writeFileSync(place("nagios.cfg"), settingsOf(state, place("objects.cfg")));
  writeFileSync(place("objects.cfg"), `${commands}\n${OBJECTS}`);
  if (process.getuid?.() === 0) await run("chown", ["-R", "nagios:nagios", place("nagios")]);
  const { stdout } = await run(program, ["--verify-config", place("nagios.cfg")]).catch((error) => {
    throw new Error(`Nagios refused what was written for it:\n${error.stdout}`);
  });
  const child = spawn(program, [place("nagios.cfg")], { stdio: "ignore" });
  child.on("error", () => {});
  const log = () => (existsSync(state("log")) ? readFileSync(state("log"), "utf8") : "");
  const tell = tellBy(state("command"));
  const version = /Nagios Core ([\d.]+)/.exec(stdout)?.[1] ?? "of an unknown version";
  for (const until = Date.now() + WITHIN_MS; Date.now() < until; await sleep(100)) {
    if (child.exitCode !== null || child.pid === undefined) break;
    if (log().includes("Successfully launched command file worker")) return { version, child, tell, log };
  }
  child.kill();
  throw new Error(`Nagios did not start:\n${log()}`);
}

/** Debian's, so that what a check prints is treated as on any machine, except for places and for how long it waits. */
function settingsOf(state: (name: string) => string, objects: string): string {
  const ours: Record<string, string> = {
    cfg_file: objects,
    cfg_dir: "",
    resource_file: "",
    log_file: state("log"),
    log_archive_path: state("results"),
    object_cache_file: state("objects.cache"),
    precached_object_file: state("objects.precache"),
    status_file: state("status"),
    state_retention_file: state("retention"),
    command_file: state("command"),
    lock_file: state("pid"),
    temp_file: state("temporary"),
    temp_path: state("results"),
    check_result_path: state("results"),
    debug_file: state("debug"),
    use_syslog: "0",
    // It asks nobody elsewhere.
    check_for_updates: "0",
    check_result_reaper_frequency: "1",
    interval_length: "1",
  };
  const theirs = readFileSync(DEBIAN_SETTINGS, "utf8").split("\n");
  const kept = theirs.filter((line) => /^\w+=/.test(line) && !(line.slice(0, line.indexOf("=")) in ours));
  const set = Object.entries(ours).filter(([, value]) => value !== "");
  return `${[...kept, ...set.map(([name, value]) => `${name}=${value}`)].join("\n")}\n`;
}

/** What is watched tells itself how it is, is in trouble at once, and is told of again after a second. */
const OBJECTS = `
define timeperiod {
  timeperiod_name always
  alias           always
  ${["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"].map((day) => `${day} 00:00-24:00`).join("\n  ")}
}
define command {
  command_name never-run
  command_line /bin/true
}
define contact {
  contact_name                  retest
  service_notification_commands notify-service-by-retest
  host_notification_commands    notify-host-by-retest
  service_notification_period   always
  host_notification_period      always
  service_notification_options  w,u,c,r,f,s
  host_notification_options     d,u,r,f,s
}
define contactgroup {
  contactgroup_name operations
  members           retest
}
define host {
  name                   watched
  register               0
  address                127.0.0.1
  max_check_attempts     1
  active_checks_enabled  0
  check_period           always
  notification_period    always
  notification_interval  1
  flap_detection_enabled 0
  contact_groups         operations
}
define host {
  use       watched
  host_name web-07
}
define host {
  use       watched
  host_name db-1
}
define service {
  host_name              web-07
  service_description    HTTP
  check_command          never-run
  max_check_attempts     1
  check_interval         1
  retry_interval         1
  active_checks_enabled  0
  check_period           always
  notification_period    always
  notification_interval  1
  flap_detection_enabled 0
  contact_groups         operations
}
`;
