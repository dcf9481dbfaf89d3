// The sender of notifications with a long backlog, against an outbox in memory: its limits, its order, and what a look costs.
import { setTimeout as sleep, setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { AnyAction } from "../../../src/actions/define-action.ts";
import { finishNotification } from "../../../src/actions/outbox/notification-attempts.ts";
import type { Performer } from "../../../src/engine/performer.ts";
import { createCipher } from "../../../src/lib/crypto/cipher.ts";
import type { Post } from "../../../src/lib/network/post-once.ts";
import { startNotificationSender } from "../../../src/outbound/notification-sender.ts";
import type { BackgroundSender } from "../../../src/outbound/sender-loop.ts";
import type { Reader } from "../../../src/storage/database/database.ts";

const cipher = createCipher("0123456789abcdef0123456789abcdef", "secret/v1");

/** An outbox of notifications, each for the host that its app is called after. */
class Outbox {
  readonly states = new Map<string, string>();
  readonly posted: string[] = [];
  readonly errors: Error[] = [];
  looks = 0;
  hasOtherKey = false;
  /** How many looks have begun, also of those that end at once because of another key. */
  begunLooks = 0;
  /** How many claims are still to fail. */
  failures = 0;
  private readonly underWay = new Map<string, number>();
  most = { total: 0, host: 0 };
  /** Resolves when a host answers. */
  answer = (_host: string): Promise<unknown> => sleep(1);
  sender: BackgroundSender | undefined;

  add(host: string, count: number): void {
    for (let i = 0; i < count; i++)
      this.states.set(`ntf_${String(this.states.size).padStart(6, "0")} ${host}`, "pending");
  }

  start(): void {
    const { reader, performer, post } = this;
    const onError = (error: Error) => this.errors.push(error);
    this.sender = startNotificationSender({
      reader,
      performer,
      cipher,
      hasOtherKey: () => {
        this.begunLooks++;
        return this.hasOtherKey;
      },
      clock: Date.now,
      post,
      onSent: () => {},
      onError,
    });
  }

  left(): number {
    return [...this.states.values()].filter((state) => state !== "delivered").length;
  }

  private readonly reader = {
    all: (_query: unknown, after: string, limit: number) => {
      this.looks++;
      const pending = [...this.states].filter(([id, state]) => state === "pending" && id > after);
      return pending
        .slice(0, limit)
        .map(([id]) => ({ id, notifyUrl: urlOf(hostOf(id)), workspaceId: workspaceOf(id) }));
    },
    get: (_query: unknown, appId: string) => ({
      appId,
      notifyUrl: urlOf(appId),
      secret: cipher.encrypt(`webhook/${appId}/secret`, "secret"),
    }),
  } as unknown as Reader;

  private readonly performer = {
    perform: async ({ name }: AnyAction, input: { ids: string[]; id: string; state: string }) => {
      await sleep(1);
      if (name === finishNotification.name) {
        expect(this.states.get(input.id)).toBe("sending");
        this.states.set(input.id, input.state);
        return undefined;
      }
      if (this.failures-- > 0) throw new Error("the database is away");
      const claimed = input.ids.filter((id) => this.states.get(id) === "pending");
      for (const id of claimed) this.states.set(id, "sending");
      return claimed.map((id) => ({ id, appId: hostOf(id), body: id, repeatOf: null }));
    },
  } as unknown as Performer;

  private readonly post: Post = async (url, _headers, body) => {
    const { hostname } = new URL(url);
    this.posted.push(body.toString());
    this.count(hostname, 1);
    await this.answer(hostname);
    this.count(hostname, -1);
    return { outcome: "delivered", status: 204, durationMs: 1 };
  };

  private count(host: string, change: number): void {
    this.underWay.set(host, (this.underWay.get(host) ?? 0) + change);
    const counts = [...this.underWay.values()];
    const total = counts.reduce((sum, n) => sum + n, 0);
    this.most = { total: Math.max(this.most.total, total), host: Math.max(this.most.host, ...counts) };
  }
}

function hostOf(id: string): string {
  return id.split(" ")[1]!;
}

/** An app whose host says nothing else is of the first workspace. */
function workspaceOf(id: string): string {
  return hostOf(id).startsWith("other.") ? "other" : "first";
}

function urlOf(host: string): string {
  return `https://${host}/fixed`;
}

describe("the sender of notifications", () => {
  let outbox: Outbox;
  afterEach(async () => {
    await outbox.sender?.close();
    vi.useRealTimers();
  });
  const done = () => expect.poll(() => outbox.left(), { interval: 10 }).toBe(0);
  /** It looks when it is woken, and never because a second has passed. */
  const stopLooks = () => vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  /** A host that answers when it is told to, and from then on at once. */
  const holding = (slow: string) => {
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    outbox.answer = (host) => (host === slow ? released : sleep(1));
    return release;
  };

  test("sends a backlog of many pages, each once, at most two at a time to one host, in order", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 450);
    outbox.start();
    await done();
    expect(outbox.posted).toEqual([...outbox.states.keys()]);
    expect(outbox.most).toEqual({ total: 2, host: 2 });
  });

  test("claims nothing while the server has another key than the secrets were encrypted with, and goes on when it has it again", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 2);
    outbox.hasOtherKey = true;
    outbox.start();
    // A look begins when the one before has claimed what it claims.
    for (const looks of [1, 2, 3]) {
      outbox.sender!.wake();
      await expect.poll(() => outbox.begunLooks, { interval: 1 }).toBeGreaterThanOrEqual(looks);
    }
    expect([...outbox.states.values()]).toEqual(["pending", "pending"]);
    outbox.hasOtherKey = false;
    outbox.sender!.wake();
    await done();
  });

  test("has at most twenty of one workspace under way at once", async () => {
    outbox = new Outbox();
    for (let i = 0; i < 30; i++) outbox.add(`h${i}.example.com`, 5);
    outbox.answer = () => sleep(5);
    outbox.start();
    await done();
    expect(outbox.posted).toHaveLength(150);
    expect(outbox.most.total).toBeLessThanOrEqual(20);
    expect(outbox.most.total).toBeGreaterThan(10);
  });

  test("behind a thousand for a host that hangs, one for another host goes out at once, and nothing spins meanwhile", async () => {
    outbox = new Outbox();
    outbox.add("slow.example.com", 1_000);
    outbox.add("quick.example.com", 1);
    const release = holding("slow.example.com");
    stopLooks();
    outbox.start();
    const quick = [...outbox.states.keys()].at(-1)!;
    await expect.poll(() => outbox.states.get(quick), { interval: 5 }).toBe("delivered");
    expect(outbox.posted.filter((id) => id !== quick)).toHaveLength(2);
    const looks = outbox.looks;
    for (let turns = 0; turns < 1_000; turns++) await turn();
    // The one that went out has left its place, which is worth a look.
    expect(outbox.looks - looks).toBeLessThanOrEqual(1);
    expect(outbox.states.size - 3).toBe([...outbox.states.values()].filter((state) => state === "pending").length);
    const closed = outbox.sender!.close();
    release();
    await closed;
  });

  test("while all hosts of one workspace hang, however many, those of another are sent to", async () => {
    outbox = new Outbox();
    for (let i = 0; i < 60; i++) outbox.add(`h${i}.example.com`, 5);
    outbox.add("other.example.com", 3);
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    outbox.answer = (host) => (host.startsWith("other.") ? sleep(1) : released);
    stopLooks();
    outbox.start();
    const theirs = [...outbox.states.keys()].slice(-3);
    await expect
      .poll(() => theirs.map((id) => outbox.states.get(id)), { interval: 5 })
      .toEqual(Array(3).fill("delivered"));
    expect(outbox.posted).toHaveLength(23);
    const closed = outbox.sender!.close();
    release();
    await closed;
  });

  test("one that comes late with a smaller id than others is found", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 3);
    stopLooks();
    outbox.start();
    await done();
    outbox.states.set("ntf_0 b.example.com", "pending");
    outbox.sender!.wake();
    await expect.poll(() => outbox.left(), { interval: 5 }).toBe(0);
  });

  test("after a claim that failed it looks again, and nothing is forgotten or sent twice", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 210);
    outbox.failures = 2;
    outbox.start();
    await done();
    expect(outbox.errors.map(({ message }) => message)).toEqual(Array(2).fill("the database is away"));
    expect(new Set(outbox.posted).size).toBe(210);
    expect(outbox.posted).toHaveLength(210);
  });

  test("what another server has taken meanwhile is left to it", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 20);
    outbox.start();
    const [taken] = [...outbox.states.keys()].slice(-1) as [string];
    outbox.states.set(taken, "delivered");
    await done();
    expect(outbox.posted).not.toContain(taken);
    expect(outbox.posted).toHaveLength(19);
  });

  test("once it is closed it claims nothing more, and what is being sent is finished", async () => {
    outbox = new Outbox();
    outbox.add("a.example.com", 10);
    const release = holding("a.example.com");
    outbox.start();
    await expect.poll(() => outbox.posted.length, { interval: 5 }).toBe(2);
    const closed = outbox.sender!.close();
    release();
    await closed;
    const states = [...outbox.states.values()];
    expect(states).toEqual(["delivered", "delivered", ...Array(8).fill("pending")]);
    const looks = outbox.looks;
    outbox.sender!.wake();
    await turn();
    expect(outbox.looks).toBe(looks);
    expect(outbox.posted).toHaveLength(2);
  });
});
