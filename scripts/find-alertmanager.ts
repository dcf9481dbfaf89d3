// Finds Alertmanager on the machine, or installs Debian's package without letting its service start.
import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const PACKAGE = "prometheus-alertmanager";
const NAMES = [PACKAGE, "alertmanager"];
const WITHIN_MS = 180_000;
/** Debian asks this program whether a package may start its service. */
const POLICY = "/usr/sbin/policy-rc.d";
const SYSTEMD_RUNS = "/run/systemd/system";

const run = promisify(execFile);

/** The path of the program. */
export async function findAlertmanager(): Promise<string> {
  const known = onPath();
  if (known !== undefined) return known;
  const missing = "Alertmanager is not on this machine";
  if (!existsSync("/usr/bin/apt-get")) throw new Error(`${missing}, and there is no apt-get to install it with`);
  if (process.getuid?.() !== 0) throw new Error(`${missing}: install ${PACKAGE}, or run this as root`);
  await withoutService(install);
  const installed = onPath();
  if (installed === undefined) throw new Error(`${PACKAGE} was installed, but its program is not on the PATH`);
  return installed;
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(":").filter((folder) => folder !== "");
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

async function install(): Promise<void> {
  const how = { timeout: WITHIN_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const apt = (...args: string[]) => run("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=60", ...args], how);
  const add = () => apt("install", "--yes", "--no-install-recommends", PACKAGE);
  try {
    await add();
  } catch {
    // A bare machine has no lists of packages, or old ones.
    await apt("update");
    await add();
  }
}

/** A machine's own answer to whether services may start is left as it is, unless there is none. */
async function withoutService(work: () => Promise<void>): Promise<void> {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await work();
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
  // Nor at the next start of the machine; and a machine that lets services start has started it.
  await run("update-rc.d", [PACKAGE, "disable"]);
  if (existsSync(SYSTEMD_RUNS)) await run("systemctl", ["stop", PACKAGE]);
}
