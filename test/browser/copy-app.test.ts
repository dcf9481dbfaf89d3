// A copy of an app, made from its settings.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleApps } from "../support/samples/sample-apps.ts";

describe("copying an app", () => {
  const { world, browser } = stageOf("sqlite");

  test("takes a name, says why one is refused, and leads to the copy, without N/A marks if asked", async () => {
    const shop = await sampleApps(world);
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${shop}/settings`);
    const panel = page.getByRole("region", { name: "Copy", exact: true });
    expect(await panel.getByRole("button", { name: "Copy this app" }).isDisabled()).toBe(true);
    await panel.getByLabel("Name of the copy").fill("Harbour Shop");
    await panel.getByLabel("Also copy what is marked N/A").uncheck();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await panel.getByText("Another app of this workspace has this name, or one that looks the same.").waitFor();
    await shoot(page, "copy-app");
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel.getByLabel("Name of the copy").fill("Harbour Shop for partners");
    await panel.getByLabel("Name of the copy").press("Enter");
    await page.getByRole("heading", { level: 1, name: "Harbour Shop for partners" }).waitFor();
    await page.getByText("Harbour Shop for partners is created, as a copy of Harbour Shop.").waitFor();
    const id = new URL(page.url()).pathname.split("/")[2]!;
    const { body } = await world.call(world.admin, "GET", `/apps/${id}`);
    expect(body.data.summary).toMatchObject({ checks: 4, not_applicable: 0, untested: 12 });
    await who.close();
  });

  test("fits a phone, and is for admins who reach every app", async () => {
    const { id } = await world.app({ name: "Lantern Copy" });
    const who = await signedIn(browser, world, "admin", { viewport: PHONE });
    const { page } = who;
    await who.go(`/apps/${id}/settings`);
    await page.getByRole("region", { name: "Copy", exact: true }).scrollIntoViewIfNeeded();
    await shoot(page, "copy-app-phone");
    expect(await page.evaluate<boolean>("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await who.close();
  });
});
