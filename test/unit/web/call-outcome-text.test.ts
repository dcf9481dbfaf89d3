// What the pages say about a call to somebody else's server.
import { expect, test } from "vitest";
import { sentText } from "../../../web/src/pages/connections/connection-text.ts";
import { outcomeText } from "../../../web/src/pages/webhook/log/notification-text.ts";

const notification = (outcome: string) => ({ state: "failed", outcome }) as Parameters<typeof outcomeText>[0];

test("a call that was given up says how long was waited: five seconds for a notify URL, ten for a connected tool", () => {
  expect(outcomeText(notification("timeout"))).toBe("The receiver did not answer within 5 seconds.");
  expect(sentText("timeout", "jira")).toBe("Jira did not answer within 10 seconds.");
});
