// How the runbook looks and reads: accessible in light and dark and on a phone, and hostile texts as text.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser.ts";
import { sampleStage } from "../support/runbook-stage.ts";

const HOSTILE = `<img src=x onerror=alert(1)> =HYPERLINK("https://evil.example") \u202Egnp.exe ${"long".repeat(40)}`;

describe("the look of the runbook", () => {
  const { world, browser, shop } = sampleStage("sqlite");

  const trend = (page: Page) =>
    page.route("**/trend?*", (route) => {
      const day = (i: number) => new Date(Date.UTC(2026, 9, 10 + i)).toISOString().slice(0, 10);
      const data = Array.from({ length: 30 }, (_, i) => ({
        day: day(i),
        passed: 3 + Math.round(i * 0.9 + 2 * Math.sin(i / 2)),
        failed: Math.max(0, 9 - Math.round(i / 4)),
        needs_retest: Math.max(0, Math.round(4 * Math.sin(i / 5))),
        untested: 10,
        not_applicable: 1,
      }));
      return route.fulfill({ json: { data } });
    });
  const faultless = async (page: Page, name: string) => {
    await shoot(page, name);
    expect(await accessibilityFaults(page)).toEqual([]);
  };

  test("the grid, the details, the bar, the trend, the dialog", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await trend(page);
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    await page.getByRole("button", { name: "Trend" }).click();
    await page.getByRole("img", { name: /over 30 days/ }).waitFor();
    await faultless(page, "runbook");
    await page.getByRole("gridcell", { name: /^Pay by card, iOS/ }).click();
    await page.getByRole("toolbar").waitFor();
    await shoot(page, "runbook-bar");
    await page.keyboard.press("Enter");
    await page.getByText("Choose a card that ends in 4242").waitFor();
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("Shift+ArrowDown");
    await faultless(page, "runbook-detail");
    await page.keyboard.press("i");
    await page.getByRole("dialog").getByRole("textbox").fill("The form stays empty");
    await faultless(page, "runbook-issue");
    await who.close();
  });

  test("on a phone: one platform, large buttons, details from below", async () => {
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true });
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("radio", { name: "Android" }).check();
    await page.getByRole("button", { name: "Pass Remove the last article" }).tap();
    await page.getByText("Remove the last article on Android: passed.").waitFor();
    await faultless(page, "runbook-phone");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await page.getByRole("button", { name: "Undo" }).tap();
    await page.getByText("Undone.").waitFor();
    await page.getByRole("button", { name: /^Pay by card/ }).tap();
    await page.getByRole("dialog").getByText("Choose a card that ends in 4242").waitFor();
    await faultless(page, "runbook-phone-detail");
    await who.close();
  });

  test("texts of strangers are shown as text, and break nothing", async () => {
    const app = await world.app({
      name: "Hostile",
      sections: [{ ref: "S", title: HOSTILE, checks: [{ ref: "C", title: HOSTILE, instructions: HOSTILE }] }],
    });
    await world.call(world.tester, "POST", "/issues", { app: app.id, check: "C", text: HOSTILE, platforms: ["ios"] });
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${app.id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /<img src=x/ }).waitFor();
    expect(await page.locator("main img").count()).toBe(0);
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(1280);
    await faultless(page, "runbook-hostile");
    await who.close();
  });
});
