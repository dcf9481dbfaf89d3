// The list of issues: finding, filtering, moving through it by keyboard, and what others change meanwhile.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn, type Visitor } from "../support/browser.ts";
import { stageOf } from "../support/browser-of.ts";
import { issueScene, type Scene } from "../support/issue-scene.ts";

describe("the list of issues", () => {
  const { world, browser } = stageOf("sqlite", { freePlanIssues: 100_000 });
  let scene: Scene;
  beforeAll(async () => {
    scene = await issueScene(world);
  });

  const rows = ({ page }: Visitor) => page.getByRole("list", { name: "Issues", exact: true }).getByRole("link");
  const opened = ({ page }: Visitor, issue: { id: string }) => page.waitForURL(new RegExp(`/issues/${issue.id}`));

  test("shows open issues newest first, hostile texts as text, and follows the keyboard with the issue beside it", async () => {
    const { card, fee, cart } = scene.issues;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go("/issues");
    await expect.poll(() => rows(who).count()).toBe(6);
    expect(await rows(who).first().textContent()).toContain("The card form stays empty");
    expect(await rows(who).nth(3).textContent()).toContain("<img src=x onerror=");
    expect(await page.title()).toBe("Issues · Retest");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("j");
    await opened(who, card);
    await page.getByRole("heading", { level: 2, name: "The card form stays empty after going back" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await opened(who, cart);
    await page.keyboard.press("j");
    await opened(who, fee);
    await page.keyboard.press("k");
    await opened(who, cart);
    await page.keyboard.press("Enter");
    const title = page.getByRole("heading", { level: 2, name: cart.text });
    await expect.poll(() => title.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    const current = page.locator('[aria-current="true"][data-issue]');
    await expect.poll(() => current.evaluate((element) => element.matches(":focus"))).toBe(true);
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/issues$/);
    await who.close();
  });

  test("keeps filters in the address, shows them as chips, and says what to do when nothing fits", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go("/issues");
    await expect.poll(() => rows(who).count()).toBe(6);
    await page.keyboard.press("/");
    await page.keyboard.type("transf");
    await page.waitForURL(/q=transf/);
    await expect.poll(() => rows(who).count()).toBe(2);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await opened(who, scene.issues.fee);
    expect(page.url()).toContain("q=transf");
    await page.reload();
    await page.getByRole("heading", { level: 2, name: scene.issues.fee.text }).waitFor();
    expect(await page.getByLabel("Search issues").inputValue()).toBe("transf");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByLabel("Priority").selectOption("low");
    await page.getByText("No issue has these words").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "issues-filter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove Words: transf" }).click();
    await expect.poll(() => rows(who).count()).toBe(1);
    await page.getByRole("link", { name: "Assigned to me" }).click();
    await page.getByText("Nothing is assigned to you").waitFor();
    await page.getByRole("link", { name: "Urgent" }).click();
    await expect.poll(() => rows(who).count()).toBe(2);
    await who.go("/issues?platform=tv");
    await page.getByText("These filters don't work").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rows(who).count()).toBe(6);
    await who.close();
  });

  test("is endless, opens what it has not loaded, and shows what others raise", async () => {
    const app = await world.app({ name: "Endless", mode: "live" });
    for (let i = 0; i < 230; i += 10) {
      await Promise.all(Array.from({ length: 10 }, () => scene.raise({ app: app.id, text: "Many of them" })));
    }
    const all = await world.call(world.admin, "GET", `/issues?app=${app.id}&limit=200`);
    const old = (
      await world.call(world.admin, "GET", `/issues?app=${app.id}&limit=200&cursor=${all.body.next_cursor}`)
    ).body.data.at(-1);
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/apps/${app.id}/issues/${old.id}`);
    await page.getByRole("heading", { level: 2, name: "Many of them" }).waitFor();
    await expect.poll(() => rows(who).count()).toBeGreaterThan(5);
    expect(await rows(who).count()).toBeLessThan(60);
    expect(await page.getByRole("button", { name: "New" }).count()).toBe(0);
    const end = page.getByText("These are all 230.");
    await expect
      .poll(async () => {
        await page.getByRole("list", { name: "Issues", exact: true }).evaluate((list) => {
          list.parentElement!.scrollTop = list.parentElement!.scrollHeight;
        });
        return end.isVisible();
      })
      .toBe(true);
    await page.getByRole("button", { name: "Close the issue" }).click();
    await scene.raise({ app: app.id, text: "Raised elsewhere" });
    await page.getByText("These are all 231.").waitFor();
    await who.close();
  });
});
