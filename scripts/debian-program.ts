// Finds a program on the machine, or installs Debian's packages of it without letting any service start.
import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const WITHIN_MS = 180_000;
/** Debian asks this program whether a package may start its service. */
const POLICY = "/usr/sbin/policy-rc.d";
const SYSTEMD_RUNS = "/run/systemd/system";

const run = promisify(execFile);

export interface DebianProgram {
  /** What people call it. */
  title: string;
  /** Debian's package. */
  name: string;
  /** Its service, if that is called otherwise. */
  service?: string;
  /** What the program itself may be called. */
  programs: readonly string[];
}

/** The path of the program. */
export async function findProgram({ title, name, service = name, programs }: DebianProgram): Promise<string> {
  const known = onPath(programs);
  if (known !== undefined) return known;
  requireInstaller(title, name);
  await withoutService(service, () => install([name]));
  const installed = onPath(programs);
  if (installed === undefined) throw new Error(`${name} was installed, but its program is not on the PATH`);
  return installed;
}

export interface DebianFolder {
  /** What people call it. */
  title: string;
  packages: readonly string[];
  /** Where they put it. */
  folder: string;
  /** Answers to what the packages would ask, as debconf has them. */
  answers: readonly string[];
}

/** The folder of something that is no program on the PATH and has no service. */
export async function findFolder({ title, packages, folder, answers }: DebianFolder): Promise<string> {
  if (existsSync(folder)) return folder;
  requireInstaller(title, packages.join(" and "));
  const told = run("debconf-set-selections");
  told.child.stdin!.end(answers.map((answer) => `${answer}\n`).join(""));
  await told;
  await withoutStart(() => install(packages));
  if (!existsSync(folder)) throw new Error(`${title} was installed, but not to ${folder}`);
  return folder;
}

function requireInstaller(title: string, packages: string): void {
  const missing = `${title} is not on this machine`;
  if (!existsSync("/usr/bin/apt-get")) throw new Error(`${missing}, and there is no apt-get to install it with`);
  if (process.getuid?.() !== 0) throw new Error(`${missing}: install ${packages}, or run this as root`);
}

function onPath(programs: readonly string[]): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/sbin"].filter((folder) => folder !== "");
  return folders.flatMap((folder) => programs.map((program) => join(folder, program))).find((path) => existsSync(path));
}

async function install(packages: readonly string[]): Promise<void> {
  const how = { timeout: WITHIN_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  const apt = (...args: string[]) => run("apt-get", ["-qq", "-o", "DPkg::Lock::Timeout=60", ...args], how);
  const add = () => apt("install", "--yes", "--no-install-recommends", ...packages);
  try {
    await add();
  } catch {
    // A bare machine has no lists of packages, or old ones.
    await apt("update");
    await add();
  }
}

async function withoutService(name: string, work: () => Promise<void>): Promise<void> {
  await withoutStart(work);
  // It must not start with the machine, either; and a machine that lets services start has started it.
  await run("update-rc.d", [name, "disable"]);
  if (existsSync(SYSTEMD_RUNS)) await run("systemctl", ["stop", name]);
}

/** A machine's own answer to whether services may start is left as it is, unless there is none. */
async function withoutStart(work: () => Promise<void>): Promise<void> {
  const isOurs = !existsSync(POLICY);
  if (isOurs) writeFileSync(POLICY, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    await work();
  } finally {
    if (isOurs) rmSync(POLICY, { force: true });
  }
}
