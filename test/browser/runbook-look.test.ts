// How the runbook looks and reads: accessible in light and dark and on a phone, and hostile texts as text.
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, DESKTOP, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";

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
    // A filter looks pressed only while it is.
    const filter = (name: RegExp) => page.getByRole("button", { name });
    expect(await groundOf(page, "needs_retest")).toBe(await groundOf(page, "passed"));
    // The buttons share a line, also in a narrower window and beside what the filters found.
    await page.setViewportSize({ width: 1024, height: 800 });
    const middles = async () => {
      const boxes = await Promise.all([/^Export/, /^View/].map((name) => filter(name).boundingBox()));
      return boxes.map((box) => Math.round(box!.y + box!.height / 2));
    };
    const isOneLine = async () => {
      const [first, last] = await middles();
      return Math.abs(first! - last!) <= 1;
    };
    expect(await isOneLine()).toBe(true);
    const search = (await page.getByRole("searchbox").boundingBox())!;
    expect(Math.abs(search.y + search.height / 2 - (await middles())[0]!)).toBeLessThan(10);
    await filter(/^Needs retest/).click();
    await page.getByText("1 of 13 checks").waitFor();
    expect(await groundOf(page, "needs_retest")).not.toBe(await groundOf(page, "passed"));
    expect(await isOneLine()).toBe(true);
    await shoot(page, "runbook-1024");
    await filter(/^Clear filters/).click();
    await page.setViewportSize(DESKTOP);
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
    await page.getByText("Undone:").waitFor();
    // The message about a failed check leads to an issue about it.
    await page.getByRole("button", { name: "Fail Remove the last article" }).tap();
    await page.getByRole("button", { name: "Raise an issue" }).tap();
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    await dialog.getByText("Remove the last article").waitFor();
    expect(await dialog.getByRole("checkbox", { name: "Android" }).isChecked()).toBe(true);
    expect(await dialog.getByRole("checkbox", { name: "Web" }).isChecked()).toBe(false);
    await page.setViewportSize({ width: 320, height: 844 });
    for (const word of ["None", "Low", "Medium", "High", "Urgent"]) {
      const label = dialog.getByText(word, { exact: true });
      expect([word, await label.evaluate((own) => own.scrollWidth <= own.clientWidth)]).toEqual([word, true]);
    }
    await shoot(page, "runbook-phone-issue-small");
    await page.setViewportSize(PHONE);
    await faultless(page, "runbook-phone-issue");
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    // Several at once.
    await page.getByRole("button", { name: "View" }).tap();
    await page.getByRole("menuitem", { name: "Select several checks" }).tap();
    await page.getByRole("button", { name: /^Remove the last article/ }).tap();
    await page.getByRole("button", { name: /^Show what is left/ }).tap();
    const bar = page.getByRole("toolbar", { name: "Selected checks" });
    await bar.getByText("2 checks selected").waitFor();
    await faultless(page, "runbook-phone-selected");
    // On another platform, the same checks stay selected.
    await page.getByRole("radio", { name: "iOS" }).check();
    await bar.getByText("2 checks selected").waitFor();
    expect(await page.getByRole("button", { pressed: true }).count()).toBe(2);
    await bar.getByRole("button", { name: "Pass", exact: true }).tap();
    await page.getByText("2 cells: passed.").waitFor();
    await bar.waitFor({ state: "detached" });
    const passed = page.getByRole("button", { name: "Pass Show what is left in stock", pressed: true });
    await passed.waitFor();
    await page.getByRole("button", { name: /^Pay by card/ }).tap();
    await page.getByRole("dialog").getByText("Choose a card that ends in 4242").waitFor();
    await faultless(page, "runbook-phone-detail");
    await who.close();
  });

  test("on a phone the checks have the room: little above them, filters that are whole, bars that go when the list is scrolled", async () => {
    const app = await world.app({
      name: "Harbour Phone",
      platforms: ["Web", "iOS", "Android"].map((label) => ({ code: label.toLowerCase(), label })),
      sections: [1, 2, 3].map((section) => ({
        ref: `S${section}`,
        title: `Section ${section}`,
        checks: [1, 2, 3, 4, 5, 6].map((check) => ({ ref: `C${section}${check}`, title: `Check ${section}.${check}` })),
      })),
    });
    const who = await signedIn(browser, world, "admin", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = who;
    await who.go(`/apps/${app.id}`);
    const topOf = async (title: string) =>
      (await page.getByRole("button", { name: new RegExp(`^${title} `) }).boundingBox())!.y;
    const search = page.getByRole("searchbox", { name: "Search checks" });
    await page.getByRole("button", { name: /^Check 1.1 / }).waitFor();
    expect(await topOf("Check 1.1")).toBeLessThanOrEqual(205);
    expect((await search.boundingBox())!.width).toBeGreaterThan(150);
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByRole("button", { name: "Failed 0" }).tap();
    await page.getByText("No check matches").waitFor();
    await page.getByRole("button", { name: "Failed 0" }).tap();
    await page.getByLabel("Section", { exact: true }).selectOption("Section 2");
    await page.getByText("6 of 18 checks").waitFor();
    const clear = page.getByRole("button", { name: "Clear filters" });
    expect((await search.boundingBox())!.width).toBeGreaterThan(150);
    expect(await clear.evaluate((button) => button.scrollWidth <= button.clientWidth)).toBe(true);
    const box = (await clear.boundingBox())!;
    expect(box.x + box.width).toBeLessThanOrEqual(PHONE.width);
    expect(box.height).toBeGreaterThanOrEqual(44);
    await shoot(page, "runbook-phone-filters");
    await clear.tap();
    await page.getByRole("button", { name: "Filters" }).tap();

    const bar = page.getByRole("banner");
    const scrollBy = (pixels: number) =>
      page.evaluate(`new Promise((done) => {
      const list = document.querySelector("[data-makes-room]");
      list.addEventListener("scroll", () => requestAnimationFrame(done), { once: true });
      list.scrollTop += ${pixels};
    }).then(() => {})`);
    await scrollBy(150);
    const before = await topOf("Check 1.6");
    await scrollBy(100);
    await bar.waitFor({ state: "hidden" });
    await expect.poll(() => topOf("Check 1.6")).toBeCloseTo(before - 100, 0);
    await scrollBy(-80);
    await bar.waitFor();
    await expect.poll(() => topOf("Check 1.6")).toBeCloseTo(before - 20, 0);

    await page.getByRole("radio", { name: "Android" }).check();
    await page.getByRole("button", { name: "Fail Check 1.6" }).tap();
    await page.getByText("Check 1.6 on Android: failed.", { exact: true }).waitFor();
    await page.getByRole("button", { name: /^Check 1.6 / }).tap();
    const sheet = page.getByRole("dialog", { name: /Check 1.6/ });
    await expect.poll(() => sheet.getByRole("listitem").first().innerText()).toMatch(/^Android/);
    await who.close();
  });

  const SIZES = {
    "a desktop": DESKTOP,
    "a low window": { width: 1024, height: 500 },
    "a window zoomed to 200 %": { width: 640, height: 400 },
  };
  test.each(Object.entries(SIZES))(
    "in %s messages cover neither the row of the cursor, nor the field in which checks are added, nor a dialog's buttons",
    async (_, viewport) => {
      const who = await signedIn(browser, world, "admin", { viewport });
      const { page } = who;
      await who.go(`/apps/${shop.id}`);
      await page.getByRole("grid").waitFor();
      const messages = page.getByRole("region", { name: "Messages" }).locator("[data-kind]");
      const areClearOf = async (what: Locator) => {
        await messages.first().waitFor();
        for (const one of await what.all()) await expect.poll(() => overlaps(messages, one)).toBe(false);
      };
      await page.keyboard.press("Control+Home");
      for (let row = 0; row < 12; row++) {
        await page.keyboard.press("j");
        await page.keyboard.press("n");
        await areClearOf(page.locator("[role=row]:has([data-active])"));
        const { y, height } = (await page.locator("[data-active]").boundingBox())!;
        expect(y + height).toBeLessThanOrEqual(viewport.height);
        await page.keyboard.press("u");
      }
      await page.getByRole("grid").evaluate((grid) => grid.scrollTo(0, grid.scrollHeight));
      await page.keyboard.press("Control+End");
      await page.keyboard.press("k");
      await page.keyboard.press("Enter");
      const field = page.getByRole("textbox", { name: "Title of the new check" });
      await field.fill(`Looked at in ${viewport.height} pixels`);
      await field.press("Enter");
      await expect.poll(() => field.inputValue()).toBe("");
      await areClearOf(field);
      await field.press("Escape");
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("j");
      await page.keyboard.press("n");
      await page.keyboard.press("u");
      await page.keyboard.press("i");
      const dialog = page.getByRole("dialog", { name: "Raise an issue" });
      await dialog.getByRole("button", { name: "Raise issue" }).waitFor();
      await areClearOf(dialog.getByRole("button"));
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      // The bar for selected checks is in sight, whole.
      await page.evaluate("scrollTo(0, 0)");
      await page.keyboard.press("x");
      const bar = (await page.getByRole("toolbar", { name: "Selected checks" }).boundingBox())!;
      expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height);
      await who.close();
    },
  );

  test("a message leads back to its cell and stays while one is at it, and its undo is reached by keyboard, which gives the focus back", async () => {
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    const cell = (status: string) => page.getByRole("gridcell", { name: new RegExp(`^Pay by card, Web, ${status}`) });
    await cell("").click();
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await cell("not applicable").waitFor();
    await page.keyboard.press("Control+Home");
    await page.getByRole("link", { name: "Show it" }).click();
    await expect.poll(() => page.url()).toMatch(/at=chk_.*on=web/);
    // The cursor is there, and the keys work: N takes the mark away, and marks it again.
    for (const _ of [1, 2]) await page.keyboard.press("n");
    await cell("not applicable").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.press("F8");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Undo");
    await page.keyboard.press("Enter");
    await page.getByRole("status").getByText("Undone:").waitFor();
    expect(await cell("not applicable").count()).toBe(0);
    expect(await page.evaluate("document.activeElement.type")).toBe("search");
    await who.close();
  });

  test("in forced colours the cursor, the current tab, the bars, a dialog and what is chosen in it can be seen", async () => {
    const who = await signedIn(browser, world, "tester", { forcedColors: "active" });
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("j");
    const styleOf = (selector: string, name: string) =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)}))["${name}"]`);
    expect(await styleOf("[role=row] [data-active]", "outlineStyle")).toBe("solid");
    const [here, other] = ["[aria-current=page]", ":not([aria-current])"].map((one) => `main nav a${one}`);
    expect(await styleOf(here!, "outlineStyle")).toBe("solid");
    expect(await styleOf(other!, "outlineStyle")).toBe("none");
    expect(await styleOf(other!, "borderBottomColor")).toBe(await styleOf("html", "backgroundColor"));
    const grounds = await Promise.all(
      ["passed", "failed"].map((status) => styleOf(`[role=img] > [data-status=${status}]`, "backgroundColor")),
    );
    expect(new Set([...grounds, await styleOf("html", "backgroundColor")]).size).toBe(3);
    expect(await styleOf("header [aria-haspopup=menu]", "borderTopStyle")).toBe("solid");
    await shoot(page, "runbook-forced");
    const filter = (name: RegExp) => page.getByRole("button", { name });
    await filter(/^Failed/).click();
    expect(await groundOf(page, "failed")).not.toBe(await groundOf(page, "passed"));
    await filter(/^Failed/).click();
    await page.keyboard.press("i");
    await page.getByRole("dialog", { name: "Raise an issue" }).waitFor();
    expect(await styleOf("[role=dialog]", "outlineStyle")).toBe("solid");
    expect(await styleOf("[role=dialog] [type=radio]:checked + label", "outlineStyle")).toBe("solid");
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

/** Of the filter by this status. */
function groundOf(page: Page, status: string): Promise<string> {
  return page.evaluate<string>(
    `getComputedStyle(document.querySelector("fieldset > [data-status=${status}]")).backgroundColor`,
  );
}

/** Whether any of these stands over the other. */
async function overlaps(some: Locator, other: Locator): Promise<boolean> {
  const box = await other.boundingBox();
  if (box === null) return false;
  const boxes = await Promise.all((await some.all()).map((one) => one.boundingBox()));
  return boxes.some(
    (one) =>
      one !== null &&
      one.x < box.x + box.width &&
      box.x < one.x + one.width &&
      one.y < box.y + box.height &&
      box.y < one.y + one.height,
  );
}
