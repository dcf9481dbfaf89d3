// The settings of the server that are secrets.
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MIN_SECRET_KEY } from "../domain/limits.ts";
import { keepPrivate } from "../lib/files/private-file.ts";
import { readPostgresAddress } from "../storage/database/postgres-address.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, readSecret } from "./read-secret.ts";

export function readDatabaseUrl(env: Environment): string | null {
  const url = readSecret(env, "DATABASE_URL");
  if (url === undefined) return null;
  const address = readPostgresAddress(url);
  if (typeof address === "string") throw new ConfigError(`DATABASE_URL ${address}.`);
  return url;
}

export function readReplicaUrl(env: Environment, databaseUrl: string | null): string | null {
  const name = "RETEST_DATABASE_REPLICA_URL";
  const url = readSecret(env, name);
  if (url === undefined) return null;
  if (databaseUrl === null)
    throw new ConfigError(`${name} is the address of a replica of DATABASE_URL, which is not given.`);
  const address = readPostgresAddress(url);
  if (typeof address === "string") throw new ConfigError(`${name} ${address}.`);
  if (address.isPooled) throw new ConfigError(`${name} must lead to a replica itself, not to a pooler.`);
  return url;
}

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

export function readMetricsToken(env: Environment): string | null {
  const token = readSecret(env, "RETEST_METRICS_TOKEN");
  if (token === undefined) return null;
  if (!/^[\x21-\x7e]{16,}$/.test(token)) {
    throw new ConfigError(
      "RETEST_METRICS_TOKEN must be at least 16 characters that are hard to guess, without spaces.",
    );
  }
  return token;
}
