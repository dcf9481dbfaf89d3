// Whom a program runs as that refuses to run as root, as PostgreSQL and its pooler do.
import { execFileSync } from "node:child_process";

/** Undefined where this process is not root's. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    try {
      const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
      return { uid: id("-u"), gid: id("-g") };
    } catch {
      // No such user: try the next.
    }
  }
  return { uid: 65_534, gid: 65_534 };
}
