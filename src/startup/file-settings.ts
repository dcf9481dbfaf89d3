// The settings of where attached files are kept: in the data folder, or in a bucket of an object storage that speaks S3.
import { isIP } from "node:net";
import type { Bucket } from "../lib/network/s3-client.ts";
import { ConfigError } from "./config-error.ts";
import { type Environment, readSecret } from "./read-secret.ts";

/** Where files may be kept. */
export const FILE_PLACES = ["folder", "bucket"] as const;
export type FilePlace = (typeof FILE_PLACES)[number];

export interface BucketSettings extends Bucket {
  /** What stands before the name of every file: empty, or with a slash at its end. */
  prefix: string;
}

export interface FileSettings {
  /** The bucket; null if there is none. */
  bucket: BucketSettings | null;
  /** Where new files go. Those of the other place are read as long as it is given. */
  filesIn: FilePlace;
}

const AWS_REGION = "us-east-1";

export function readFileSettings(env: Environment): FileSettings {
  const bucket = readBucket(env);
  const given = env.RETEST_FILES_IN?.trim() || (bucket === null ? "folder" : "bucket");
  const filesIn = FILE_PLACES.find((place) => place === given);
  if (filesIn === undefined) {
    throw new ConfigError(`RETEST_FILES_IN must be one of ${FILE_PLACES.join(", ")}, not ${JSON.stringify(given)}.`);
  }
  if (filesIn === "bucket" && bucket === null) {
    throw new ConfigError("RETEST_FILES_IN is bucket, but there is none: give RETEST_S3_BUCKET.");
  }
  return { bucket, filesIn };
}

function readBucket(env: Environment): BucketSettings | null {
  const bucket = env.RETEST_S3_BUCKET?.trim();
  if (!bucket) {
    const other = Object.keys(env).find((name) => /^RETEST_S3_/.test(name) && env[name]?.trim());
    if (other !== undefined)
      throw new ConfigError(`${other} is given without RETEST_S3_BUCKET: give both, or neither.`);
    return null;
  }
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$/.test(bucket)) {
    throw new ConfigError(`RETEST_S3_BUCKET must be the name of a bucket, not ${JSON.stringify(bucket)}.`);
  }
  const region = env.RETEST_S3_REGION?.trim() || AWS_REGION;
  if (!/^[A-Za-z0-9._-]+$/.test(region)) {
    throw new ConfigError(`RETEST_S3_REGION must be a region such as ${AWS_REGION}, not ${JSON.stringify(region)}.`);
  }
  const given = env.RETEST_S3_ENDPOINT?.trim() || null;
  const endpoint = given === null ? `https://s3.${region}.amazonaws.com` : requireEndpoint(given);
  const pathStyle = readPathStyle(env, given !== null);
  if (!pathStyle) requireHostName(endpoint, bucket);
  return {
    endpoint,
    bucket,
    region,
    accessKey: requireKey("RETEST_S3_ACCESS_KEY", readSecret(env, "RETEST_S3_ACCESS_KEY")),
    secretKey: requireKey("RETEST_S3_SECRET_KEY", readSecret(env, "RETEST_S3_SECRET_KEY")),
    pathStyle,
    prefix: readPrefix(env),
  };
}

function requireEndpoint(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isAddress = url !== null && /^https?:$/.test(url.protocol) && url.hostname !== "";
  if (!isAddress || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    // What is wrong with it may be a password in it.
    throw new ConfigError("RETEST_S3_ENDPOINT must be of the form https://host or http://host:port.");
  }
  return url.href.replace(/\/$/, "");
}

/** The bucket becomes a part of the host's name. */
function requireHostName(endpoint: string, bucket: string): void {
  const { hostname } = new URL(endpoint);
  if (isIP(hostname.replace(/^\[|\]$/g, "")) !== 0) {
    const why = `RETEST_S3_ENDPOINT has an address (${hostname}), and no bucket can stand before that`;
    throw new ConfigError(`RETEST_S3_PATH_STYLE can't be off: ${why}. Turn it on, or give the name of the host.`);
  }
  if (bucket !== bucket.toLowerCase()) {
    throw new ConfigError(
      `RETEST_S3_PATH_STYLE can't be off: names of hosts have no capital letters, and RETEST_S3_BUCKET ${bucket} has. Turn it on.`,
    );
  }
}

/** Reads a secret; no message shows any of it. */
function requireKey(name: string, given: string | undefined): string {
  const key = given?.trim();
  if (!key) throw new ConfigError(`${name} must be given with RETEST_S3_BUCKET.`);
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new ConfigError(`${name} must be without spaces and other than ASCII characters.`);
  return key;
}

/** Amazon's own service wants the bucket before the host, most others in the path. */
function readPathStyle(env: Environment, hasEndpoint: boolean): boolean {
  const given = env.RETEST_S3_PATH_STYLE?.trim();
  if (!given) return hasEndpoint;
  if (given !== "on" && given !== "off") {
    throw new ConfigError(`RETEST_S3_PATH_STYLE must be on or off, not ${JSON.stringify(given)}.`);
  }
  return given === "on";
}

function readPrefix(env: Environment): string {
  const given = env.RETEST_S3_PREFIX?.trim() ?? "";
  const prefix = given === "" || given.endsWith("/") ? given : `${given}/`;
  if (!/^(?:[A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/.test(prefix) || prefix.length > 200) {
    throw new ConfigError(
      `RETEST_S3_PREFIX must be names of letters, digits, dots and dashes with slashes between them, not ${JSON.stringify(given)}.`,
    );
  }
  return prefix;
}
