// Files by an opaque key: what a store of them must do, wherever it keeps them.
import type { Readable } from "node:stream";
import { randomText } from "../ids.ts";

/** No more than a bucket in the network can do, too. */
export interface FileStore {
  /** Keeps what `source` gives, whole or not at all. Once it resolves, the file is there whatever happens next. */
  put(key: string, source: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes from `start` to `end`, both included. Rejects, before anything is read, if they are not all there: with `NoSuchFile` if that is certain. */
  open(key: string, start: number, end: number): Promise<Readable>;
  /** Removes a file and what an interrupted `put` left of it. Nothing happens if there is none. */
  remove(key: string): Promise<void>;
  /** Removes the rest of each `put` that began before that time and whose process was killed. */
  removeUnfinished(before: number): Promise<void>;
  /** All complete files, in no particular order. */
  list(): AsyncIterable<StoredFile>;
}

export interface StoredFile {
  key: string;
  size: number;
}

/** The store answers, and has no such file, or less of it than was asked for. */
export class NoSuchFile extends Error {}

const KEY_LENGTH = 32;

/** 160 random bits: nobody finds a file by guessing, and no two have the same. */
export function newFileKey(): string {
  return randomText(KEY_LENGTH);
}

export function isFileKey(text: string): boolean {
  return /^[0-9a-z]{32}$/.test(text);
}

/** A key becomes a path: nothing else may. */
export function requireFileKey(key: string): string {
  if (!isFileKey(key)) throw new Error("this is no key of a file");
  return key;
}
