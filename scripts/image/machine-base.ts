// A base image made of this machine's own files, for where the real one can't be fetched: Node, npm, a shell, the few commands
// that a build calls, the libraries of all of them, and the user `node`.
import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Buildah } from "./buildah.ts";

const run = promisify(execFile);

const COMMANDS = ["sh", "env", "mkdir", "chown", "cat", "ls", "rm", "id"];
/** All of the C library, as every base image has it: native parts of packages name some of these that no program here does. */
const C_LIBRARY = /^lib(?:anl|dl|m|pthread|resolv|rt|util)\.so\.\d+$/;
const FOLDERS_THAT_MAY_BE_LINKS = ["/bin", "/sbin", "/lib", "/lib64"];

export async function buildMachineBase(buildah: Buildah, folder: string, image: string): Promise<void> {
  const root = join(folder, "root");
  mkdirSync(root, { recursive: true });
  for (const path of FOLDERS_THAT_MAY_BE_LINKS) {
    if (existsSync(path) && lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), join(root, path));
  }
  const programs = [process.execPath, ...(await Promise.all(COMMANDS.map(find)))];
  const libraries = await Promise.all(programs.map(librariesOf));
  for (const path of new Set([...programs, ...libraries.flat(), ...libraries.flat().flatMap(besideLibc)])) {
    const place = join(root, realpathSync(dirname(path)), path.slice(dirname(path).length));
    mkdirSync(dirname(place), { recursive: true });
    cpSync(path, place, { dereference: true });
  }
  const modules = (await run("npm", ["root", "--global"])).stdout.trim();
  cpSync(realpathSync(join(modules, "npm")), join(root, "usr/local/lib/node_modules/npm"), { recursive: true });
  mkdirSync(join(root, "usr/local/bin"), { recursive: true });
  symlinkSync(process.execPath, join(root, "usr/local/bin/node"));
  symlinkSync("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  for (const name of ["etc", "root", "home/node", "proc", "dev", "sys", "run"]) {
    mkdirSync(join(root, name), { recursive: true });
  }
  mkdirSync(join(root, "tmp"), { mode: 0o1777 });
  writeFileSync(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/home/node:/bin/sh\n");
  writeFileSync(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  writeFileSync(join(root, "etc/nsswitch.conf"), "hosts: files dns\n");

  const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  writeFileSync(join(folder, "Dockerfile"), `FROM scratch\nCOPY root /\nENV PATH=${path}\n`);
  await buildah.build(["--tag", image, folder]);
}

function besideLibc(library: string): string[] {
  const folder = dirname(library);
  if (!/^libc\.so/.test(basename(library))) return [];
  return readdirSync(folder)
    .filter((name) => C_LIBRARY.test(name))
    .map((name) => join(folder, name));
}

async function find(command: string): Promise<string> {
  return (await run("sh", ["-c", `command -v ${command}`])).stdout.trim();
}

async function librariesOf(program: string): Promise<string[]> {
  const { stdout } = await run("ldd", [program]).catch(() => ({ stdout: "" }));
  return [...stdout.matchAll(/(?:=> |^\s*)(\/\S+)/gm)].map((match) => match[1]!);
}
