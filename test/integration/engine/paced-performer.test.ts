// Long units are done with pauses while others write, one at a time for each who asks, and without them for who is alone.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { editIssue } from "../../../src/actions/issues/edit-issue.ts";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { recordTestRun } from "../../../src/actions/results/record-test-run.ts";
import { receiveDelivery } from "../../../src/actions/webhook/receive-delivery.ts";
import { pacePerformer } from "../../../src/engine/paced-performer.ts";
import type { Performer } from "../../../src/engine/performer.ts";

const actor = (keyId: string, workspaceId = "w") => ({
  keyId,
  name: keyId,
  channel: "api",
  role: "admin",
  reach: { workspaceId, apps: null },
});
const long = (keyId: string, workspaceId?: string) =>
  ({ actor: actor(keyId, workspaceId), app: "a", entries: Array(1_000).fill({}), batch: true }) as never;
const short = (keyId: string, workspaceId?: string) => ({ actor: actor(keyId, workspaceId), id: "i" }) as never;

/** Says when each unit of whom began; a long one takes so many milliseconds. */
function stage(tookMs: number, holdsUpAll = true, atOnce = 1) {
  const begun: { who: string; at: number }[] = [];
  const inner: Performer = {
    async perform(_name, input) {
      const { actor: by, entries } = input as never as { actor: { keyId: string }; entries?: unknown[] };
      if (entries === undefined) return undefined as never;
      begun.push({ who: by.keyId, at: Date.now() });
      await new Promise((resolve) => setTimeout(resolve, tookMs));
      return undefined as never;
    },
    close: async () => {},
  };
  const performer = pacePerformer(inner, { atOnce, holdsUpAll, now: () => Date.now() });
  return { begun, performer };
}

