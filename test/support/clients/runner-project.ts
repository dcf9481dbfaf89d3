// A project of a test runner in a folder of its own, with a reporter from its package, run as its users run it.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { PYTHON } from "../machine/find-python.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

export interface RunnerProject {
  folder: string;
  /** Runs a program in it. */
  run(command: string[], env: Record<string, string>): Promise<{ code: number | null; output: string }>;
  /** Files with results that were not sent. */
  unsent(): string[];
  remove(): void;
}

export interface Needs {
  /** Folders of the repository that are packed and installed, by the name of the package. */
  packed?: Record<string, string>;
  /** Packages of npm that are here already. */
  borrowed?: string[];
  /** A folder of the repository that becomes a wheel and is installed. */
  wheel?: string;
}

export function openRunnerProject(files: Record<string, string>, needs: Needs): RunnerProject {
  const { packed = {}, borrowed = [], wheel } = needs;
  const folder = mkdtempSync(join(tmpdir(), "retest-runner-"));
  for (const [path, text] of Object.entries(files)) write(path, text);
  for (const [name, from] of Object.entries(packed)) install(name, from);
  if (wheel !== undefined) installWheel(wheel);
  for (const name of borrowed) {
    mkdirSync(dirname(join(folder, "node_modules", name)), { recursive: true });
    symlinkSync(join(ROOT, "node_modules", name), join(folder, "node_modules", name));
  }
  return {
    folder,
    run,
    unsent: () => readdirSync(folder).filter((name) => name.startsWith("retest-unsent-")),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };

  function write(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }

  /** From what `npm pack` makes, without a registry. */
  function install(name: string, from: string): void {
    const args = ["pack", "--silent", "--pack-destination", folder];
    const file = execFileSync("npm", args, { cwd: join(ROOT, from), encoding: "utf8" })
      .trim()
      .split("\n")
      .at(-1)!;
    const target = join(folder, "node_modules", name);
    mkdirSync(target, { recursive: true });
    execFileSync("tar", ["-xzf", join(folder, file), "-C", target, "--strip-components=1"]);
  }

  /** Built beside the sources by what is here, without an index of packages. */
  function installWheel(from: string): void {
    const pip = (...args: string[]) =>
      execFileSync(PYTHON!, ["-m", "pip", "--quiet", ...args], { cwd: folder, stdio: "pipe" });
    const quiet = ["--no-deps", "--no-index", "--disable-pip-version-check"];
    cpSync(join(ROOT, from), join(folder, "sources"), { recursive: true });
    pip("wheel", ...quiet, "--no-build-isolation", "--wheel-dir", "wheels", "./sources");
    pip(
      "install",
      ...quiet,
      "--target",
      "site",
      ...readdirSync(join(folder, "wheels")).map((name) => `wheels/${name}`),
    );
    rmSync(join(folder, "sources"), { recursive: true });
  }

  async function run([program, ...args]: string[], env: Record<string, string>) {
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(?:VITEST|NODE_|npm_|TEST$|CI$|GITHUB|RETEST)/.test(name),
    );
    const child = spawn(program!, args, {
      cwd: folder,
      env: { ...Object.fromEntries(own), NO_COLOR: "1", PYTHONPATH: "site", ...env },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, output };
  }
}
