// The configuration of the webhook, as an admin changes it.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, copied, reached, webhookAdmin } from "../support/browser/webhook-page.ts";
import { openHook, post, signed } from "../support/clients/webhook-client.ts";

/** The words of what has the focus. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>("document.activeElement.textContent");
}

describe("setting the webhook up", () => {
  const { world, browser } = stageOf("sqlite", { webhookRate: 5 });

  test("switch, preset and defaults hold at once and can be undone", async () => {
    const hook = await openHook(world, BANK);
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    await page.getByRole("switch", { name: "Accept deliveries" }).press("Space");
    await page.getByText("every delivery is refused with 404").waitFor();
    await expect.poll(async () => (await hook.config()).enabled).toBe(false);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await hook.config()).enabled).toBe(true);

    await page.getByRole("radio", { name: /Datadog/ }).check();
    await page.getByText("In Datadog, open Integrations").waitFor();
    // Each step's button copies what the step is about.
    const step = page.getByRole("listitem").filter({ hasText: "Replace the payload with the template below." });
    expect(await step.getByRole("button").allTextContents()).toEqual(["Copy the template"]);
    await page.getByRole("figure", { name: "Template to paste" }).getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => copied(page)).toContain('"aggreg_key": "$AGGREG_KEY"');
    await page.getByRole("checkbox", { name: "iOS" }).check();
    await page.getByLabel("Default priority").selectOption("high");
    const wanted = { preset: "datadog", default_platforms: ["ios"], default_priority: "high" };
    await expect.poll(() => hook.config()).toMatchObject(wanted);
    await who.close();
  });

  test("a choice is shown with the click itself, before anything was answered", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 6" });
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    const choices = [
      page.getByRole("radio", { name: /Bugsnag/ }),
      page.getByRole("checkbox", { name: "Android" }),
      page.getByRole("switch", { name: "Accept deliveries" }),
    ];
    for (const choice of choices) {
      const seen = await choice.evaluate((input: { checked: boolean; click(): void }) => {
        const before = input.checked;
        input.click();
        return [before, input.checked];
      });
      expect(seen[1]).toBe(!seen[0]);
    }
    const wanted = { preset: "bugsnag", default_platforms: ["android"], enabled: false };
    await expect.poll(() => hook.config()).toMatchObject(wanted);
    for (const choice of choices.slice(0, 2)) expect(await choice.isChecked()).toBe(true);
    await who.close();
  });

  test("a new URL takes a second step, and the old one is dead", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 2" });
    const old = (await hook.config()).url;
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    await page.getByRole("button", { name: "Generate a new URL" }).click();
    await page.getByText("The current URL stops working at once").waitFor();
    await shoot(page, "setup-new-url");
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Generate a new URL");
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog", { name: "Generate a new URL" })
      .getByRole("button", { name: "Replace the URL" })
      .click();
    await page.getByText("The webhook has a new URL.").waitFor();
    expect(await focused(page)).toBe("Generate a new URL");
    await page.getByRole("button", { name: "Reveal the URL" }).click();
    const shown = await page.getByRole("region", { name: "Webhook URL" }).locator("code").textContent();
    expect(shown).not.toBe(old);
    expect((await post(reached(world, old), { title: "Too late" })).status).toBe(404);
    expect((await post(reached(world, shown!), { title: "In time" })).status).toBe(201);
    await page.getByRole("complementary").getByText("Raised").waitFor();
    await who.close();
  });

  test("a secret is shown once; the notify URL needs it, is told its mistakes, and goes with it", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 3" });
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    await page.getByText("Set a signing secret first").waitFor();
    await page.getByRole("button", { name: "Generate a secret" }).click();
    await page.getByText("Copy it now: it is not shown again.").waitFor();
    await shoot(page, "setup-secret");
    await page.getByRole("button", { name: "Copy secret" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const secret = await copied(page);
    await page.getByRole("link", { name: "Notifications" }).click();
    await page.getByText("Tell the tool when an issue is fixed").waitFor();
    await shoot(page, "notifications-none");
    await page.getByRole("link", { name: "Set up" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect(await page.content()).not.toContain(secret);
    await expect.poll(() => focused(page)).toBe("Replace it");
    expect((await hook.deliver({ title: "Unsigned" })).status).toBe(401);
    await hook.raised({ title: "Signed" }, signed(secret, { title: "Signed" }));

    await page.getByRole("textbox", { name: "Notify URL" }).fill("http://10.0.0.5/hook");
    await page.getByRole("button", { name: "Save URL" }).click();
    await page.getByText("The URL must begin with https://.").waitFor();
    expect(await page.getByRole("textbox", { name: "Notify URL" }).inputValue()).toBe("http://10.0.0.5/hook");
    await page.getByRole("textbox", { name: "Notify URL" }).fill("http://127.0.0.1:9/hook");
    await page.keyboard.press("Enter");
    await page.getByText("The notify URL is saved.").waitFor();
    expect((await hook.config()).notify_url).toBe("http://127.0.0.1:9/hook");

    await page.getByRole("region", { name: "Signing secret" }).getByRole("button", { name: "Remove it" }).click();
    await page.getByText("The notify URL is removed with it").waitFor();
    await page.getByRole("button", { name: "Remove the secret" }).click();
    await page.getByText("Set a signing secret first").waitFor();
    expect(await hook.config()).toMatchObject({ has_secret: false, notify_url: null });
    await page.getByRole("button", { name: "Use my own" }).click();
    await page.getByLabel("Your own secret").fill("x".repeat(300));
    await page.getByRole("button", { name: "Save secret" }).click();
    await page
      .getByText(/256 bytes/)
      .nth(1)
      .waitFor();
    await page.getByLabel("Your own secret").fill("as the tool has it");
    await page.getByRole("button", { name: "Save secret" }).click();
    await page.getByText("The signing secret is stored.").waitFor();
    expect((await hook.config()).has_secret).toBe(true);
    await who.close();
  });

  test("warns when most of the hour is used, and when all of it is", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 4" });
    // Well within an hour, whatever time it is.
    world.clock.offset = 3_600_000 - (Date.now() % 3_600_000) + 600_000;
    for (const n of [1, 2, 3]) await hook.raised({ title: `Delivery ${n}` });
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    await page.getByRole("meter", { name: "Deliveries this hour" }).waitFor();
    expect(await page.getByText(/deliveries are used up this hour/).count()).toBe(0);
    await hook.raised({ title: "Delivery 4" });
    await page.getByText("4 of 5 deliveries are used up this hour.").first().waitFor();
    await hook.raised({ title: "Delivery 5" });
    await page.getByText("The limit of 5 deliveries an hour is reached.").first().waitFor();
    await shoot(page, "setup-limit");
    await who.close();
    world.clock.offset = 0;
  });

  test("is for admins of live apps", async () => {
    const app = await world.app({ ...BANK, name: "Harbour Shop", mode: "testing" });
    const who = await webhookAdmin(browser, world, app.id);
    await who.page.getByRole("heading", { name: "The webhook is for live apps" }).waitFor();
    await shoot(who.page, "not-live");
    await who.page.getByRole("link", { name: "Open the settings" }).click();
    await expect.poll(() => new URL(who.page.url()).pathname).toBe(`/apps/${app.id}/settings`);
    await who.close();
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 5" });
    const tester = await signedIn(browser, world, "tester");
    await tester.go(`/apps/${hook.app.id}/webhook`);
    await tester.page.getByText("This page is for admins").waitFor();
    expect(await tester.page.getByRole("link", { name: "Webhook" }).count()).toBe(0);
    expect(await tester.page.content()).not.toContain(hook.token);
    await tester.close();
  });
});
