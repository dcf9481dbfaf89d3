// How a setting that is a secret is given, to a server or a command: as it is, or as the name of a file that holds it. NAME or NAME_FILE, never both.
import { readFileSync } from "node:fs";
import { ConfigError } from "./config-error.ts";

export type Environment = Record<string, string | undefined>;

/** The one way to read a secret: undefined if it is given in neither way. No sentence shows any of it. */
export function readSecret(env: Environment, name: string): string | undefined {
  const given = env[name] || undefined;
  const file = env[`${name}_FILE`] || undefined;
  if (file === undefined) return given;
  if (given !== undefined) throw new ConfigError(`${name} and ${name}_FILE are both given: leave one of them out.`);
  const secret = contentOf(file, `${name}_FILE`).replace(/[\r\n]+$/, "");
  if (secret === "") throw new ConfigError(`${name}_FILE names an empty file: ${file}.`);
  return secret;
}

function contentOf(file: string, name: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${name} must be a file that can be read, not ${file} (${code}).`);
  }
}
