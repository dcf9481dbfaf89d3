// A server whose disk gets full, or refuses to be written, and recovers when told to.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, type Settings, serve } from "../clients/run-cli.ts";

export interface DiskTrouble {
  server: RunningServer;
  /** Where this process can read the server's files. */
  dataDir: string;
  begin(): void;
  end(): void;
}

const UNSHARE = ["unshare", "--mount", ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"])];
const MOUNT =
  'mount -t tmpfs -o size=6m tmpfs "$RETEST_DATA_DIR/../disk" && cp "$RETEST_DATA_DIR"/* "$RETEST_DATA_DIR/../disk" &&' +
  ' RETEST_DATA_DIR="$RETEST_DATA_DIR/../disk" exec "$@"';

/** Whether a disk can be mounted for one process alone. */
export function canMount(): boolean {
  const [unshare, ...flags] = UNSHARE;
  return spawnSync(unshare!, [...flags, "mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", tmpdir()]).status === 0;
}

/** The data on a disk of 6 MB that only the server has mounted, and that a large file fills to the last byte. */
export async function fullDisk(settings: Settings): Promise<DiskTrouble> {
  const dir = settings.RETEST_DATA_DIR!;
  mkdirSync(join(dir, "../disk"), { recursive: true });
  const server = await serve(settings, "serve", [...UNSHARE, "sh", "-c", MOUNT, "sh"]);
  const dataDir = join(`/proc/${server.process.pid}/root`, dir, "../disk");
  const filler = join(dataDir, "filler");
  return { server, dataDir, begin: () => fill(filler), end: () => rmSync(filler) };
}

function fill(file: string): void {
  for (const size of [65_536, 4_096]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size, 1), { flag: "a" });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
}

/** Files may not grow at all: every write that needs more room fails as on a broken disk. */
export async function noGrowth(settings: Settings): Promise<DiskTrouble> {
  const server = await serve(settings, "serve", ["sh", "-c", `trap '' XFSZ; exec "$@"`, "sh"]);
  const limit = (size: string) => execFileSync("prlimit", ["--pid", String(server.process.pid), `--fsize=${size}`]);
  const dataDir = settings.RETEST_DATA_DIR!;
  return { server, dataDir, begin: () => limit("1:unlimited"), end: () => limit("unlimited:unlimited") };
}
