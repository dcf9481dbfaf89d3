// Whether this machine has a program, and how to get it.
import { existsSync } from "node:fs";
import { join } from "node:path";

/** Null if the program is there. */
export function lacksProgram(program: string, debianPackage = program): string | null {
  const there = (process.env.PATH ?? "").split(":").some((folder) => existsSync(join(folder, program)));
  return there ? null : `there is no ${program}: apt-get install ${debianPackage}`;
}