describe("long units", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 1_000_000 });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("of whoever writes alone follow each other at once", async () => {
    const { begun, performer } = stage(300);
    for (let n = 0; n < 5; n++) void performer.perform(recordResults, long("a"));
    await vi.advanceTimersByTimeAsync(5 * 300 + 100);
    expect(begun).toHaveLength(5);
  });

  test("take a tenth of the time at most while others write, over a quarter of a minute", async () => {
    const { begun, performer } = stage(300);
    for (let n = 0; n < 10; n++) void performer.perform(recordResults, long("a")).catch(() => {});
    for (let ms = 0; ms < 15_000; ms += 100) {
      void performer.perform(editIssue, short("b"));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(begun.length).toBeGreaterThanOrEqual(2);
    expect(begun.length * 300).toBeLessThanOrEqual(1_500);
  });

  test("are done within 15 seconds even of whoever had others wait for long before", async () => {
    const { begun, performer } = stage(3_000);
    await Promise.all([performer.perform(recordResults, long("a")), vi.advanceTimersByTimeAsync(3_000)]);
    void performer.perform(editIssue, short("b"));
    const next = performer.perform(recordResults, long("a"));
    for (let ms = 0; ms < 18_100; ms += 100) {
      void performer.perform(editIssue, short("b"));
      await vi.advanceTimersByTimeAsync(100);
    }
    await next;
    expect(begun[1]!.at - begun[0]!.at).toBeLessThanOrEqual(3_000 + 15_100);
  });

  test("don't hold up the parts of a test run that the same key uploads: those rest as long as they took", async () => {
    const { begun, performer } = stage(1_000);
    void performer.perform(recordResults, long("a"));
    await vi.advanceTimersByTimeAsync(1_000);
    for (let ms = 0; ms < 2_000; ms += 100) {
      void performer.perform(editIssue, short("b"));
      if (ms === 0) void performer.perform(recordTestRun, long("a"));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(begun).toHaveLength(2);
  });

  test("are deliveries with a large body too: those of one app are written one at a time, and nobody else's wait", async () => {
    const begun: string[] = [];
    const inner: Performer = {
      async perform(_name, input) {
        begun.push((input as { app: string }).app);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return undefined as never;
      },
      close: async () => {},
    };
    const performer = pacePerformer(inner, { atOnce: 1, holdsUpAll: true, now: () => Date.now() });
    const deliver = (app: string, length: number) =>
      performer.perform(receiveDelivery, {
        app,
        received: { body: "x".repeat(length) },
        read: { report: {} },
      } as never);
    const large = Array.from({ length: 120 }, () => deliver("a", 1_000_000));
    await Promise.all([deliver("b", 1_000), vi.advanceTimersByTimeAsync(10)]);
    expect(begun).toEqual(["b", "a"]);
    await Promise.all([...large, vi.advanceTimersByTimeAsync(10_000)]);
    expect(begun).toHaveLength(121);
  });

  test("of two who ask are done in turns, and each has one at a time", async () => {
    const { begun, performer } = stage(10, false, 2);
    for (let n = 0; n < 3; n++) void performer.perform(recordResults, long("a"));
    void performer.perform(recordResults, long("b"));
    await vi.advanceTimersByTimeAsync(0);
    expect(begun.map(({ who }) => who)).toEqual(["a", "b"]);
    await vi.advanceTimersByTimeAsync(200);
    expect(begun.map(({ who }) => who)).toEqual(["a", "b", "a", "a"]);
  });

  test("of many keys of one workspace take no more time from another workspace than those of one key", async () => {
    const { begun, performer } = stage(300);
    for (let n = 0; n < 40; n++) void performer.perform(recordResults, long(`key ${n}`, "busy")).catch(() => {});
    for (let ms = 0; ms < 15_000; ms += 100) {
      void performer.perform(editIssue, short("b", "quiet"));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(begun.length).toBeGreaterThanOrEqual(2);
    expect(begun.length).toBeLessThanOrEqual(5);
  });

  test("leave a workspace's rest as it is when a shorter one that began beside them is done later", async () => {
    const begun: string[] = [];
    const inner: Performer = {
      async perform(_name, input) {
        const { actor: by, tookMs } = input as never as { actor: { keyId: string }; tookMs?: number };
        if (tookMs === undefined) return undefined as never;
        begun.push(by.keyId);
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        return undefined as never;
      },
      close: async () => {},
    };
    const performer = pacePerformer(inner, { atOnce: 2, holdsUpAll: false, now: () => Date.now() });
    const unit = (keyId: string, tookMs: number) =>
      performer.perform(recordResults, { ...(long(keyId, "busy") as object), tookMs } as never);
    const advance = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        void performer.perform(editIssue, short("b", "quiet"));
        await vi.advanceTimersByTimeAsync(100);
      }
    };
    void unit("long", 4_000);
    await advance(3_900);
    void unit("short", 200);
    // Both are done by now, the short one last; the workspace rests for as long as the long one took.
    await advance(300);
    void unit("next", 100);
    await advance(1_000);
    expect(begun).toEqual(["long", "short"]);
    await advance(3_000);
    expect(begun).toEqual(["long", "short", "next"]);
  });

  test("of two workspaces are done in turns, however many of one wait", async () => {
    const { begun, performer } = stage(10, false, 1);
    for (let n = 0; n < 5; n++) void performer.perform(recordResults, long(`key ${n}`, "busy"));
    void performer.perform(recordResults, long("quiet", "quiet"));
    await vi.advanceTimersByTimeAsync(200);
    expect(begun.slice(0, 2).map(({ who }) => who)).toEqual(["key 0", "quiet"]);
    expect(begun).toHaveLength(6);
  });

  test("beyond those that may wait are refused, and so is what has waited for too long; nobody else is", async () => {
    const { performer } = stage(3_600_000);
    const asked = Array.from({ length: 20 }, () =>
      performer.perform(recordResults, long("a")).catch((error: { code: string }) => error.code),
    );
    const refused = await Promise.race(asked.slice(17));
    expect(refused).toBe("rate_limited");
    await expect(performer.perform(editIssue, short("a"))).resolves.toBeUndefined();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await Promise.all(asked.slice(1))).toEqual(Array(19).fill("rate_limited"));
  });
});
