// Keys as hands press them: with caps lock, held down, in menus; and what stands in menus and dialogs for those who listen.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn, type Visitor } from "../support/browser.ts";
import { stageOf } from "../support/browser-of.ts";
import { sampleRunbook } from "../support/sample-runbook.ts";

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
    ["All keys", "dialog"],
    ["Go to or find", "dialog"],
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
