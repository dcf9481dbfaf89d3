// The settings of the server that are secrets, but for the secret key (secret-key.ts).
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
