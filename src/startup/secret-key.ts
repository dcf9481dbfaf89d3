// The operator's secret key: given by a setting, or made on the first start and kept in a file.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIN_SECRET_KEY } from "../domain/limits.ts";
import { keepPrivate } from "../lib/files/private-file.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, readSecret } from "./read-secret.ts";

/** The secret key, made on the first start and kept in the data folder. Servers that share PostgreSQL must be given one. */
export function readSecretKey(env: Environment, databaseUrl: string | null, dataDir: string): string {
  const given = readSecret(env, "RETEST_SECRET_KEY");
  if (given !== undefined) return requireSecret(given, "RETEST_SECRET_KEY");
  if (databaseUrl !== null) {
    throw new ConfigError(
      "RETEST_SECRET_KEY must be given with PostgreSQL, the same for every server: for example the output of `openssl rand -hex 32`.",
    );
  }
  const file = keptKeyFile(dataDir);
  if (!existsSync(file)) {
    // Written whole and then put in place, so that a second server starting now never reads half of it.
    const unfinished = `${file}.${process.pid}`;
    writeFileSync(unfinished, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
  }
  keepPrivate(file);
  return requireSecret(readFileSync(file, "utf8").trim(), file);
}

/** Given as long as something may be encrypted with it. */
export function readOldSecretKey(env: Environment, secretKey: string): string | null {
  const old = readSecret(env, "RETEST_SECRET_KEY_OLD");
  if (old === undefined) return null;
  if (old === secretKey) {
    throw new ConfigError("RETEST_SECRET_KEY_OLD is the same key as RETEST_SECRET_KEY: leave it out.");
  }
  return requireSecret(old, "RETEST_SECRET_KEY_OLD");
}

/** Where the secret key comes from: a setting's name or a file. */
export function placeOfSecretKey(env: Environment, dataDir: string): string {
  if (env.RETEST_SECRET_KEY) return "RETEST_SECRET_KEY";
  return env.RETEST_SECRET_KEY_FILE || keptKeyFile(dataDir);
}

function keptKeyFile(dataDir: string): string {
  return join(dataDir, "secret.key");
}

function requireSecret(secret: string, name: string): string {
  if (secret.length < MIN_SECRET_KEY || new Set(secret).size < 8) {
    throw new ConfigError(`${name} must be at least ${MIN_SECRET_KEY} characters that are hard to guess.`);
  }
  return secret;
}
