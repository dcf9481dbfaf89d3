// Who is woken by what was done: nothing that is to be sent waits for somebody to look by chance.
import { expect, test } from "vitest";
import { Fault } from "../../src/domain/fault.ts";
import type { ActionName } from "../../src/engine/catalogue.ts";
import { waking } from "../../src/outbound/notify-senders.ts";

async function wokenBy(name: ActionName, answer: () => Promise<never>): Promise<string[]> {
  const woken: string[] = [];
  const performer = waking(
    { perform: answer, close: async () => {} },
    { outbox: { wake: () => woken.push("outbox") }, forwarding: { wake: () => woken.push("forwarding") } },
  );
  await performer.perform(name, {} as never).catch(() => {});
  return woken;
}

const done = async () => undefined as never;

test.each(["fixIssue", "confirmIssue", "recordResults", "recordRun", "recordRunOnce", "setNotApplicable"] as const)(
  "%s may fix or verify: it wakes those who notify and those who forward",
  async (name) => {
    expect(await wokenBy(name, done)).toEqual(["outbox", "forwarding"]);
  },
);

test.each(["raiseIssue", "raiseFromTool", "receiveDelivery"] as const)(
  "%s may raise an issue: it wakes those who forward",
  async (name) => {
    expect(await wokenBy(name, done)).toEqual(["forwarding"]);
  },
);

test("what is refused, and what leaves nothing to send, wakes nobody", async () => {
  expect(await wokenBy("createKey", done)).toEqual([]);
  expect(await wokenBy("fixIssue", () => Promise.reject(new Fault("not_found", "No such issue.")))).toEqual([]);
});
