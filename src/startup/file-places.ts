// Opens the places where attached files are kept, and looks at the start whether the bucket is as the settings say.
import type { Logger } from "pino";
import { clockFrom } from "../lib/clock.ts";
import { type BucketStore, createBucketStore } from "../lib/files/bucket-store.ts";
import type { FileStore } from "../lib/files/file-store.ts";
import { createFolderStore } from "../lib/files/folder-store.ts";
import { createTwoPlaces } from "../lib/files/two-places.ts";
import { Outage } from "../lib/monitoring/outage.ts";
import { S3Failure } from "../lib/network/s3-client.ts";
import { type Config, filesFolder } from "./config.ts";
import { ConfigError } from "./config-error.ts";
import type { BucketSettings, FileSettings } from "./file-settings.ts";

/** The settings; without those for files there is only the folder. */
type PlacesConfig = Pick<Config, "dataDir"> & Partial<FileSettings>;

/** Limits of the first look at the bucket: a start waits for no more. */
const FIRST_LOOK = { idleMs: 3_000, attempts: 1 };

/** Where new files are kept, and with a bucket also what is in the other place. */
export function openFiles(config: PlacesConfig, logger: Logger): FileStore {
  const { folder, bucket } = openPlaces(config, logger);
  if (bucket === null) return folder;
  return config.filesIn === "bucket" ? createTwoPlaces(bucket, folder) : createTwoPlaces(folder, bucket);
}

/** Opens the folder and the bucket, each without the other. */
export function openPlaces(config: PlacesConfig, logger: Logger): { folder: FileStore; bucket: BucketStore | null } {
  const folder = createFolderStore(filesFolder(config));
  if (!config.bucket) return { folder, bucket: null };
  const { prefix, ...bucket } = config.bucket;
  const outage = new Outage(logger, clockFrom(0), "the bucket", "uploads and downloads");
  return { folder, bucket: createBucketStore({ bucket, prefix, watch: outage.watch("files") }) };
}

/**
 * Throws a sentence that says which setting is wrong. A bucket that can't be reached now keeps no server from starting: all but files works
 * without it.
 */
export async function requireBucket(config: PlacesConfig, logger: Logger): Promise<void> {
  if (!config.bucket) return;
  const { prefix, ...bucket } = config.bucket;
  try {
    await createBucketStore({ bucket, prefix, limits: FIRST_LOOK }).check();
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    const problem = bucketProblem(error, config.bucket);
    if (!error.isPassing) throw new ConfigError(problem);
    logger.error(`${problem} Files can't be attached or read until it works; all else can be used.`);
  }
}

/** What is wrong, and with which setting. */
export function bucketProblem(failure: S3Failure, { bucket, endpoint, region }: BucketSettings): string {
  const { status, code, message } = failure;
  if (failure.isPassing) {
    return `RETEST_S3_ENDPOINT ${endpoint}: ${message}.`;
  }
  if (code === "RequestTimeTooSkewed") {
    return `RETEST_S3_ENDPOINT ${endpoint}: ${message}. Set the clock of this machine.`;
  }
  if (failure.region !== null && failure.region !== region) {
    return `RETEST_S3_REGION must be ${failure.region}, where the bucket ${bucket} is, not ${region}.`;
  }
  if (code === "InvalidAccessKeyId") return `RETEST_S3_ACCESS_KEY is not known at ${endpoint}.`;
  if (code === "SignatureDoesNotMatch") {
    return `RETEST_S3_SECRET_KEY does not belong to RETEST_S3_ACCESS_KEY, or RETEST_S3_REGION is not the one of ${endpoint}.`;
  }
  if (status === 403) return `RETEST_S3_ACCESS_KEY may not list the bucket ${bucket} at ${endpoint} (${message}).`;
  if (status === 404) return `RETEST_S3_BUCKET ${bucket} is not at ${endpoint} (${message}).`;
  return `RETEST_S3_ENDPOINT ${endpoint} does not serve the bucket ${bucket}: ${message}. RETEST_S3_PATH_STYLE may have to be changed.`;
}

/** What people call the place, or places, where files are looked for. */
export function placeName(config: PlacesConfig): string {
  const folder = filesFolder(config);
  if (!config.bucket) return folder;
  const { endpoint, bucket, prefix } = config.bucket;
  return `${endpoint}/${bucket}/${prefix} and from ${folder}`;
}

/** For commands: names the setting to look at if the bucket failed. */
export function explainedBucket(error: unknown, { bucket }: PlacesConfig): unknown {
  return error instanceof S3Failure && bucket ? new ConfigError(bucketProblem(error, bucket)) : error;
}
