// Runs an image's files as a container engine would: as the image's user, with its environment, command and working folder, on a
// read-only root and with a folder of this machine as its volume.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ImageConfig } from "./buildah.ts";

const VOLUME = "/data";

/** Every step is taken by the same process, so that a signal to it reaches the program. */
const ENTER = `set -e
root=$1 volume=$2 user=$3 folder=$4
shift 4
mount --bind "$root" "$root"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount --bind "$volume" "$root${VOLUME}"
mount -o remount,bind,ro "$root"
exec chroot --userspec="$user" "$root" sh -c 'cd "$1" && shift && exec "$@"' sh "$folder" "$@"`;

export interface Container {
  /** The image's own command. */
  start(): RunningContainer;
  /** Its entry point with other words, or another command inside; to its end. */
  retest(...args: string[]): Promise<EndedProcess>;
  exec(...command: string[]): Promise<EndedProcess>;
}

export interface RunningContainer {
  process: ChildProcess;
  output(): string;
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

export interface EndedProcess {
  code: number | null;
  output: string;
}

export function containerOf(
  root: string,
  config: ImageConfig,
  volume: string,
  settings: Record<string, string>,
): Container {
  const user = new RegExp(`^${config.User}:[^:]*:(\\d+):(\\d+):`, "m").exec(
    readFileSync(join(root, "etc/passwd"), "utf8"),
  );
  if (user === null) throw new Error(`the image has no user ${JSON.stringify(config.User)}`);
  const [uid, gid] = [Number(user[1]), Number(user[2])];
  // A new volume takes the owner of what the image has there.
  mkdirSync(volume, { recursive: true });
  chownSync(volume, uid, gid);
  const env = { ...Object.fromEntries(config.Env.map((line) => splitAt(line, "="))), ...settings };
  const run = (command: string[]) => {
    const args = [root, volume, `${uid}:${gid}`, config.WorkingDir, ...command];
    const child = spawn("unshare", ["--mount", "sh", "-c", ENTER, "sh", ...args], { env });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
    }
    return { child, ended: once(child, "close"), output: () => text };
  };
  const toEnd = async (command: string[]): Promise<EndedProcess> => {
    const { child, ended, output } = run(command);
    await ended;
    return { code: child.exitCode, output: output() };
  };
  return {
    start() {
      const { child, ended, output } = run([...config.Entrypoint, ...config.Cmd]);
      return {
        process: child,
        output,
        async stop(signal) {
          child.kill(signal);
          await ended;
          return child.exitCode;
        },
      };
    },
    retest: (...args) => toEnd([...config.Entrypoint, ...args]),
    exec: (...command) => toEnd(command),
  };
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at + mark.length)];
}
