// The API reference, as somebody reads it.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, DESKTOP, hiddenFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { copied } from "../support/browser/webhook-page.ts";

const LOOKS = [
  ["desktop", DESKTOP],
  ["phone", PHONE],
] as const;

const HIDDEN_ARE_REMOVED = `for (const each of document.querySelectorAll("article.operation"))
  if (!each.checkVisibility()) each.remove()`;

// The page is long, and so is the look that axe takes at it.
describe("the API reference", () => {
  const { world, browser } = stageOf("sqlite");

  test.each(LOOKS)("can be read on a %s, by everybody, in light and dark", async (device, viewport) => {
    const who = await visitor(browser, world.address, { viewport });
    await who.go("/docs");
    await who.page.getByRole("heading", { level: 1, name: "Retest API" }).waitFor();
    // The articles are alike: a family of them stands for all.
    const find = who.page.getByRole("searchbox", { name: "Find" });
    await who.page.keyboard.press("/");
    await find.fill("issues");
    expect(await who.page.locator("article.operation:visible").count()).toBeGreaterThan(5);
    // Most rules say nothing of what is hidden, but go through it: after the others the articles that were not found are taken out.
    expect(await hiddenFaults(who.page)).toEqual([]);
    await who.page.evaluate(HIDDEN_ARE_REMOVED);
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await who.go("/docs");
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await who.page.evaluate<number>(overflow)).toBe(0);
    await shoot(who.page, `reference-${device}`);
    await who.go("/docs#raiseIssue");
    await shoot(who.page, `reference-${device}-issue`);
    await who.close();
  });

  test("an endpoint is found by typing, and gone to by Enter, without a mouse", async () => {
    const who = await visitor(browser, world.address);
    await who.go("/docs");
    await who.page.keyboard.press("/");
    await who.page.keyboard.type("post mark reopen");
    await expect.poll(() => who.page.getByRole("status").textContent()).toBe("1 endpoint");
    expect(await who.page.locator("article.operation:visible").count()).toBe(1);
    await shoot(who.page, "reference-search");
    await who.page.keyboard.press("Enter");
    const focused = await who.page.evaluate<string>("document.activeElement.textContent");
    expect(focused).toBe("Mark an issue fixed, or reopen it");
    await who.page.keyboard.press("/");
    await who.page.keyboard.press("Control+A");
    await who.page.keyboard.type("gate opened");
    await expect.poll(() => who.page.getByRole("status").textContent()).toBe("1 event");
    await who.page.keyboard.press("Escape");
    expect(await who.page.locator("article.operation:visible").count()).toBeGreaterThan(50);
    await who.close();
  });

  test("a line for the shell is copied as it stands", async () => {
    const permissions = ["clipboard-read", "clipboard-write"];
    const who = await visitor(browser, world.address, { permissions });
    await who.go("/docs#raiseIssue");
    const article = who.page.locator("#raiseIssue");
    await article.getByRole("button", { name: "Copy" }).click();
    await article.getByRole("button", { name: "Copied" }).waitFor();
    const line = await copied(who.page);
    expect(line).toContain(`curl -X POST '${world.config.baseUrl}/api/v1/issues'`);
    expect(line).toContain("Bearer $RETEST_API_KEY");
    await who.close();
  });

  test("it is whole without any script", async () => {
    const who = await visitor(browser, world.address, { javaScriptEnabled: false });
    await who.go("/docs");
    expect(await who.page.locator("article.operation").count()).toBeGreaterThan(50);
    expect(await who.page.getByRole("button").count()).toBe(0);
    await who.close();
  });
});
