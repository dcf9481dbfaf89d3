// The webhook page in light and dark, wide and narrow: nothing for axe to find, and nothing scrolls sideways.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, DESKTOP, PHONE, shoot } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, reached, webhookAdmin } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { issueClientOf } from "../support/clients/issue-client.ts";
import { post, signed } from "../support/clients/webhook-client.ts";
import { openReceiver, type Receiver } from "../support/fake-tools/notify-receiver.ts";
import { type NotifiedApp, notifiedApp } from "../support/samples/notified-app.ts";

const HOSTILE = `<script>alert(1)</script> \u202Etxet ${"endless".repeat(40)} =cmd|' /C calc'!A0`;

describe("how the webhook page looks", () => {
  const { world, browser } = stageOf("sqlite", { webhookRate: 10 });
  let receiver: Receiver;
  let app: NotifiedApp;
  beforeAll(async () => {
    receiver = await openReceiver();
    app = await busyApp();
  });
  afterAll(async () => {
    await receiver.close();
  });

  /** With something of every kind in both logs, and most of the hour used. */
  async function busyApp(): Promise<NotifiedApp> {
    const notified = await notifiedApp(world, receiver.url, BANK);
    await notified.raiseAndFix({ title: "A transfer above 10,000 shows the wrong fee", external_id: "desk-2291" });
    receiver.behave((response) => response.writeHead(503).end());
    const issue = await notified.raiseAndFix({ title: HOSTILE, description: HOSTILE });
    await issueClientOf(world).confirm(issue.id);
    for (const title of ["The receipt never arrives", "Freeze fails", "Icons are blurred", "Fees", "Cards", "Limits"]) {
      await notified.raise({ title, source: "Help desk" });
    }
    const { url } = await dataOf(world, "GET", `/apps/${notified.id}/webhook`);
    expect((await post(reached(world, url), { title: "Not signed" })).status).toBe(401);
    const wordless = { deploy: "8.2.0" };
    expect((await post(reached(world, url), wordless, signed(notified.secret, wordless))).status).toBe(400);
    return notified;
  }

  async function expectGood(page: Page, name: string): Promise<void> {
    await shoot(page, `look-${name}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  }

  const SIZES = { wide: DESKTOP, narrow: PHONE };
  test.each(["wide", "narrow"] as const)("%s", async (size) => {
    const who = await webhookAdmin(browser, world, app.id, "setup", { viewport: SIZES[size] });
    const { page } = who;
    const look = (name: string) => expectGood(page, `${size}-${name}`);
    await page.getByRole("complementary").getByRole("link", { name: "All deliveries" }).waitFor();
    await shoot(page, `look-${size}-setup-top`);
    await page.getByRole("button", { name: "Generate a new URL" }).click();
    await look("setup");
    await page.getByRole("region", { name: "Notify URL" }).scrollIntoViewIfNeeded();
    await shoot(page, `look-${size}-setup-end`);

    await page.getByRole("link", { name: "Mapping" }).click();
    await page.getByLabel("Payload to try").selectOption("sample Bugsnag");
    await page.getByRole("button", { name: "Fill in a mapping for Bugsnag" }).click();
    if (size === "narrow") await page.getByRole("button", { name: "Expressions" }).click();
    await page.getByLabel("Link back").fill("error.url]");
    await page.getByText("At character 10:").waitFor();
    if (size === "narrow") {
      await look("mapping-expressions");
      await page.getByRole("button", { name: "Issue", exact: true }).click();
    }
    await page.getByRole("article", { name: "Issue" }).getByText("FeeTableError").waitFor();
    await look("mapping");

    await page.getByRole("link", { name: "Deliveries" }).click();
    await page
      .getByRole("button", { name: /Raised/ })
      .nth(6)
      .click();
    await page.getByRole("region", { name: "Body" }).getByText("endlessendless").waitFor();
    await look("deliveries");
    await page.getByRole("link", { name: "Notifications" }).click();
    await page.getByRole("button", { name: /Fix verified/ }).click();
    await look("notifications");
    await who.close();
  });
});
