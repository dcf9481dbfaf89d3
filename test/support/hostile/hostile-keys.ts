// What stands where a key should, and is none; made of one that is.
import { newToken } from "../../../src/lib/crypto/token.ts";

export const NOT_KEYS: [what: string, authorization: (key: string) => string][] = [
  ["no key", () => "Bearer"],
  ["a blank key", () => "Bearer   "],
  ["an unknown key", () => `Bearer ${newToken()}`],
  ["a key with a bad checksum", (key) => `Bearer ${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`],
  ["a key cut short", (key) => `Bearer ${key.slice(0, -1)}`],
  ["a key with more behind it", (key) => `Bearer ${key}x`],
  ["a key twice", (key) => `Bearer ${key} ${key}`],
  ["two keys with a comma", (key) => `Bearer ${key}, Bearer ${key}`],
  ["a key in capitals", (key) => `Bearer ${key.toUpperCase()}`],
  ["a key in quotes", (key) => `Bearer "${key}"`],
  ["a key without Bearer", (key) => key],
  ["another scheme", (key) => `Token ${key}`],
  ["basic credentials", (key) => `Basic ${Buffer.from(`x:${key}`).toString("base64")}`],
  ["a statement", () => "Bearer ' OR 1=1--"],
  ["a key of 10,000 characters", () => `Bearer rt_${"a".repeat(10_000)}`],
];
