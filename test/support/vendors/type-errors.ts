// Holds values against types: each is written as a literal of its type, so that a field which the type does not have is an error, too.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export interface TypedValue {
  what: string;
  /** A TypeScript type; what it names is imported by `imports`. */
  type: string;
  imports: string;
  value: unknown;
}

/** What the compiler says of each value that is not of its type; `modules` is the node_modules folder with the types. */
export function typeErrors(values: readonly TypedValue[], modules = resolve("node_modules")): string[] {
  const folder = mkdtempSync(join(tmpdir(), "retest-types-"));
  try {
    mkdirSync(join(folder, "values"));
    symlinkSync(modules, join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    values.forEach(({ imports, type, value }, i) => {
      const literal = JSON.stringify(value, null, 1);
      writeFileSync(join(folder, `values/${i}.ts`), `${imports}\nexport const value: ${type} = ${literal};\n`);
    });
    const options = { module: "NodeNext", target: "ES2023", strict: true, skipLibCheck: true, noEmit: true, types: [] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, include: ["values"] }));
    const compiler = resolve("node_modules/.bin/tsc");
    const { status, stdout, error } = spawnSync(compiler, ["-p", folder, "--pretty", "false"], { encoding: "utf8" });
    if (error !== undefined) throw error;
    const errors = stdout
      .split("\n")
      .filter((line) => /error TS\d+/.test(line))
      .map((line) => line.replace(/^.*?(\d+)\.ts\(/, (_, i) => `${values[Number(i)]?.what ?? i} (`));
    if (status !== 0 && errors.length === 0) throw new Error(`tsc ended with ${status}: ${stdout.slice(0, 2_000)}`);
    return errors;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
