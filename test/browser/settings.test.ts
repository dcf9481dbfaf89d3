// The settings of an app.
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleApps } from "../support/samples/sample-apps.ts";

describe("the settings of an app", () => {
  const { world, browser } = stageOf("sqlite");
  let shop: string;
  beforeAll(async () => {
    shop = await sampleApps(world);
  });
  const stored = async () => (await world.call(world.admin, "GET", `/apps/${shop}`)).body.data;
  const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

  test("name and mode are saved together, undone by one press, and a refusal keeps what was typed", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${shop}/settings`);
    const general = page.getByRole("region", { name: "General" });
    await general.getByLabel("Name").fill("Lantern Bank");
    await general.getByLabel("Live").check();
    await general.getByRole("button", { name: "Save" }).click();
    await general.getByText("Another app of this workspace has this name, or one that looks the same.").waitFor();
    expect(await general.getByLabel("Name").inputValue()).toBe("Lantern Bank");
    await general.getByLabel("Name").fill("Harbour Market");
    await general.getByRole("button", { name: "Save" }).click();
    await toast(page, "Settings saved.").waitFor();
    // A live app has a webhook.
    await page.getByRole("link", { name: "Webhook" }).waitFor();
    expect(await stored()).toMatchObject({ name: "Harbour Market", mode: "live" });
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("heading", { level: 1, name: "Harbour Shop" }).waitFor();
    await expect.poll(async () => (await stored()).mode).toBe("testing");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "settings-desktop");
    await who.close();
  });

  test("a name, a prefix, a mode, a new platform and a new repository that are not saved are still there after leaving the page", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${shop}/settings`);
    const general = page.getByRole("region", { name: "General" });
    await general.getByLabel("Name").fill("Harbour Market");
    await general.getByLabel("Prefix").fill("hm");
    await general.getByLabel("Live").check();
    await page.getByLabel("New platform").fill("Smart TV");
    await page.getByLabel("Its code").fill("tv");
    await page.getByLabel("New repository").fill("harbour/tv");
    await page.getByRole("link", { name: "Runbook" }).click();
    await general.waitFor({ state: "detached" });
    await page.goBack();
    expect(await general.getByLabel("Name").inputValue()).toBe("Harbour Market");
    expect(await general.getByLabel("Prefix").inputValue()).toBe("HM");
    expect(await general.getByLabel("Live").isChecked()).toBe(true);
    for (const [label, text] of [
      ["New platform", "Smart TV"],
      ["Its code", "tv"],
      ["New repository", "harbour/tv"],
    ] as const) {
      expect(await page.getByLabel(label).inputValue()).toBe(text);
      await page.getByLabel(label).fill("");
    }
    await general.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    expect(await page.getByLabel("New platform").inputValue()).toBe("");
    expect(await general.getByLabel("Name").inputValue()).toBe("Harbour Shop");
    expect(await general.getByRole("button", { name: "Discard" }).count()).toBe(0);
    expect((await stored()).name).toBe("Harbour Shop");
    await who.close();
  });

  test("a text that is too long is counted and kept, in every small form; it is saved once it is shortened", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    const before = await stored();
    await who.go(`/apps/${shop}/settings`);
    const long = "x".repeat(350);
    const wrong = "350 of 200 characters, 150 too many.";
    const general = page.getByRole("region", { name: "General" });
    await general.getByLabel("Name").fill(long);
    await general.getByRole("alert").getByText(wrong).waitFor();
    expect(await general.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await general.getByLabel("Name").press("Enter");
    await general.getByLabel("Prefix").fill("harbour");
    await general.getByText("7 of 5 characters, 2 too many.").waitFor();
    const platforms = page.getByRole("region", { name: "Platforms" });
    const label = platforms.getByLabel("Label of ios");
    await label.fill(long);
    await label.press("Enter");
    await platforms.getByText(wrong).waitFor();
    expect((await label.inputValue()).length).toBe(350);
    await label.press("Escape");
    await platforms.getByText(wrong).waitFor({ state: "detached" });
    await platforms.getByLabel("New platform").fill(long);
    await platforms.getByText(wrong).waitFor();
    const repositories = page.getByRole("region", { name: "Repositories" });
    await repositories.getByLabel("New repository").fill(long);
    await repositories.getByText(wrong).waitFor();
    expect(await repositories.getByRole("button", { name: "Add" }).isDisabled()).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "settings-too-long");
    expect(await stored()).toEqual(before);
    await who.go("/");
    await page.getByRole("button", { name: "New app" }).click();
    const dialog = page.getByRole("dialog", { name: "New app" });
    await dialog.getByLabel("Name").fill(long);
    await dialog.getByText(wrong).waitFor();
    await dialog.getByLabel("First section").fill(long + long);
    await dialog.getByText("700 of 500 characters, 200 too many.").waitFor();
    expect(await dialog.getByRole("button", { name: "Create app" }).isDisabled()).toBe(true);
    await who.close();
  });

  test("platforms are renamed, moved, added and removed in place; one in use stays, and says why", async () => {
    const who = await signedIn(browser, world, "admin", { colorScheme: "dark" });
    const { page } = who;
    await who.go(`/apps/${shop}/settings`);
    const part = page.getByRole("region", { name: "Platforms" });
    const codes = async () => (await stored()).platforms.map(({ code }: { code: string }) => code);
    await part.getByRole("button", { name: "Remove iOS" }).click();
    await part.getByText(/ios can't be removed/).waitFor();
    expect(await part.getByLabel("Label of ios").inputValue()).toBe("iOS");
    await part.getByLabel("Label of ios").fill("iPhone");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await stored()).platforms[1].label).toBe("iPhone");
    await part.getByRole("button", { name: "Move iPhone up" }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(codes).toEqual(["ios", "web", "android"]);
    // It is the first now: the way up is closed, so the focus is on the way down.
    await expect.poll(() => page.locator(":focus").getAttribute("aria-label")).toBe("Move iPhone down");
    await part.getByLabel("New platform").fill("Smart TV");
    expect(await part.getByLabel("Its code").inputValue()).toBe("smart-tv");
    await page.keyboard.press("Enter");
    await expect.poll(codes).toEqual(["ios", "web", "android", "smart-tv"]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await part.getByRole("button", { name: "Remove Smart TV" }).click();
    await expect.poll(codes).toEqual(["ios", "web", "android"]);
    await toast(page, "Smart TV is removed.").getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(codes).toEqual(["ios", "web", "android", "smart-tv"]);
    expect(await world.problems()).toEqual([]);
    await who.close();
  });

  test("repositories and files, at the width of a phone", async () => {
    const who = await signedIn(browser, world, "admin", { viewport: PHONE });
    const { page } = who;
    await who.go(`/apps/${shop}/settings`);
    const part = page.getByRole("region", { name: "Repositories" });
    await part.getByLabel("New repository").fill("harbour/tv");
    await part.getByRole("button", { name: "Add" }).click();
    const group = part.getByRole("group", { name: "Platforms of harbour/tv" });
    await group.getByRole("button", { name: "Web" }).click();
    const last = async () => (await stored()).repositories.at(-1);
    await expect.poll(last).toEqual({ repo: "harbour/tv", platforms: ["web"] });
    await part.getByRole("button", { name: "Remove harbour/tv" }).click();
    await expect.poll(async () => (await last()).repo).toBe("harbour/mobile");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "settings-phone");
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export YAML" }).click();
    expect((await download).suggestedFilename()).toBe("Harbour Shop.yaml");
    await page.getByRole("button", { name: "Import a file" }).click();
    const text = "section,title\nCheckout,Pay by bill\n";
    await page
      .getByLabel("Runbook file")
      .setInputFiles({ name: "checks.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByRole("button", { name: "Import 1 change" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("an app is archived after a confirmation that names it; who is on its pages is told, and it comes back from the list", async () => {
    const { id, name } = await world.app({ name: "Old Ferry" });
    const { body } = await world.call(world.admin, "POST", "/issues", { app: id, check: "PAY-1", text: "Leaks" });
    const who = await signedIn(browser, world, "admin");
    const tester = await signedIn(browser, world, "tester", { viewport: PHONE });
    const reader = await signedIn(browser, world, "viewer", { forcedColors: "active" });
    await tester.go(`/apps/${id}`);
    await tester.page.getByText("Card").first().waitFor();
    await reader.go(`/issues/${body.data.id}`);
    await reader.page.getByRole("heading", { name: "Leaks" }).waitFor();
    const { page } = who;
    await who.go(`/apps/${id}/settings`);
    const part = page.getByRole("region", { name: "Archive" });
    await part.getByRole("button", { name: "Archive this app" }).press("Enter");
    const words = page.getByRole("dialog", { name: "Archive this app" });
    await words.getByText("Old Ferry").waitFor();
    await words.getByText(/webhook and connections answer 404/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "archive-app");
    await page.keyboard.press("Escape");
    await words.waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("Archive this app");
    await page.keyboard.press("Enter");
    await words.getByRole("button", { name: "Archive", exact: true }).press("Enter");
    await page.getByRole("heading", { level: 1, name: "Apps" }).waitFor();
    await toast(page, "Old Ferry is archived.").waitFor();
    // The message stays as long as somebody is at it.
    await page.keyboard.press("F8");
    // Others are told in words, and nothing asks again and again.
    await tester.page.getByRole("heading", { name: "Old Ferry is no longer here" }).waitFor();
    await reader.page.getByRole("heading", { name: "There is no such issue" }).waitFor();
    const asked: string[] = [];
    for (const one of [tester, reader]) one.page.on("request", (request) => asked.push(request.url()));
    expect(await accessibilityFaults(tester.page)).toEqual([]);
    await shoot(tester.page, "archived-phone");
    await shoot(reader.page, "archived-forced");
    expect(asked).toEqual([]);
    await tester.page.reload();
    await tester.page.getByRole("heading", { name: "There is no such app" }).waitFor();
    // The message takes it back, and from the list it can be restored later.
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name, exact: true }).first().waitFor();
    await tester.page.getByRole("heading", { level: 1, name }).waitFor();
    await reader.page.getByRole("heading", { name: "Leaks" }).waitFor();
    expect(await page.getByText("Archived apps").count()).toBe(0);
    await world.call(world.admin, "POST", `/apps/${id}/archive`);
    const folded = page.getByText("Archived apps", { exact: true });
    await folded.waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("archived");
    await page.keyboard.press("Enter");
    const list = page.getByRole("list", { name: "Archived apps" });
    await list.getByText(/Archived just now/).waitFor();
    await list.getByText("1 open issue").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "archived-apps");
    await tester.go("/");
    await tester.page.getByText("Archived apps", { exact: true }).click();
    await tester.page.getByText("Old Ferry").waitFor();
    expect(await tester.page.getByRole("button", { name: "Restore Old Ferry" }).count()).toBe(0);
    await shoot(tester.page, "archived-apps-phone");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await folded.waitFor({ state: "detached" });
    expect(await stored()).toMatchObject({ id: shop });
    expect((await world.call(world.admin, "GET", `/apps/${id}`)).status).toBe(200);
    for (const one of [who, tester, reader]) await one.close();
  });
});
