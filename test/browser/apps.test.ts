// The page of all apps: what each shows, the way in, and creating one.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { HOSTILE, sampleApps } from "../support/samples/sample-apps.ts";

const MORE = [HOSTILE, "Quay Tickets", "Pier Parking", "Tide Tables", "Buoy", "Anchor Admin", "Crane Control"];
describe("the page of all apps", () => {
  const { world, browser } = stageOf("sqlite");
  let shop: string;
  beforeAll(async () => {
    shop = await sampleApps(world, MORE);
  });

  test("each app says how far it is and what waits, and leads there", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/");
    const row = page.getByRole("listitem").filter({ hasText: "Harbour Shop" });
    await row.getByText("45 % complete").waitFor();
    expect(await row.getByRole("img").getAttribute("aria-label")).toBe(
      "3 passed, 2 failed, 2 needs retest, 4 untested, 1 n/a",
    );
    const retest = row.getByRole("link", { name: "2 need a retest in Harbour Shop" });
    expect(await retest.getAttribute("href")).toBe(`/apps/${shop}?status=needs_retest`);
    expect(await row.getByRole("link", { name: "1 open issue in Harbour Shop" }).getAttribute("href")).toBe(
      `/apps/${shop}/issues`,
    );
    await page.getByRole("link", { name: "2 untested in Lantern Bank" }).waitFor();
    // What failed without an issue is said beside what is untested.
    const results = [{ check: "TRF-1", platforms: ["ios"], outcome: "failed" }];
    const { body } = await world.call(world.admin, "GET", "/apps");
    const bank = body.data.find(({ name }: { name: string }) => name === "Lantern Bank").id;
    await world.call(world.admin, "POST", "/results", { app: bank, results });
    await page.getByRole("link", { name: "1 failed in Lantern Bank" }).waitFor();
    await page.getByRole("link", { name: "1 untested in Lantern Bank" }).waitFor();
    expect(await page.getByText("Nothing to do").count()).toBe(0);
    // Text is text, whatever it looks like.
    expect(await page.getByRole("link", { name: "<img src=x onerror=alert(1)>" }).count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "apps-desktop");
    await page.getByRole("button", { name: "Import" }).click();
    const button = page.getByRole("dialog").getByRole("button", { name: "Choose a file" });
    const [own, around] = [(await button.boundingBox())!, (await button.locator("..").boundingBox())!];
    expect(Math.abs(own.x + own.width / 2 - around.x - around.width / 2)).toBeLessThan(2);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    // What happens elsewhere is seen here.
    await world.call(world.admin, "POST", "/issues", { app: shop, check: "PAY-2", text: "The wallet does not open" });
    await row.getByText("2 open issues").waitFor();
    // The whole row is the way in.
    await row.click({ position: { x: 400, y: 10 } });
    await page.getByRole("heading", { level: 1, name: "Harbour Shop" }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/apps/${shop}`);
    await who.close();
  });

  test("keys go from app to app, the filter finds one, and Enter opens it", async () => {
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go("/");
    const shown = page.getByRole("list", { name: "Apps" }).getByRole("listitem");
    await expect.poll(() => shown.count()).toBe(9);
    expect(await shown.first().innerText()).toContain("Harbour Shop");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Harbour Shop");
    await page.getByText("Name", { exact: true }).click();
    await expect.poll(() => shown.nth(1).innerText()).toContain("Anchor Admin");
    await page.keyboard.press("Escape");
    await page.getByRole("heading", { name: "Apps" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("bank");
    await expect.poll(() => shown.count()).toBe(1);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Lantern Bank" }).waitFor();
    await who.close();
  });

  test("an app is created by keyboard, and a name that is taken keeps what was typed", async () => {
    const who = await signedIn(browser, world, "admin", { colorScheme: "dark" });
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: "New app" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New app" });
    await dialog.waitFor();
    await page.keyboard.type("Harbour Shop");
    await page.keyboard.press("Enter");
    await dialog.getByText("Choose at least one platform.").waitFor();
    await dialog.getByRole("button", { name: "iOS" }).click();
    await dialog.getByLabel("Another platform").fill("Smart TV");
    await page.keyboard.press("Enter");
    expect(await dialog.getByRole("button", { name: "Smart TV" }).getAttribute("aria-pressed")).toBe("true");
    await dialog.getByLabel("First section").fill("Playback");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "apps-create-dark");
    await page.keyboard.press("Enter");
    await dialog.getByText("Another app of this workspace has this name, or one that looks the same.").waitFor();
    await dialog.getByLabel("Name").fill("Pilot Player");
    await dialog.getByRole("button", { name: "Create app" }).click();
    await page.getByRole("heading", { level: 1, name: "Pilot Player" }).waitFor();
    const made = (await world.call(world.admin, "GET", "/apps/Pilot%20Player")).body.data;
    expect(made.platforms).toEqual([
      { code: "ios", label: "iOS" },
      { code: "smart-tv", label: "Smart TV" },
    ]);
    expect(made.sections.map(({ title }: { title: string }) => title)).toEqual(["Playback"]);
    await who.close();
  });

  test("another platform that was typed and not added yet belongs to the new app", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/");
    await page.getByRole("button", { name: "New app" }).waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("Pocket Radio");
    const dialog = page.getByRole("dialog", { name: "New app" });
    await dialog.getByLabel("Another platform").fill("x".repeat(350));
    expect(await dialog.getByRole("button", { name: "Create app" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Another platform").fill("Car display");
    expect(await dialog.getByLabel("Name").inputValue()).toBe("Pocket Radio");
    await dialog.getByRole("button", { name: "Create app" }).click();
    await page.getByRole("heading", { level: 1, name: "Pocket Radio" }).waitFor();
    const { platforms } = (await world.call(world.admin, "GET", "/apps/Pocket%20Radio")).body.data;
    expect(platforms).toEqual([{ code: "car-display", label: "Car display" }]);
    await who.close();
  });

  test("an address that leads nowhere says what isn't there, and where to go on", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    const leads = async (path: string, heading: string, way: string) => {
      await who.go(path);
      await page.getByRole("heading", { name: heading }).waitFor();
      await page.getByRole("main").getByRole("link", { name: way }).waitFor();
    };
    await leads("/nothing-here", "There is no such page", "All apps");
    await page.getByText("Nothing is at /nothing-here.").waitFor();
    expect(await page.title()).toBe("There is no such page · Retest");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "no-such-page");
    await leads("/apps/%zz", "There is no such", "All apps");
    await leads("/apps/app_none", "There is no such app", "All apps");
    await leads("/apps/app_none/settings", "There is no such app", "All issues");
    await leads(`/apps/${shop}/isues`, "There is no such page", "All apps");
    await leads("/issues/iss_none", "There is no such issue", "All issues");
    await leads(`/apps/${shop}/issues/iss_none`, "There is no such issue", "All issues");
    expect(await accessibilityFaults(page)).toEqual([]);
    await leads(`/apps/${shop}/connections/con_none`, "There is no such connection", "All connections");
    await leads("/workspace/none", "There is no such page", "Workspace: people");
    await page.getByRole("main").getByRole("link", { name: "All apps" }).click();
    await page.getByRole("heading", { level: 1, name: "Apps" }).waitFor();
    await who.close();
  });

  test("what could not be loaded is there by itself once the server can answer again", async () => {
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    let isAway = true;
    const away = { status: 503, json: { error: { code: "unavailable", message: "The database is away." } } };
    for (const path of ["me", "overview"]) {
      await page.route(`**/ui/v1/${path}`, (route) => (isAway ? route.fulfill(away) : route.continue()));
    }
    await who.go("/");
    const failed = page.getByRole("heading", { name: "This could not be loaded" });
    await failed.waitFor();
    await page.getByText("The database is away.").waitFor();
    await page.getByRole("button", { name: "Try again" }).waitFor();
    isAway = false;
    await page.unroute("**/ui/v1/me");
    await page.evaluate("dispatchEvent(new Event('focus'))");
    await page.getByRole("list", { name: "Apps" }).waitFor();
    expect(await failed.count()).toBe(0);
    await who.close();
  });

  test("a dialog that is closed gives the focus back", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go("/");
    const button = page.getByRole("button", { name: "New app" });
    await button.click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await expect.poll(() => page.locator(":focus").innerText()).toBe("New app");
    await who.close();
  });
});
