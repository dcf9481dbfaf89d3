import { describe, expect, test } from "vitest";
import { TickBatcher } from "../../../../src/lib/async/tick-batcher.ts";

describe("ticks of the event loop", () => {
  test("what joins a tick is done at its end, in the order in which it came", async () => {
    const ticks = new TickBatcher(() => 0);
    const done: string[] = [];
    for (const name of ["a", "b", "c"]) ticks.join(() => done.push(name));
    expect(done).toEqual([]);
    await yieldToEventLoop();
    expect(done).toEqual(["a", "b", "c"]);
  });

  test("what joins at the end of a tick is done at the end of the next", async () => {
    const ticks = new TickBatcher(() => 0);
    const done: string[] = [];
    ticks.join(() => {
      ticks.join(() => done.push("later"));
      done.push("now");
    });
    await yieldToEventLoop();
    expect(done).toEqual(["now"]);
    await yieldToEventLoop();
    expect(done).toEqual(["now", "later"]);
  });

  test("more than a few hundred don't wait for the end of the tick", async () => {
    const ticks = new TickBatcher(() => 0);
    const done: number[] = [];
    const all = Array.from({ length: 1_000 }, (_, i) => i);
    let waiting = 0;
    for (const i of all) {
      ticks.join(() => done.push(i));
      waiting = Math.max(waiting, i + 1 - done.length);
    }
    expect(waiting).toBeLessThan(300);
    await yieldToEventLoop();
    expect(done).toEqual(all);
  });

  test("what is asked for by all that are done together is asked for once, and anew in the next tick", async () => {
    const ticks = new TickBatcher(() => 0);
    let asked = 0;
    const ask = ticks.shared(() => ++asked);
    const answers: number[] = [];
    for (let i = 0; i < 3; i++) ticks.join(() => answers.push(ask()));
    await yieldToEventLoop();
    expect(answers).toEqual([1, 1, 1]);
    ticks.join(() => answers.push(ask()));
    await yieldToEventLoop();
    expect(answers).toEqual([1, 1, 1, 2]);
  });

  test("outside the end of a tick everyone asks for themselves, and nobody is given what was asked before it", async () => {
    const ticks = new TickBatcher(() => 0);
    let asked = 0;
    const ask = ticks.shared(() => ++asked);
    expect([ask(), ask()]).toEqual([1, 2]);
    const answers: number[] = [];
    ticks.join(() => {
      answers.push(ask());
      void Promise.resolve().then(() => answers.push(ask()));
    });
    await yieldToEventLoop();
    expect(answers).toEqual([3, 4]);
    expect(ask()).toBe(5);
  });

  test("an answer that could not be had is asked for again by the next", async () => {
    const ticks = new TickBatcher(() => 0);
    let asked = 0;
    const ask = ticks.shared(() => {
      if (++asked === 1) throw new Error("not now");
      return asked;
    });
    const answers: (number | string)[] = [];
    const attempt = () => {
      try {
        answers.push(ask());
      } catch (error) {
        answers.push((error as Error).message);
      }
    };
    for (let i = 0; i < 3; i++) ticks.join(attempt);
    await yieldToEventLoop();
    expect(answers).toEqual(["not now", 2, 2]);
  });

  test("a tick ends when it has taken long, and each sender has one done before anybody has a second", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    const done: string[] = [];
    const join = (who: string, connection = {}) =>
      ticks.join(
        () => {
          now += 5;
          done.push(who);
        },
        { connection, who: () => who },
      );
    for (let i = 0; i < 20; i++) join("many");
    await yieldToEventLoop();
    // Two of 5 ms each are as much as a tick may take.
    expect(done).toHaveLength(2);
    join("one");
    join("other");
    await yieldToEventLoop();
    expect(done).toHaveLength(4);
    while (done.length < 22) await yieldToEventLoop();
    expect(new Set(done.slice(2, 6))).toEqual(new Set(["many", "one", "other"]));
  });

  test("what could not begin in a tick that took long is done in the order in which it came", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    const done: number[] = [];
    for (let i = 0; i < 9; i++) {
      ticks.join(() => {
        now += 4;
        done.push(i);
      });
    }
    while (done.length < 9) await yieldToEventLoop();
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("careful ticks wait while connections come, but no longer than a tick may take", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    const done: string[] = [];
    const join = (what: string) =>
      ticks.join(() => {
        now += 10;
        done.push(what);
      });
    for (const what of ["a", "b", "c"]) join(what);
    await yieldToEventLoop();
    expect(done).toEqual(["a"]);
    // Each tick takes 3 ms for a connection; the fourth begins more than 10 ms after the first.
    const counts: number[] = [];
    for (let tick = 0; tick < 9; tick++) {
      ticks.noteConnection();
      await yieldToEventLoop();
      now += 3;
      counts.push(done.length);
    }
    expect(counts).toEqual([1, 1, 1, 1, 2, 2, 2, 2, 2]);
    await yieldToEventLoop();
    expect(done).toEqual(["a", "b", "c"]);
  });

  test("senders of one group share their turns with another group, however many they are", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    const done: string[] = [];
    const join = (who: string) =>
      ticks.join(
        () => {
          now += 5;
          ticks.noteGroup(who, who.split(" ")[0]!);
          done.push(who);
        },
        { connection: {}, who: () => who },
      );
    const all = Array.from({ length: 10 }, (_, n) => `busy ${n}`);
    // The first tick took long; in the next ones it is learnt who belongs together.
    for (const who of [...all, "quiet 0"]) join(who);
    await yieldToEventLoop();
    await yieldToEventLoop();
    for (const who of [...all, "quiet 0"]) join(who);
    while (done.length < 22) await yieldToEventLoop();
    for (const who of all) join(who);
    for (let n = 0; n < 5; n++) join("quiet 0");
    while (done.length < 37) await yieldToEventLoop();
    const quiet = done.slice(22).flatMap((who, at) => (who === "quiet 0" ? [at] : []));
    expect(quiet).toHaveLength(5);
    expect(quiet.at(-1)).toBeLessThanOrEqual(10);
  });

  test("what comes over one connection is done in its order, whoever it is of", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    const done: string[] = [];
    const line = {};
    const join = (what: string, who: string, over: object = line) =>
      ticks.join(
        () => {
          now += 5;
          done.push(what);
        },
        { connection: over, who: () => who },
      );
    for (let i = 0; i < 8; i++) join("before", "a", {});
    while (done.length < 8) await yieldToEventLoop();
    for (const [what, who] of [
      ["1", "a"],
      ["2", "b"],
      ["3", "a"],
      ["4", "c"],
    ] as const)
      join(what, who);
    join("x", "c", {});
    while (done.length < 13) await yieldToEventLoop();
    expect(done.slice(8).filter((what) => what !== "x")).toEqual(["1", "2", "3", "4"]);
    expect(done.indexOf("x")).toBeLessThan(12);
  });

  test("once ticks are short again, more are done in each", async () => {
    let now = 0;
    const ticks = new TickBatcher(() => now);
    let done = 0;
    const join = (ms: number) =>
      ticks.join(() => {
        now += ms;
        done++;
      });
    for (let i = 0; i < 10; i++) join(50);
    for (let n = 0; n < 12; n++) {
      await yieldToEventLoop();
      for (let i = 0; i < 10; i++) join(0);
    }
    while (done < 130) await yieldToEventLoop();
    for (let i = 0; i < 200; i++) join(0);
    await yieldToEventLoop();
    expect(done).toBe(330);
  });
});

function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
