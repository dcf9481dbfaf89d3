import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { readFairly } from "../../../../src/http/pipeline/fair-reads.ts";
import type { Reader } from "../../../../src/storage/database/database.ts";

const REMOTE = { dialect: "postgres", isLocal: false } as Reader;

/** Reads of one workspace, each by a key of its own, that end when they are told to. */
function openReads() {
  const read = readFairly(REMOTE);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const start = (group: string, who: string) =>
    read({ who, group }, undefined, () => {
      begun.push(group);
      return new Promise<void>((end) => ends.push(end));
    });
  return { begun, ends, start, begunBy: (group: string) => begun.filter((one) => one === group).length };
}

describe("reads on PostgreSQL", () => {
  test("a workspace that reads alone leaves one connection for whoever comes, and has none in line for it", async () => {
    const { begun, ends, start } = openReads();
    for (let n = 0; n < 50; n++) void start("busy", `key ${n}`);
    await nextTick();
    expect(begun).toHaveLength(5);
    for (let ended = 1; begun.length < 50; ended++) {
      ends.shift()!();
      await nextTick();
      expect(begun).toHaveLength(5 + ended);
    }
  });

  test("beside others it has two, and they have theirs at once", async () => {
    const { ends, start, begunBy } = openReads();
    void start("quiet", "their key");
    await nextTick();
    for (let n = 0; n < 50; n++) void start("busy", `key ${n}`);
    await nextTick();
    expect(begunBy("busy")).toBe(2);
    void start("quiet", "their other key");
    await nextTick();
    expect(begunBy("quiet")).toBe(2);
    for (const end of ends) end();
  });

  test("on the embedded database reads wait for nobody", () => {
    const read = readFairly({ dialect: "sqlite", isLocal: true } as Reader);
    expect(read({ who: "key", group: "team" }, undefined, () => "found")).toBe("found");
  });
});
