// A runbook with fifty platforms, and titles without an end: the cell one is at stays in sight, nothing sticks out, and
// platforms can be hidden.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

const ENDLESS = "Withoutanyplacetobreak".repeat(12);
const PLATFORMS = Array.from({ length: 50 }, (_, i) => ({
  code: `p${i}`,
  label: i === 3 ? ENDLESS.slice(0, 60) : `Platform ${i}`,
}));

describe("a wide runbook", () => {
  const { world, browser } = stageOf("sqlite");
  let id: string;
  beforeAll(async () => {
    const checks = [{ ref: "A-1", title: ENDLESS }];
    const sections = [{ ref: "A", title: "Arrivals", checks }];
    id = (await world.app({ name: "Airport", mode: "live", platforms: PLATFORMS, sections })).id;
    await world.call(world.admin, "POST", "/issues", { app: id, check: "A-1", text: "Late", platforms: ["p1"] });
  });

  test("shows the cell and the section one is at, however far to the right", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    const box = async (name: RegExp) => (await page.getByRole("gridcell", { name }).boundingBox())!;
    await page.keyboard.press("End");
    await expect.poll(async () => (await box(/Platform 49/)).x).toBeLessThan(1280 - 40);
    expect((await page.getByText("Arrivals", { exact: true }).boundingBox())!.x).toBeGreaterThanOrEqual(0);
    await shoot(page, "runbook-wide");
    for (let i = 0; i < 30; i++) await page.keyboard.press("h");
    const title = (await page.getByRole("rowheader").last().boundingBox())!;
    await expect.poll(async () => (await box(/Platform 19/)).x).toBeGreaterThanOrEqual(title.x + title.width - 1);
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").waitFor();
    const label = (await dialog.getByText(ENDLESS, { exact: true }).first().boundingBox())!;
    expect(label.width).toBeLessThan((await dialog.boundingBox())!.width);
    await who.close();
  });

  test("fits a phone, on every part of the webhook's page, too", async () => {
    const who = await signedIn(browser, world, "admin", { viewport: PHONE });
    const { page } = who;
    for (const [path, words] of [
      ["", ENDLESS],
      ["/issues", "Late"],
      ["/webhook", "Webhook URL"],
    ] as const) {
      await who.go(`/apps/${id}${path}`);
      await page.getByRole("heading", { name: "Airport" }).waitFor();
      await page.getByText(words).first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    }
    await who.close();
  });

  test("a double click fixes an issue, and doesn't reopen it", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${id}/issues`);
    await page.getByRole("link", { name: /Late/ }).click();
    await page.getByRole("button", { name: "Fix", exact: true }).dblclick();
    await page.getByText("Fixed.", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Reopen" }).waitFor();
    expect(await page.getByText("Reopened.").count()).toBe(0);
    await who.close();
  });

  const toggle = async (page: Page, ...labels: string[]) => {
    await page.getByRole("button", { name: "View" }).click();
    for (const name of labels) await page.getByRole("menuitemcheckbox", { name, exact: true }).click();
    await page.keyboard.press("Escape");
  };
  const note = (page: Page, words: string) => page.getByRole("status").getByText(words, { exact: true });

  test("a hidden platform is out of the grid, the counts, the keys and what is recorded for a row, until it is shown again", async () => {
    const shop = (await sampleRunbook(world, "Harbour Hidden")).id;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    const platforms = page.getByRole("columnheader");
    const statuses = async (ref: string) =>
      (await dataOf(world, "GET", `/checks?app=${shop}`))
        .find((one: { ref: string }) => one.ref === ref)
        .platforms.map(({ status }: { status: string }) => status);
    await who.go(`/apps/${shop}`);
    await page.getByRole("grid").waitFor();
    // Chosen, and then hidden: nothing is done to what nobody sees.
    await page.keyboard.press("j");
    await page.keyboard.press("End");
    await page.keyboard.press("x");
    await toggle(page, "Android");
    expect(await platforms.allInnerTexts()).toEqual(["Check", "Web", "iOS"]);
    await note(page, "1 platform hidden").waitFor();
    await page.getByRole("button", { name: /^Failed\s*1$/ }).waitFor();
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await expect.poll(() => page.url()).toContain("on=ios");
    for (const key of ["ArrowRight", "Home", "j", "f"]) await page.keyboard.press(key);
    await page.getByText("Keep the cart after signing in on 2 platforms: failed.").waitFor();
    await expect.poll(() => statuses("CART-3")).toEqual(["failed", "failed", "needs_retest"]);
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    expect(await dialog.getByRole("checkbox", { name: "iOS" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Android" }).isChecked()).toBe(false);
    await page.keyboard.press("Escape");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "runbook-hidden");
    // It is remembered for this app, and the last platform can't be hidden.
    await page.reload();
    await note(page, "1 platform hidden").waitFor();
    await toggle(page, "Web");
    await note(page, "2 platforms hidden").waitFor();
    await page.getByRole("button", { name: "View" }).click();
    const last = page.getByRole("menuitemcheckbox", { name: "iOS", exact: true });
    expect(await last.isDisabled()).toBe(true);
    await shoot(page, "runbook-hidden-menu");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show all platforms" }).click();
    await expect.poll(() => platforms.count()).toBe(4);
    expect(await page.evaluate("document.activeElement.role")).toBe("grid");
    await who.close();
  });

  test("a link to a hidden platform shows it, and so does its filter; on a phone it is out of the picker", async () => {
    const shop = (await sampleRunbook(world, "Harbour Linked")).id;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    const platforms = page.getByRole("columnheader");
    await who.go(`/apps/${shop}`);
    await page.getByRole("grid").waitFor();
    await toggle(page, "Android", "iOS");
    await note(page, "2 platforms hidden").waitFor();
    await who.go(`/apps/${shop}?at=CART-2&on=android`);
    await page
      .getByRole("gridcell", { name: "Change the quantity in the cart, Android, failed", selected: false })
      .waitFor();
    await note(page, "1 platform hidden").waitFor();
    await page.keyboard.press("n");
    await page.getByText("Change the quantity in the cart on Android: N/A.").waitFor();
    await toggle(page, "Android");
    await note(page, "2 platforms hidden").waitFor();
    await page.getByRole("combobox", { name: "Platform" }).selectOption("iOS");
    await expect.poll(() => platforms.allInnerTexts()).toEqual(["Check", "iOS"]);
    await page.setViewportSize(PHONE);
    await page.goto(`/apps/${shop}`);
    await note(page, "2 platforms hidden").waitFor();
    await shoot(page, "runbook-hidden-phone");
    expect(await page.getByRole("radiogroup", { name: "Platform" }).innerText()).toBe("Web");
    await toggle(page, "Android");
    await expect.poll(() => page.getByRole("radio").count()).toBe(2);
    await page.goto(`/apps/${shop}?check=CART-2&on=ios`);
    await page.getByRole("dialog").getByText("iOS").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByRole("radio", { name: "iOS" }).isChecked()).toBe(true);
    await who.close();
  });
});
