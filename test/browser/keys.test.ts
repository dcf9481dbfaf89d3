// Keys as hands press them: with caps lock, held down, in menus; and what stands in menus and dialogs for those who listen.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

describe("keys", () => {
  const { world, browser } = stageOf("sqlite");
  let who: Visitor;
  let page: Page;
  let id: string;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    who = await signedIn(browser, world, "admin");
    page = who.page;
  });
  beforeEach(async () => {
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
  });
  afterAll(async () => {
    await who.close();
  });

  const here = () =>
    page.evaluate<string>(
      "document.getElementById(document.querySelector('[role=grid]').getAttribute('aria-activedescendant')).textContent",
    );
  const focused = () =>
    page.evaluate<string>("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
  const pressCaps = (letter: string) =>
    page.evaluate(
      `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "${letter}", bubbles: true }))`,
    );

  test("work with caps lock", async () => {
    await pressCaps("J");
    await expect.poll(here).toContain("Change the quantity in the cart, Web");
  });

  test("that record do it once however long they are held; those that move go on", async () => {
    for (let i = 0; i < 5; i++) await page.keyboard.down("j");
    await page.keyboard.up("j");
    await expect.poll(here).toContain("Add a check");
    await page.keyboard.press("Control+Home");
    await page.keyboard.press("j");
    await page.keyboard.press("l");
    for (let i = 0; i < 6; i++) await page.keyboard.down("p");
    await page.keyboard.up("p");
    await page.getByText("Add an article to the cart on iOS: passed.").waitFor();
    expect(await here()).toContain("Change the quantity in the cart, iOS");
  });

  /** Nothing that matches arrives in the page until it is let go. */
  const holdBack = async (files: RegExp) => {
    let resume = () => {};
    const resumed = new Promise<void>((resolve) => {
      resume = resolve;
    });
    const fetches: Promise<void>[] = [];
    await page.route(files, (route) => {
      fetches.push(resumed.then(() => route.continue()));
    });
    return async () => {
      resume();
      await Promise.all(fetches);
      await page.unroute(files);
    };
  };
  const statuses = async () => {
    const { body } = await world.call(world.viewer, "GET", `/apps/${id}/runbook`);
    return JSON.stringify(body.data.checks);
  };

  test.each([
    ["the palette", "Control+k", /palette.*js/, "pay-2", /^Command$/],
    ["the dialog of an issue", "i", /issue-dialog.*js/, "Photo fails now\nEvery day", /^What is wrong with/],
  ] as const)(
    "what is typed while %s opens goes into its field, and nothing is recorded",
    async (_what, key, files, text, name) => {
      const before = await statuses();
      const letGo = await holdBack(files);
      await who.go(`/apps/${id}`);
      await page.getByRole("grid").waitFor();
      await page.keyboard.press("ArrowRight");
      const at = await here();
      await page.keyboard.press(key);
      await page.keyboard.type(`${text}x`);
      for (const other of ["Backspace", "ArrowDown", "Control+z"]) await page.keyboard.press(other);
      await letGo();
      const field = page.getByLabel(name);
      await field.waitFor();
      await expect.poll(() => field.inputValue()).toBe(text);
      await page.keyboard.type("!");
      expect(await field.inputValue()).toBe(`${text}!`);
      await field.fill("");
      await page.keyboard.press("Escape");
      await field.waitFor({ state: "detached" });
      // What is there already opens as fast as somebody types.
      await page.keyboard.press(key);
      await page.keyboard.type(text);
      await expect.poll(() => field.inputValue()).toBe(text);
      await field.fill("");
      await page.keyboard.press("Escape");
      expect(await here()).toBe(at);
      expect(await statuses()).toBe(before);
    },
  );

  test("Escape closes what is still opening, and the page has its keys again", async () => {
    const letGo = await holdBack(/palette.*js/);
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    const at = await here();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("jjj");
    expect(await here()).toBe(at);
    await page.keyboard.press("Escape");
    await page.keyboard.press("j");
    await expect.poll(here).not.toBe(at);
    const fetched = page.waitForResponse(/palette.*js/);
    await letGo();
    await fetched;
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("the key that archives does it once however long it is held", async () => {
    const archived = page.getByText(/archived\./);
    const rows = await page.getByRole("rowheader").count();
    for (let i = 0; i < 5; i++) await page.keyboard.down("Delete");
    await page.keyboard.up("Delete");
    await archived.first().waitFor();
    expect(await page.getByRole("rowheader").count()).toBe(rows - 1);
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByRole("rowheader").count()).toBe(rows);
  });

  const offered = async (text: string) => {
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: "Command" });
    await field.fill(text);
    return page.getByRole("option");
  };

  test("the palette finds checks, sections, apps, issues, pages and commands by keyboard, and leads there", async () => {
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${id}`);
    const [issue] = body.data;
    await who.go("/account");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    const chosen = async (text: string, option: RegExp, address: RegExp) => {
      await (await offered(text)).filter({ hasText: option }).first().waitFor();
      for (let step = 0; step < 20; step++) {
        const active = await page.locator("[role=option][aria-selected=true]").textContent();
        if (option.test(active!)) break;
        await page.keyboard.press("ArrowDown");
      }
      if (text === "voucher") await shoot(page, "palette");
      await page.keyboard.press("Enter");
      await page.waitForURL(address);
    };
    await chosen("voucher", /^PAY-4 Apply a voucher that has run outCheck in Harbour Shop$/, /check=chk_/);
    await page.getByRole("heading", { level: 2, name: "Apply a voucher that has run out" }).waitFor();
    await chosen("pay-1", /^PAY-1 Pay by card/, /check=chk_/);
    await page.getByRole("heading", { level: 2, name: "Pay by card" }).waitFor();
    await chosen("checkout", /^CheckoutSection in Harbour Shop$/, /section=sec_/);
    await page.getByText("5 of 13 checks").waitFor();
    await chosen(issue.code, new RegExp(`^${issue.code} .*Issue in Harbour Shop$`), new RegExp(`/issues/${issue.id}`));
    await chosen("audit log", /^Workspace: audit log$/, /\/workspace\/audit/);
    await chosen("harbour", /^Harbour ShopApp$/, new RegExp(`/apps/${id}$`));
    await page.getByRole("grid").waitFor();
    await chosen("needs a retest", /^Show what needs a retestR$/, /status=needs_retest/);
  });

  test("the palette shows only keys that do it where it was opened", async () => {
    const newIssue = (await offered("new issue")).filter({ hasText: /^New issue/ });
    await newIssue.waitFor();
    expect(await newIssue.textContent()).toBe("New issue");
    await page.keyboard.press("Escape");
    await (await offered("new check below")).filter({ hasText: /^A new check belowO$/ }).waitFor();
    await page.keyboard.press("Escape");
    await (await offered("all apps")).filter({ hasText: /^All appsShift A$/ }).waitFor();
    await page.keyboard.press("Escape");
    await who.go(`/apps/${id}/issues`);
    await page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    await (await offered("new issue")).filter({ hasText: /^New issueN$/ }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
  });

  const run = async (text: string, option: RegExp) => {
    await (await offered(text)).filter({ hasText: option }).first().click();
  };

  test("the palette does what the menus of the runbook do, and clears filters only where one is set", async () => {
    await offered("clear filters");
    await page.getByText("Nothing found.").waitFor();
    await page.keyboard.press("Escape");
    await run("gate", /^Release gate$/);
    await page.getByRole("dialog").getByRole("heading", { name: "Release gate" }).waitFor();
    await page.keyboard.press("Escape");
    await offered("expand all");
    await page.getByText("Nothing found.").waitFor();
    await page.keyboard.press("Escape");
    await run("several", /^Select several checks/);
    await page.getByRole("toolbar", { name: "Selected checks" }).waitFor();
    await page.keyboard.press("Escape");
    await run("collapse", /^Collapse all sections$/);
    await page.getByRole("rowheader", { name: /Pay by card/ }).waitFor({ state: "detached" });
    await run("expand", /^Expand all sections$/);
    await page.getByRole("rowheader", { name: /Pay by card/ }).waitFor();
    await run("trend", /^Show the trend$/);
    await page.getByRole("region", { name: "Trend" }).waitFor();
    await run("trend", /^Hide the trend$/);
    await page.getByRole("region", { name: "Trend" }).waitFor({ state: "detached" });
    await run("platform ios", /^Hide the platform iOS$/);
    await page.getByRole("columnheader", { name: "iOS" }).waitFor({ state: "detached" });
    await run("platform ios", /^Show the platform iOS$/);
    await page.getByRole("columnheader", { name: "iOS" }).waitFor();
    const saved = page.waitForEvent("download");
    await run("export csv", /^Export Harbour Shop as CSV$/);
    expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
    await run("needs a retest", /^Show what needs a retest/);
    await page.waitForURL(/status=needs_retest/);
    await run("clear", /^Clear filters$/);
    await page.waitForURL((url) => !url.search.includes("status"));
  });

  test("from every page the palette begins a new app, an import, an invitation and a key, and changes the colours", async () => {
    for (const [text, option, dialog] of [
      ["new app", /^New app$/, "New app"],
      ["import into", /^Import a runbook into Harbour Shop$/, "Import into Harbour Shop"],
      ["import", /^Import a runbook$/, "Import a runbook"],
      ["invite", /^Invite somebody$/, "Invite somebody"],
      ["new key", /^New key$/, "New key"],
    ] as const) {
      await run(text, option);
      await page.getByRole("dialog", { name: dialog }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    const scheme = () => page.evaluate("document.documentElement.dataset.mantineColorScheme");
    await run("dark theme", /^Appearance: dark$/);
    await expect.poll(scheme).toBe("dark");
    await run("light", /^Appearance: light$/);
    await expect.poll(scheme).toBe("light");
    await run("theme", /^Appearance: as the system$/);
  });

  test("the palette's key is in the list of keys", async () => {
    await page.keyboard.press("?");
    const line = page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Search or go to").locator("..");
    expect(await line.textContent()).toBe("Search or go toCtrl+KG");
    await page.keyboard.press("Escape");
  });

  test("while the server is away the palette finds checks of the open runbook, and says what it can't search", async () => {
    // Its code is there before the network goes.
    await offered("");
    await page.keyboard.press("Escape");
    await who.context.setOffline(true);
    await page.getByText("The server can't be reached: what you see").waitFor();
    await run("voucher run", /^PAY-4 Apply a voucher that has run out/);
    await page.waitForURL(/check=chk_/);
    await offered("pay-1");
    await page.getByText("issues and other apps' checks can't").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "palette-away");
    await page.keyboard.press("Escape");
    await who.context.setOffline(false);
    await page.getByText("The server can't be reached: what you see").waitFor({ state: "detached" });
    who.problems.length = 0;
  });

  test("what the palette offers and only the server can do says so while it is away", async () => {
    const other = await signedIn(browser, world, "admin");
    const away = other.page;
    const fetched = ["palette", "archived-dialog"].map((part) => away.waitForResponse(new RegExp(`${part}.*js`)));
    await other.go(`/apps/${id}`);
    await away.getByRole("grid").waitFor();
    await Promise.all(fetched);
    // The palette was never opened: nothing but the open runbook is known.
    await other.context.setOffline(true);
    const find = async (text: string, name: string) => {
      await away.keyboard.press("Control+k");
      await away.getByRole("combobox", { name: "Command" }).fill(text);
      return away.getByRole("option", { name });
    };
    await (await find("settings", "Harbour Shop: settings")).waitFor();
    await away.keyboard.press("Escape");
    await (await find("export", "Export Harbour Shop as CSV")).click();
    await away.getByText("The server can't be reached: nothing was exported.").waitFor();
    await (await find("trend", "Show the trend")).click();
    await away.getByText("The server can't be reached: the trend is shown once the server is back.").waitFor();
    await (await find("archived", "Archived checks and sections")).click();
    const dialog = away.getByRole("dialog", { name: "Archived checks and sections" });
    await dialog.getByRole("heading", { name: "The server can't be reached" }).waitFor();
    expect(await accessibilityFaults(away)).toEqual([]);
    await other.context.setOffline(false);
    await dialog.getByRole("heading", { name: "The server can't be reached" }).waitFor({ state: "detached" });
    await dialog.getByText(/No check is archived|That is all of them/).waitFor();
    other.problems.length = 0;
    await other.close();
  });

  test("on a phone the palette finds a check by touch, and names no keys", async () => {
    const phone = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    await phone.go("/");
    await phone.page.getByRole("button", { name: "Search or go to" }).tap();
    await phone.page.getByRole("combobox", { name: "Command" }).fill("pay");
    const option = phone.page.getByRole("option", { name: /^PAY-1 Pay by card/ });
    await option.waitFor();
    await shoot(phone.page, "palette-phone");
    expect(await phone.page.locator("[role=option] kbd").count()).toBe(0);
    expect((await option.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await option.tap();
    await phone.page.getByRole("dialog").getByRole("heading", { name: "Pay by card", exact: true }).waitFor();
    await phone.go("/");
    await phone.page.getByRole("button", { name: "Search or go to" }).tap();
    await phone.page.getByRole("combobox", { name: "Command" }).fill("keyboard");
    await phone.page.getByText("Nothing found.").waitFor();
    await phone.page.getByRole("combobox", { name: "Command" }).fill("sign out");
    await phone.page.getByRole("option", { name: "Sign out" }).tap();
    await phone.page.getByRole("button", { name: "Sign in" }).waitFor();
    await phone.close();
  });

  test("the way back closes the check that was opened", async () => {
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Add an article to the cart" }).waitFor();
    await page.goBack();
    await page.getByRole("heading", { name: "Add an article to the cart" }).waitFor({ state: "detached" });
    await page.getByRole("grid").waitFor();
  });

  test.each([
    ["admin person", "menu"],
    ["Export", "menu"],
    ["View", "menu"],
    ["Keyboard shortcuts", "dialog"],
    ["Search or go to", "dialog"],
  ] as const)("%s opens, is sound, is gone with Escape, and gives the focus back", async (name, role) => {
    const button = page.getByRole("button", { name });
    await button.focus();
    await page.keyboard.press("Enter");
    const opened = page.getByRole(role);
    await opened.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    if (role === "menu") {
      await page.keyboard.press("ArrowDown");
      expect(await page.evaluate("document.activeElement.getAttribute('role')")).toMatch(/^menuitem/);
    }
    await shoot(page, `open-${name}`);
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await expect.poll(focused).toContain(name);
  });
});
