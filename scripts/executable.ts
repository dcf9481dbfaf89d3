// Makes one file of the program, its interface, its native parts and Node itself, for machines like this one that have no Node
// (Node's single executable application). npm run executable [-- FILE]
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { serialize } from "node:v8";
import { gzipSync } from "node:zlib";

const run = promisify(execFile);
/** By which Node finds out that something was put into it. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
const PLATFORM = `${process.platform}-${process.arch}`;
/** Installed packages that can't be inside the built files, and what of them is used. */
const PACKAGES = [
  ["@photostructure/sqlite", /^(?:package\.json|LICENSE|dist\/index\.(?:c|m)?js|prebuilds\/(.+?)\/.*)$/],
  ["node-gyp-build", /^(?:package\.json|LICENSE|[\w-]+\.js)$/],
  ["@node-rs/argon2", /^(?:package\.json|LICENSE|index\.js)$/],
  [`@node-rs/argon2-${PLATFORM}-gnu`, /^(?:package\.json|LICENSE|.*\.node)$/],
] as const;

if (process.platform !== "linux") throw new Error("The executable is made for Linux, on Linux.");
const target = process.argv[2] ?? `dist/executable/retest-${PLATFORM}`;
const folder = mkdtempSync(join(tmpdir(), "retest-executable-"));
try {
  await make();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function make(): Promise<void> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8"));
  const packed = gzipSync(serialize(filesOf()), { level: 9 });
  const hash = createHash("sha256").update(packed).digest("hex").slice(0, 12);
  const [config, blob] = [join(folder, "config.json"), join(folder, "blob")];
  writeFileSync(join(folder, "program"), packed);
  writeFileSync(join(folder, "name"), `retest-${version}-${hash}`);
  const assets = { program: join(folder, "program"), name: join(folder, "name") };
  const main = "scripts/executable/start.cjs";
  writeFileSync(config, JSON.stringify({ main, output: blob, disableExperimentalSEAWarning: true, assets }));
  await run(process.execPath, ["--experimental-sea-config", config]);
  mkdirSync(dirname(target), { recursive: true });
  const made = join(folder, "made");
  copyFileSync(process.execPath, made);
  chmodSync(made, 0o755);
  // Names of symbols are a fifth of the file, and nobody reads them.
  await run("strip", ["--strip-unneeded", made]).catch(() => undefined);
  await run("npx", ["postject", made, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE]);
  rmSync(target, { force: true });
  copyFileSync(made, target);
  chmodSync(target, 0o755);
  const megabytes = (size: number) => Math.round(size / 1e6);
  console.log(
    `  ${target}: ${megabytes(statSync(target).size)} MB, Node ${process.version}; ${megabytes(packed.length)} MB of it are the program`,
  );
}

/** Paths within the program's folder, each with its bytes. */
function filesOf(): [string, Buffer][] {
  const built = below("dist").filter((path) => !/\.map$|^executable\/|^cli-file|^bundled-|\.tsbuildinfo$/.test(path));
  const files = built.map((path): [string, Buffer] => [join("dist", path), readFileSync(join("dist", path))]);
  for (const [name, used] of PACKAGES) {
    const home = join("node_modules", name);
    for (const path of below(home)) {
      const [isUsed, platform] = used.exec(path) ?? [];
      if (isUsed === undefined || (platform !== undefined && platform !== PLATFORM)) continue;
      files.push([join(home, path), readFileSync(join(home, path))]);
    }
  }
  // A file of its own may import; what is inside the executable itself may not.
  files.push(["start.cjs", Buffer.from('import("./dist/main.js");\n')]);
  files.push(["package.json", Buffer.from('{"type":"module"}\n')], ["LICENSE", readFileSync("LICENSE")]);
  return files;
}

function below(place: string): string[] {
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(place, join(entry.parentPath ?? entry.path, entry.name)));
}
