// What recoveries do, chosen on the webhook page: seen in the preview, and in the log once one has come.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, webhookAdmin } from "../support/browser/webhook-page.ts";
import { openHook } from "../support/clients/webhook-client.ts";

const ALERT = { title: "The card service is down", source: "probe", external_id: "cards" };
const RECOVERY = { ...ALERT, title: "The card service is up", recovered: true };

describe("recoveries on the webhook page", () => {
  const { world, browser } = stageOf("sqlite");

  test("are set with a choice that can be undone, and the preview and the log say what one does", async () => {
    const hook = await openHook(world, BANK);
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    const region = page.getByRole("region", { name: "Recoveries" });
    await region.getByRole("radio", { name: /Treat them like any delivery/ }).waitFor();
    expect(await region.getByRole("radio", { name: /Treat them/ }).isChecked()).toBe(true);
    await region.getByRole("radio", { name: /Ignore them/ }).check();
    await page.getByText("Recoveries are ignored now.").waitFor();
    await expect.poll(async () => (await hook.config()).recoveries).toBe("ignore");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await hook.config()).recoveries).toBe("raise");
    await region.getByRole("radio", { name: /Mark the issue fixed/ }).check();
    await expect.poll(async () => (await hook.config()).recoveries).toBe("fix");
    await region.scrollIntoViewIfNeeded();
    await shoot(page, "recoveries-setup");
    expect(await accessibilityFaults(page)).toEqual([]);

    await hook.raised(ALERT);
    for (let i = 0; i < 2; i++) await hook.deliver(RECOVERY);
    await page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await page.getByRole("button", { name: /Ignored A recovery, and no issue of it was open/ }).waitFor();
    await page.getByRole("button", { name: /Fixed A recovery: its issue is fixed/ }).click();
    await page.getByText("Issue fixed", { exact: true }).waitFor();
    await shoot(page, "recoveries-log");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Use in the mapping editor" }).click();
    await page.getByText("This is a recovery: it would fix the issue", { exact: true }).waitFor();
    expect(await page.getByRole("article", { name: "Issue" }).count()).toBe(0);
    await shoot(page, "recoveries-preview");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Change what recoveries do" }).click();
    await region.getByRole("radio", { name: /Treat them/ }).check();
    await page.getByRole("link", { name: "Mapping" }).click();
    await page.getByRole("article", { name: "Issue" }).getByText("The card service is up").waitFor();
    await page.getByText("Recoveries are treated like any delivery: without").last().waitFor();
    await who.close();
  });

  test("a mapping says where a recovery shows and brings words of the tool, with one button for a known one", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 2" });
    await hook.configure({ preset: "custom", recoveries: "fix" });
    const who = await webhookAdmin(browser, world, hook.app.id);
    const { page } = who;
    await page.getByRole("link", { name: "Fill in Recovered" }).click();
    await page.getByLabel("Payload to try").selectOption("sample Uptime Kuma, recovered");
    expect(await page.getByLabel("Words for recovered").isVisible()).toBe(false);
    await page.getByRole("button", { name: "Fill in a mapping for Uptime Kuma, recovered" }).click();
    await page.getByText("This is a recovery: it would fix the issue", { exact: true }).waitFor();
    expect(await page.getByLabel("Words for recovered").inputValue()).toBe("1");
    await page.getByLabel("Words for priorities").fill("5 = worst");
    await page.getByText("At character 1: write a word, = and urgent, high, medium or low.").waitFor();
    expect(await page.getByRole("button", { name: "Save mapping" }).isDisabled()).toBe(true);
    await page.getByLabel("Words for priorities").scrollIntoViewIfNeeded();
    await shoot(page, "recoveries-words");
    await page.getByLabel("Words for priorities").fill("5 = urgent\n4 = high");
    await page.getByRole("button", { name: "Save mapping" }).click();
    await page.getByText("The mapping is saved.").waitFor();
    expect((await hook.config()).mapping).toMatchObject({
      recovered: "heartbeat.status",
      words: { priority: { "5": "urgent", "4": "high" }, recovered: ["1"] },
    });
    await page.getByLabel("Words for recovered").fill("");
    await page.getByText("does not mean that it has recovered").waitFor();
    expect(await page.getByLabel("Words for recovered").isVisible()).toBe(true);
    await who.close();
  });

  test("fit a phone", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 3" });
    await hook.configure({ preset: "custom", recoveries: "fix" });
    await hook.raised(ALERT);
    await hook.deliver(RECOVERY);
    const who = await webhookAdmin(browser, world, hook.app.id, "setup", { viewport: PHONE });
    const { page } = who;
    const fits = () => page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth");
    await page.getByRole("region", { name: "Recoveries" }).scrollIntoViewIfNeeded();
    await shoot(page, "recoveries-phone-setup");
    expect([await fits(), await accessibilityFaults(page)]).toEqual([true, []]);
    await page.getByRole("link", { name: "Deliveries", exact: true }).click();
    await page.getByRole("button", { name: /Fixed/ }).click();
    await page.getByText("Issue fixed", { exact: true }).waitFor();
    await shoot(page, "recoveries-phone-log");
    expect([await fits(), await accessibilityFaults(page)]).toEqual([true, []]);
    await page.getByRole("button", { name: "Use in the mapping editor" }).click();
    await page.getByRole("button", { name: "Issue", exact: true }).click();
    await page.getByText("This is a recovery: it would fix the issue", { exact: true }).waitFor();
    await shoot(page, "recoveries-phone-preview");
    expect([await fits(), await accessibilityFaults(page)]).toEqual([true, []]);
    await who.close();
  });
});
