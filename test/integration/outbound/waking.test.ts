// Who is woken by what was done: nothing that is to be sent waits for somebody to look by chance.
import { expect, test } from "vitest";
import { askForReset, mailResetLink } from "../../../src/actions/access/ask-for-reset.ts";
import { createKey } from "../../../src/actions/access/change-key.ts";
import { changeProfile } from "../../../src/actions/access/change-profile.ts";
import { invite } from "../../../src/actions/access/invite-person.ts";
import { raiseFromTool } from "../../../src/actions/connections/raise-from-tool.ts";
import type { AnyAction } from "../../../src/actions/define-action.ts";
import { confirmIssue } from "../../../src/actions/issues/confirm-issue.ts";
import { fixIssue } from "../../../src/actions/issues/fix-issue.ts";
import { raiseIssue } from "../../../src/actions/issues/raise-issue.ts";
import { repeatNotification, testNotification } from "../../../src/actions/outbox/notification-attempts.ts";
import { startErasure } from "../../../src/actions/privacy/start-erasure.ts";
import { recordResults } from "../../../src/actions/results/record-results.ts";
import { recordTestRun } from "../../../src/actions/results/record-test-run.ts";
import { setNotApplicable } from "../../../src/actions/results/set-not-applicable.ts";
import { receiveDelivery, receiveRecovery } from "../../../src/actions/webhook/receive-delivery.ts";
import { Fault } from "../../../src/domain/fault.ts";
import { notifySenders } from "../../../src/outbound/notify-senders.ts";

async function wokenBy(action: AnyAction, answer: () => Promise<never>): Promise<string[]> {
  const woken: string[] = [];
  const performer = notifySenders(
    { perform: answer, close: async () => {} },
    {
      outbox: { wake: () => woken.push("outbox") },
      forwarding: { wake: () => woken.push("forwarding") },
      mailing: { wake: () => woken.push("mailing") },
      erasing: { wake: () => woken.push("erasing") },
      renaming: { wake: () => woken.push("renaming") },
    },
  );
  await performer.perform(action, {} as never).catch(() => {});
  return woken;
}

const done = async () => undefined as never;

test.each<AnyAction>([
  fixIssue,
  confirmIssue,
  recordResults,
  recordTestRun,
  recordTestRun.once,
  setNotApplicable,
  receiveRecovery,
])("$name may fix or verify: it wakes those who notify and those who forward", async (action) => {
  expect(await wokenBy(action, done)).toEqual(["outbox", "forwarding"]);
});

test.each<AnyAction>([raiseIssue, raiseFromTool, receiveDelivery])(
  "$name may raise an issue: it wakes those who forward",
  async (action) => {
    expect(await wokenBy(action, done)).toEqual(["forwarding"]);
  },
);

test("changeProfile may leave a new name to be written to issues, and a link to be mailed: it wakes those who do that", async () => {
  expect(await wokenBy(changeProfile, done)).toEqual(["mailing", "renaming"]);
});

test.each<AnyAction>([repeatNotification, testNotification])(
  "$name leaves a notification to be sent: it wakes those who notify",
  async (action) => {
    expect(await wokenBy(action, done)).toEqual(["outbox"]);
  },
);

test.each<AnyAction>([invite, askForReset, mailResetLink])(
  "$name may leave a mail to be sent: it wakes those who mail",
  async (action) => {
    expect(await wokenBy(action, done)).toEqual(["mailing"]);
  },
);

test("startErasure leaves something to be erased: it wakes whoever erases", async () => {
  expect(await wokenBy(startErasure, done)).toEqual(["erasing"]);
});

test("what is refused, and what leaves nothing to send, wakes nobody", async () => {
  expect(await wokenBy(createKey, done)).toEqual([]);
  expect(await wokenBy(fixIssue, () => Promise.reject(new Fault("not_found", "No such issue.")))).toEqual([]);
});
