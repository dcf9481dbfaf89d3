// Builds images with buildah: no daemon, no network, and nothing left on the machine, because its storage is a folder of ours.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export interface Buildah {
  /** Its storage, as arguments that Podman takes as well. */
  where: string[];
  build(args: string[]): Promise<void>;
  /** What the image says about itself. */
  configOf(image: string): Promise<ImageConfig>;
  /** A folder with all files of the image. */
  mount(image: string): Promise<string>;
  close(): Promise<void>;
}

export interface ImageConfig {
  User: string;
  Env: string[];
  Cmd: string[];
  Entrypoint: string[];
  WorkingDir: string;
  StopSignal: string;
  Volumes: Record<string, unknown>;
  ExposedPorts: Record<string, unknown>;
  Healthcheck: { Test: string[] };
}

export async function openBuildah(folder: string): Promise<Buildah> {
  for (const name of ["storage", "run", "tmp"]) mkdirSync(join(folder, name), { recursive: true });
  const env = { ...process.env, TMPDIR: join(folder, "tmp"), BUILDAH_ISOLATION: "chroot" };
  const whereBy = (driver: string) => [
    ...["--root", join(folder, "storage"), "--runroot", join(folder, "run")],
    ...["--storage-driver", driver],
  ];
  const withDriver =
    (driver: string) =>
    async (...args: string[]): Promise<string> =>
      (await run("buildah", [...whereBy(driver), ...args], { env, maxBuffer: 2 ** 26 })).stdout.trim();
  // Layers that lie upon each other save copying, where the file system of the machine can do that.
  const canOverlay = await withDriver("overlay")("from", "scratch").then(
    () => true,
    () => false,
  );
  const driver = canOverlay ? "overlay" : "vfs";
  const buildah = withDriver(driver);
  return {
    where: whereBy(driver),
    // A health check is known to Docker's format only.
    build: async (args) => void (await buildah("build", "--format", "docker", "--pull-never", "--no-cache", ...args)),
    configOf: async (image) => JSON.parse(await buildah("inspect", "--type", "image", image)).Docker.config,
    mount: async (image) => buildah("mount", await buildah("from", "--pull-never", image)),
    close: async () => void (await buildah("rm", "--all")),
  };
}
