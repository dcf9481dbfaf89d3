// Does what the guide of the container says, line by line, with Podman as `docker`, on the image that was built, in a network of its own.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptOf } from "../guides/guide.ts";

export const GUIDE = "docs/install/container.md";
const PODMAN = "/usr/bin/podman";

/** The network is the namespace's own, and no group of processes is counted: neither needs a daemon, or systemd. */
const CONF = `[containers]
netns = "host"
cgroups = "disabled"
cgroupns = "host"
default_ulimits = ["nofile=1024:4096", "nproc=1024:4096"]
[engine]
cgroup_manager = "cgroupfs"
events_logger = "file"
`;

/** `where` is the storage that the image is in, under the name \`retest\`: building it again would take minutes and give the same. */
export async function followContainerGuide(folder: string, where: string[]): Promise<boolean> {
  if (!existsSync(PODMAN)) return false;
  const place = join(folder, "guide");
  mkdirSync(place);
  writeFileSync(join(place, "containers.conf"), CONF);
  const podman = `${PODMAN} ${where.join(" ")}`;
  const script = `set -e
cd ${place}
ip link set lo up
# One kind of groups at a time, as the program that starts containers wants it.
umount /sys/fs/cgroup/unified 2>/dev/null || true
docker() {
  case "$*" in
    "build --tag retest .") ${podman} image exists retest ;;
    run*) shift; ${podman} run --no-healthcheck "$@" ;;
    *) ${podman} "$@" ;;
  esac
}
set +e
${scriptOf(GUIDE)}`;
  const file = join(place, "guide.sh");
  writeFileSync(file, script);
  const env = { ...process.env, CONTAINERS_CONF: join(place, "containers.conf") };
  const child = spawn("unshare", ["--net", "--mount", "bash", file], { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error(said.slice(-3_000));
  return true;
}
