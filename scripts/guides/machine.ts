// A machine of its own inside this one: the same files, of which it changes only its own copies, a network that nobody else is in, and
// systemd as its first process. Gone without a trace when it is switched off. Needs root, and Debian's packages systemd and dbus.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const SYSTEMD = "/lib/systemd/systemd";
const PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const BOOTED_WITHIN_MS = 60_000;

/** What is written stays in memory. Nothing that this machine starts by itself is started: the target ends before services. */
const BOOT = `set -e
place=$1 given=$2
mount -t tmpfs tmpfs "$place"
mkdir "$place/upper" "$place/work" "$place/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$place/upper,workdir=$place/work" "$place/root"
cd "$place/root"
mount -t proc proc proc
mount --rbind /sys sys
for folder in run dev; do mount -t tmpfs tmpfs $folder; done
mkdir dev/shm dev/pts old
mount -t devpts devpts dev/pts
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
ln -s /proc/self/fd dev/fd
ln -s pts/ptmx dev/ptmx
cp -a "$given" root/given
pivot_root . old
umount -l /old
exec env -i container=other PATH=${PATH} ${SYSTEMD} --system --unit=sysinit.target --log-target=journal --show-status=no`;

export interface Machine {
  /** Runs a program inside to its end. */
  run(program: string, ...args: string[]): Promise<EndedCommand>;
  /** A shell inside, with more in its environment. */
  shell(script: string, env?: Record<string, string>): Promise<EndedCommand>;
  off(): Promise<void>;
}

export interface EndedCommand {
  code: number | null;
  output: string;
}

/** Where on the machine the folder is that it was given. */
export const GIVEN = "/root/given";

export async function bootMachine(place: string, given: string): Promise<Machine> {
  mkdirSync(place, { recursive: true });
  const parts = ["--mount", "--pid", "--fork", "--net", "--uts", "--ipc", "--cgroup"];
  const outside = spawn("unshare", [...parts, "sh", "-c", BOOT, "sh", place, given], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = outputOf(outside);
  const gone = once(outside, "exit");
  const first = await firstProcess(outside, said);
  const enter = [
    "--target",
    `${first}`,
    "--mount",
    "--pid",
    "--net",
    "--uts",
    "--ipc",
    "--cgroup",
    "--root",
    "--wdns=/root",
  ];
  const inside = async (command: string[], env: Record<string, string> = {}): Promise<EndedCommand> => {
    const child = spawn("nsenter", [...enter, "--", ...command], {
      env: { PATH, HOME: "/root", LANG: "C.UTF-8", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = outputOf(child);
    await once(child, "close");
    return { code: child.exitCode, output: output() };
  };
  const machine: Machine = {
    run: (...command) => inside(command),
    shell: (script, env) => inside(["bash", "-c", script], env),
    async off() {
      if (outside.exitCode !== null || outside.signalCode !== null) return;
      // With the first process of a machine everything in it ends.
      process.kill(first, "SIGKILL");
      await gone;
    },
  };
  for (const until = Date.now() + BOOTED_WITHIN_MS; Date.now() < until; await sleep(100)) {
    const { output } = await machine.run("systemctl", "is-active", "sysinit.target");
    if (output.trim() !== "active") continue;
    // Every server with systemd has a bus, and systemd-run asks over it.
    const bus = await machine.run("systemctl", "start", "dbus.socket", "dbus.service");
    if (bus.code === 0) return machine;
    await machine.off();
    throw new Error(`the machine has no bus: ${bus.output}`);
  }
  await machine.off();
  throw new Error(`the machine did not start: ${said()}`);
}

async function firstProcess(outside: ChildProcess, said: () => string): Promise<number> {
  for (const until = Date.now() + BOOTED_WITHIN_MS; Date.now() < until; await sleep(20)) {
    if (outside.exitCode !== null) break;
    const [child] = readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, "utf8").split(" ");
    if (child !== "" && readFileSync(join("/proc", child!, "cmdline"), "utf8").startsWith(SYSTEMD))
      return Number(child);
  }
  throw new Error(`systemd did not start: ${said()}`);
}

function outputOf(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  return () => text;
}
