// A runbook with fifty platforms, and titles without an end: the cell one is at stays in sight, and nothing sticks out.
import { beforeAll, describe, expect, test } from "vitest";
import { PHONE, shoot, signedIn } from "../support/browser.ts";
import { stageOf } from "../support/browser-of.ts";

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
    for (const path of ["", "/issues", "/webhook"]) {
      await who.go(`/apps/${id}${path}`);
      await page.getByRole("heading", { name: "Airport" }).waitFor();
      await page.waitForLoadState("networkidle", { timeout: 1_500 }).catch(() => {});
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
});
