// The logs of the webhook page: what came in, what went out, and doing either again.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shoot } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, webhookAdmin } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { openHook } from "../support/clients/webhook-client.ts";
import { openReceiver, type Receiver } from "../support/fake-tools/notify-receiver.ts";
import { notifiedApp } from "../support/samples/notified-app.ts";

describe("the logs of the webhook", () => {
  const { world, browser } = stageOf("sqlite");
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver.close();
  });

  test("a refused delivery says why, is mended by a mapping, and is replayed", async () => {
    const hook = await openHook(world, BANK);
    await hook.deliver({ headline: "<b>Cards</b> fail", big: "12345678901234567890", number: 1 });
    await hook.deliver('{"headline": "Fees", "id": 12345678901234567890}');
    const who = await webhookAdmin(browser, world, hook.app.id, "deliveries");
    const { page } = who;
    await page
      .getByRole("button", { name: /Refused: no title/ })
      .first()
      .click();
    const body = page.getByRole("region", { name: "Body" });
    await expect.poll(() => body.textContent()).toContain('"id": 12345678901234567890');
    await shoot(page, "deliveries-open");
    await page.getByRole("button", { name: "Use in the mapping editor" }).click();
    await page.getByRole("treeitem", { name: /headline/ }).click();
    await page.getByRole("article", { name: "Issue" }).getByText("Fees").waitFor();
    await page.getByRole("treeitem", { name: "id 12345678901234567890" }).waitFor();
    await page.getByRole("button", { name: "Save and use it" }).click();
    await page.getByText("The mapping is saved.").waitFor();

    await page.getByRole("link", { name: "Deliveries" }).click();
    await page
      .getByRole("button", { name: /Refused: no title/ })
      .last()
      .click();
    await page.getByRole("button", { name: "Replay" }).click();
    await page.getByText("Replayed:").waitFor();
    expect(await page.evaluate<string>("document.activeElement.textContent")).toBe("Replay");
    await page.getByRole("button", { name: /Raised Replay/ }).waitFor();
    expect((await hook.issues())[0]?.text).toBe("<b>Cards</b> fail");
    const { code } = (await hook.log(3))[0].issue;
    await page.getByRole("list", { name: "Deliveries" }).getByRole("link", { name: code }).first().waitFor();
    await who.close();
  });

  test("is endless, shows what comes in while it is looked at, and is walked by keys", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 2" });
    for (let n = 0; n < 60; n++) await hook.deliver({ title: `Number ${n}`, external_id: "one and the same" });
    const who = await webhookAdmin(browser, world, hook.app.id, "deliveries");
    const { page } = who;
    const entries = page.getByRole("list", { name: "Deliveries" }).locator(":scope > li");
    await expect.poll(() => entries.count()).toBe(50);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    expect(await entries.nth(1).getByRole("button", { expanded: true }).count()).toBe(1);
    await page.getByRole("region", { name: "Answer" }).getByText("Issue, open already").waitFor();
    await page.keyboard.press("Enter");
    await page.mouse.wheel(0, 20_000);
    await page.getByText("That is all of them.").waitFor();
    expect(await entries.count()).toBe(60);
    await hook.deliver("no JSON at all");
    await page.getByRole("button", { name: /Refused: not readable/ }).waitFor();
    expect(await entries.count()).toBe(61);
    await who.close();
  });

  test("a notification says what came of it, and is sent again", async () => {
    const app = await notifiedApp(world, receiver.url, { ...BANK, name: "Lantern Bank 3" });
    receiver.behave((response) => response.writeHead(503).end());
    await app.raiseAndFix({ title: "Fees are wrong" });
    const [sent] = await app.settled();
    const { code } = sent!.body.issue as { code: string };
    const who = await webhookAdmin(browser, world, app.id, "notifications");
    const { page } = who;
    await page.getByRole("button", { name: /Failed Fixed The receiver answered 503/ }).click();
    await page.getByRole("region", { name: "Body" }).getByText('"event": "issue.fixed"').waitFor();
    await page.getByText("The receiver may get it twice.").waitFor();
    await shoot(page, "notifications-open");
    receiver.behave((response) => response.writeHead(204).end());
    await page.getByRole("button", { name: "Send it again", exact: true }).click();
    await page.getByRole("button", { name: /Delivered Fixed ?Sent again ?Answered 204/ }).waitFor();
    await page.getByRole("list", { name: "Notifications" }).getByRole("link", { name: code }).first().waitFor();

    // Within one minute, however slow this machine is.
    world.clock.frozenAt = Math.ceil(Date.now() / 60_000) * 60_000 + 10_000;
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("button", { name: /Delivered Test/ }).waitFor();
    for (let n = 2; n <= 5; n++) await dataOf(world, "POST", `/apps/${app.id}/notifications/test`);
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByRole("button", { name: /Again in \d+ s/ }).waitFor();
    world.clock.frozenAt = null;
    await app.settled();
    const tests = receiver.arrivals.filter(({ body }) => body.issue.id === "iss_sample");
    expect(tests).toHaveLength(5);
    await shoot(page, "notifications-limited");
    await who.close();
  });
});
