// A pace that is watched: what gets on is left alone, what does not is given up once.
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { watchPace } from "../../../../src/lib/async/minimum-pace.ts";

test("what grows by enough in every while is left alone, and what then stops is given up, once", async () => {
  let done = 0;
  let slow = 0;
  const grow = setInterval(() => {
    done += 10;
  }, 5);
  const stop = watchPace(
    () => done,
    { everyMs: 60, atLeast: 10 },
    () => slow++,
  );
  await sleep(250);
  expect(slow).toBe(0);
  clearInterval(grow);
  await sleep(250);
  expect(slow).toBe(1);
  stop();
});

test("what grows by too little is given up, and a watch that was ended says nothing more", async () => {
  let done = 0;
  const slow: string[] = [];
  const grow = setInterval(() => done++, 5);
  watchPace(
    () => done,
    { everyMs: 50, atLeast: 1_000 },
    () => slow.push("little"),
  );
  watchPace(
    () => 0,
    { everyMs: 50, atLeast: 1 },
    () => slow.push("ended"),
  )();
  await sleep(120);
  clearInterval(grow);
  expect(slow).toEqual(["little"]);
});
