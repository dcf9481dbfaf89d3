// An assistant at work, by the official client: what needs a retest, results, an issue raised, fixed and tested again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueClientOf } from "../../support/clients/issue-client.ts";
import { type Assistant, assistantOf, ERAS, type Era, WAYS } from "../../support/clients/mcp-client.ts";
import { openReceiver, type Receiver } from "../../support/fake-tools/notify-receiver.ts";
import { notifiedApp } from "../../support/samples/notified-app.ts";
import { DATABASES } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

const CASES = WAYS.flatMap((way) => (Object.keys(ERAS) as Era[]).map((era) => ({ way, era })));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind, { webhookRate: 0 });
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver?.close());

  test.each(CASES)(
    "over $way in the $era protocol: finds what needs a retest, records, raises, fixes, and the gate opens",
    async ({ way, era }) => {
      const app = await world.app();
      const assistant: Assistant = await assistantOf(world.address, world.admin, era, way);
      try {
        const raised = await assistant.use("raise_issue", {
          app: app.name,
          check: "PAY-1",
          platforms: ["ios"],
          text: "The form stays empty",
          priority: "high",
        });
        expect(raised.text).toMatch(/^Raised\.\n\w+-1 \[open, high\] .*PAY-1 Card \(ios\)/);
        expect(raised.data.issue).toMatchObject({
          via: "api",
          raised_by: "admin key via MCP",
          check: { ref: "PAY-1" },
          platforms: ["ios"],
        });
        const { code } = raised.data.issue;

        const fixed = await assistant.use("fix_issue", { issue: code });
        expect(fixed.data.issue).toMatchObject({ status: "fixed", fixed_by: "admin key via MCP" });
        const waiting = await assistant.use("list_checks", { app: app.name, status: "needs_retest" });
        expect(waiting.text).toContain("PAY-1 Card: ios: needs_retest, android: untested");
        expect(waiting.data.checks.map(({ ref }: { ref: string }) => ref)).toEqual(["PAY-1"]);
        expect((await assistant.use("check_gate", { app: app.name })).data.gate.result).toBe("fail");

        const results = ["SIGN-1", "SIGN-2", "PAY-1"].map((check) => ({ check, outcome: "passed", build: "1.2" }));
        const recorded = await assistant.use("record_results", { app: app.id, results });
        expect(recorded.text).toContain("Recorded 6 results.");
        expect((await assistant.use("list_checks", { app: app.id, status: "needs_retest" })).data.checks).toEqual([]);
        expect((await assistant.use("check_gate", { app: app.id })).text).toMatch(/^pass: /);
        const check = await assistant.use("get_check", { app: app.id, check: "Card" });
        expect(check.data.check.platforms[0].last_result).toMatchObject({
          outcome: "passed",
          recorded_by: "admin key via MCP",
          build: "1.2",
        });
      } finally {
        await assistant.close();
      }
      expect((await world.problems()).filter((line) => line.startsWith(app.name))).toEqual([]);
    },
    120_000,
  );

  test.each(["current", "older"] as const)(
    "in the %s protocol a fix sends one notification, a second fix none, and a confirmation another",
    async (era) => {
      const app = await notifiedApp(world, receiver.url);
      const issue = await app.raise();
      const assistant = await assistantOf(world.address, world.admin, era);
      expect((await assistant.use("fix_issue", { issue: issue.id })).text).toMatch(/^Fixed/);
      expect((await assistant.use("fix_issue", { issue: issue.id, fixed: true })).isError).toBe(false);
      expect(await app.settled()).toHaveLength(1);
      const arrived = receiver.arrivals.filter(({ body }) => body.issue.id === issue.id);
      expect(arrived.map(({ body }) => body.issue.fixed_by)).toEqual(["admin key via MCP"]);
      const confirmed = await assistant.use("confirm_issue", { issue: issue.id });
      expect(confirmed.data.issue.confirmed_fixed_by).toBe("admin key via MCP");
      expect(await app.settled()).toHaveLength(2);
      const reopened = await assistant.use("fix_issue", { issue: issue.id, fixed: false });
      expect(reopened.text).toMatch(/^Open again\./);
      await assistant.close();
      expect((await issueClientOf(world).read(issue.id)).status).toBe("open");
      expect(await app.settled()).toHaveLength(2);
    },
    60_000,
  );
});
