// Which files of a folder hold some bytes, whatever the case of the letters.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Their paths in the folder. A file that somebody removes meanwhile holds nothing. */
export function filesWith(folder: string, ...needles: string[]): string[] {
  const all = needles.flatMap((one) => [
    one.toLowerCase(),
    Buffer.from(one.toLowerCase(), "utf16le").toString("latin1"),
  ]);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const paths = files.map((file) => join(file.parentPath, file.name));
  return paths.filter((path) => holds(path, all)).map((path) => relative(folder, path));
}

function holds(path: string, needles: string[]): boolean {
  try {
    const bytes = readFileSync(path, "latin1").toLowerCase();
    return needles.some((needle) => bytes.includes(needle));
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw error;
  }
}
