// The address of a runbook says what is shown, for links, reloads, Back and Forward; and nothing is recorded where nobody is.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { runbookStage } from "../support/browser/runbook-page.ts";

/** Low enough for the sample to scroll. */
const LOW = { width: 1280, height: 500 };

describe("the address of a runbook", () => {
  const at = runbookStage("sqlite", "tester");
  const { world, browser, press, checks } = at;

  const here = (of: Page = at.page) =>
    of.evaluate<string | null>(
      "document.getElementById(document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant'))?.textContent ?? null",
    );
  const isAt = (text: string, of?: Page) => expect.poll(() => here(of)).toContain(text);
  const idOf = async (ref: string) => (await checks()).find((check) => check.ref === ref)!.id;
  const refOf = async (id: string | null) => (await checks()).find((check) => check.id === id)?.ref;
  const statuses = async (ref: string) => {
    const check = (await checks()).find((one) => one.ref === ref)!;
    return check.platforms.map(({ status }) => status).join(" ");
  };
  const recorded = async () =>
    (await world.call(world.viewer, "GET", `/results?app=${at.id}&limit=200`)).body.data.length as number;
  const visit = async (search: string) => {
    await at.who.go(`/apps/${at.id}${search}`);
    await at.page.getByRole("grid").waitFor();
  };
  const param = (name: string, of: Page = at.page) => new URL(of.url()).searchParams.get(name);
  const detail = (title: string, of: Page = at.page) => of.getByRole("heading", { level: 2, name: title });
  const scrolled = (of: Page = at.page) => of.evaluate<number>("document.querySelector('[role=grid]').scrollTop");
  const missing = (of: Page = at.page) => of.getByRole("alert").filter({ hasText: "No check is selected." });

  test("a link to a check shows it, and P records there", async () => {
    await visit(`?check=${await idOf("PAY-3")}`);
    await detail("Receipt arrives by e-mail").waitFor();
    await isAt("Receipt arrives by e-mail, Web, untested");
    await press("p");
    await expect.poll(() => statuses("PAY-3")).toBe("passed untested untested");
    expect(await statuses("CART-1")).toBe("passed passed passed");
    await detail("Apply a voucher that has run out").waitFor();
  });

  test("a link names the cell, and may name a check by its ref, in a folded section too", async () => {
    await press("Control+Home", "Enter");
    await at.page
      .getByRole("gridcell", { name: /^Add an article/ })
      .first()
      .waitFor({ state: "detached" });
    await visit("?at=CART-2&on=android");
    await isAt("Change the quantity in the cart, Android, failed");
    expect(await at.page.getByRole("gridcell", { name: /^Add an article/ }).count()).toBe(3);
    await expect.poll(() => param("at")).toBe(await idOf("CART-2"));
  });

  test("a ref in a link may be in small letters, also in a folded section", async () => {
    await press("Control+Home", "Enter");
    await visit("?check=cart-2");
    await detail("Change the quantity in the cart").waitFor();
    await isAt("Change the quantity in the cart");
    expect(await missing().count()).toBe(0);
    await expect.poll(() => param("check")).toBe(await idOf("CART-2"));
  });

  test("the address follows the cursor, and the open check; a reload shows the same", async () => {
    await press("j", "j", "l");
    await expect.poll(() => [param("at"), param("on"), param("check")].join()).toBe(`${await idOf("CART-3")},ios,`);
    await at.page.reload();
    await isAt("Keep the cart after signing in, iOS");
    expect(await at.page.getByRole("heading", { level: 2 }).count()).toBe(0);
    await press("Enter", "j", "Home");
    await expect.poll(() => [param("check"), param("on"), param("at")].join()).toBe(`${await idOf("CART-4")},*,`);
    await at.page.reload();
    await detail("Remove the last article").waitFor();
    await isAt("CART-4");
    const other = await signedIn(browser, world, "viewer");
    await other.page.goto(at.page.url());
    await detail("Remove the last article", other.page).waitFor();
    await isAt("CART-4", other.page);
    await other.close();
  });

  test("more keys than a browser takes addresses, and a reload right after them", async () => {
    for (let i = 0; i < 75; i++) await press("l", "h");
    await press("j", "j", "l", "l");
    await at.page.reload();
    await isAt("Keep the cart after signing in, Android");
    await expect.poll(() => param("on")).toBe("android");
  });

  test("an address that is written while a reload is under way is what the reload shows", async () => {
    await press("l");
    await expect.poll(() => param("on")).toBe("ios");
    // The page of the reload comes only once the address has changed again.
    let changed = () => {};
    const isChanged = new Promise<void>((resolve) => {
      changed = resolve;
    });
    const { page } = at;
    page.once("console", changed);
    await page.route(/\/apps\/[^/]+\?/, async (route) => {
      await isChanged;
      await route.continue();
    });
    const reloaded = page.waitForEvent("load");
    await page.evaluate(`
      location.reload();
      document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "l", bubbles: true, cancelable: true }));
      const timer = setInterval(() => {
        if (!location.search.includes("android")) return;
        clearInterval(timer);
        console.log("changed");
      });
    `);
    await reloaded;
    await page.unrouteAll();
    await isAt("Add an article to the cart, Android");
    await expect.poll(() => param("on")).toBe("android");
  });

  test("Back and Forward bring back the open check, the cursor, the filters and how far one has scrolled", async () => {
    await at.page.setViewportSize(LOW);
    await at.page.getByRole("button", { name: /^Untested/ }).click();
    await at.page.getByRole("grid").focus();
    await press("Control+End", "Enter");
    await detail("Change the e-mail address").waitFor();
    const first = await scrolled();
    expect(first).toBeGreaterThan(0);
    await press("k");
    await detail("Delete the account").waitFor();
    const top = await scrolled();
    await at.page.goBack();
    await detail("Delete the account").waitFor({ state: "detached" });
    await isAt("Change the e-mail address");
    expect(param("status")).toBe("untested");
    expect(await scrolled()).toBe(first);
    await at.page.goForward();
    await detail("Delete the account").waitFor();
    await isAt("Delete the account");
    await at.page
      .getByRole("link", { name: "Issues", exact: false })
      .and(at.page.locator("nav[aria-label^=Pages] a"))
      .click();
    await at.page.getByRole("list", { name: "Issues", exact: true }).waitFor();
    await at.page.goBack();
    await detail("Delete the account").waitFor();
    await isAt("Delete the account");
    expect(await scrolled()).toBe(top);
    expect(param("status")).toBe("untested");
  });

  test("what was scrolled to stays in sight over a reload, in a link too, and P acts only once the cell is seen", async () => {
    await at.page.setViewportSize(LOW);
    await press("j");
    await at.page
      .getByRole("gridcell", { name: /^Show what is left/ })
      .first()
      .hover();
    await at.page.mouse.wheel(0, 320);
    await expect.poll(() => param("top")).not.toBe(null);
    const top = await scrolled();
    await at.page.reload();
    await isAt("Change the quantity in the cart");
    expect(await scrolled()).toBe(top);
    const other = await signedIn(browser, world, "viewer", { viewport: LOW });
    await other.page.goto(at.page.url());
    await isAt("Change the quantity in the cart", other.page);
    expect(Math.abs((await scrolled(other.page)) - top)).toBeLessThan(40);
    await other.close();
    const before = await recorded();
    await press("f");
    await at.page.getByText("The selected cell was out of sight").waitFor();
    expect(await recorded()).toBe(before);
    expect(await scrolled()).toBeLessThan(top);
    await press("f");
    await expect.poll(() => statuses("CART-2")).toBe("failed passed failed");
  });

  test("a check that was archived, never was, or is hidden is said so, and nothing is recorded", async () => {
    const id = await idOf("PAY-1");
    await world.call(world.admin, "DELETE", `/checks/${id}`);
    const before = await recorded();
    const archived = [`?check=${id}`, "?check=PAY-1", "?check=pay-1"];
    for (const search of [...archived, "?check=nonsense", "?at=CART-1&on=tv", "?at=CART-1&status=untested"]) {
      await visit(search);
      await missing().waitFor();
      expect(await here()).toBe(null);
      await press("p", "f", "n", "i");
      await at.page.getByText("No check is selected: select one").waitFor();
      expect(await at.page.getByRole("dialog").count()).toBe(0);
      if (archived.includes(search)) await missing().filter({ hasText: "was archived" }).waitFor();
      if (search === "?check=nonsense") await missing().filter({ hasText: "There is no check “nonsense”" }).waitFor();
      // The address still says where the link has led, by its id where it is known.
      const named = new URLSearchParams(search).get("check") ?? new URLSearchParams(search).get("at");
      expect([named, await idOf("CART-1")]).toContain(param("check") ?? param("at"));
    }
    expect(await recorded()).toBe(before);
    expect(await accessibilityFaults(at.page)).toEqual([]);
    await shoot(at.page, "runbook-missing");
    await at.page.getByRole("alert").getByRole("button", { name: "Clear filters" }).click();
    await isAt("Add an article to the cart, Web");
    await visit("?check=nonsense");
    await at.page.getByRole("button", { name: "Go to the first check" }).click();
    await isAt("Add an article to the cart, Web");
    await missing().waitFor({ state: "detached" });
    // The first that can be seen, not the first of all.
    await at.page.setViewportSize({ width: 1280, height: 420 });
    await visit(`?check=nonsense&top=${await idOf("PAY-2")}`);
    await at.page.getByRole("button", { name: "Go to the first check" }).click();
    await expect.poll(() => param("at")).not.toBe("nonsense");
    expect(["PAY-2", "PAY-3", "PAY-4"]).toContain(await refOf(param("at")));
    await at.page.setViewportSize({ width: 1280, height: 800 });
  });

  test("a filter that hides the open check leaves it open: nothing is recorded on another one until one moves", async () => {
    await visit("?check=PAY-1&on=web");
    await detail("Pay by card").waitFor();
    const before = await recorded();
    await press("r");
    const said = at.page.getByText("The filters hide “Pay by card”, which is open.");
    await said.waitFor();
    expect(await missing().count()).toBe(0);
    await press("p");
    await at.page.getByText("“Pay by card” is open, but not in the list: select one").waitFor();
    expect(await recorded()).toBe(before);
    await detail("Pay by card").waitFor();
    await press("j");
    await detail("Keep the cart after signing in").waitFor();
    await said.waitFor({ state: "detached" });
    // Without a filter the open check is where it was.
    await visit("?check=PAY-1&on=web");
    await detail("Pay by card").waitFor();
    await at.page.getByLabel("Section").selectOption({ label: "Account" });
    await said.waitFor();
    await detail("Pay by card").waitFor();
    await at.page.getByRole("alert").getByRole("button", { name: "Clear filters" }).click();
    await isAt("Pay by card, Web");
    await detail("Pay by card").waitFor();
  });

  test("a section or a platform that the app does not have is named, with the way back to all of them", async () => {
    await at.who.go(`/apps/${at.id}?section=sec_none&platform=tv`);
    const alert = at.page.getByRole("alert");
    await alert.getByText("This runbook has no section “sec_none”").waitFor();
    await alert.getByRole("button", { name: "Show every section" }).click();
    await alert.getByText("This app has no platform “tv”").waitFor();
    await alert.getByRole("button", { name: "Show every platform" }).click();
    await alert.waitFor({ state: "detached" });
    await expect.poll(() => param("section") ?? param("platform")).toBe(null);
  });

  test("a check that somebody else archives under the cursor, or works on behind a filter, does not pass the key on", async () => {
    await visit("?at=CART-4&on=web&status=passed");
    await isAt("Remove the last article, Web, passed");
    await world.call(world.tester, "POST", "/results", {
      app: at.id,
      check: "CART-4",
      platforms: ["web"],
      outcome: "failed",
    });
    await at.page.getByRole("gridcell", { name: /^Remove the last article, Web, failed/ }).waitFor();
    expect(await here()).toContain("Remove the last article, Web");
    await world.call(world.admin, "DELETE", `/checks/${await idOf("CART-4")}`);
    await missing().waitFor();
    const before = await recorded();
    await press("p", "f");
    await at.page.getByText("No check is selected: select one").waitFor();
    expect(await recorded()).toBe(before);
    await press("j");
    await missing().waitFor({ state: "detached" });
  });

  test("an issue leads to its check, to the platform that waits for a retest", async () => {
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${at.id}&status=fixed`);
    await at.who.go(`/apps/${at.id}/issues/${body.data[0].id}`);
    await at.page.getByRole("link", { name: "See in the runbook" }).click();
    await isAt("Keep the cart after signing in, Web, needs retest");
    await detail("Keep the cart after signing in").waitFor();
    await at.page.goBack();
    await at.page.getByRole("link", { name: /CART-3/ }).click();
    await isAt("Keep the cart after signing in, Web");
  });

  test("on a phone: a link opens the check on its platform, Back closes it, a reload shows the same", async () => {
    const phone = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = phone;
    const sheet = page.getByRole("dialog");
    const top = () => page.evaluate<number>("document.querySelector('section[aria-label=Checks]').scrollTop");
    await phone.go(`/apps/${at.id}?check=ACC-2&on=android`);
    await sheet.getByRole("heading", { name: "Delete the account", exact: true }).waitFor();
    expect(await page.getByRole("radio", { name: "Android" }).isChecked()).toBe(true);
    await sheet.getByRole("button", { name: "Close the check" }).tap();
    await sheet.waitFor({ state: "detached" });
    await page.locator("li[aria-current]", { hasText: "Delete the account" }).waitFor();
    await shoot(page, "runbook-phone-here");
    await page.getByRole("button", { name: /^Sign in with a wrong/ }).tap();
    await sheet.getByRole("heading", { name: "Sign in with a wrong password", exact: true }).waitFor();
    const seen = await top();
    expect(seen).toBeGreaterThan(0);
    const isBarShown = await page.getByRole("banner").isVisible();
    await page.reload();
    await sheet.getByRole("heading", { name: "Sign in with a wrong password", exact: true }).waitFor();
    await expect.poll(top).toBe(seen);
    expect(await page.getByRole("banner").isVisible()).toBe(isBarShown);
    expect(param("on", page)).toBe("android");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    expect(await top()).toBe(seen);
    await page.goForward();
    await sheet.getByRole("heading", { name: "Sign in with a wrong password", exact: true }).waitFor();
    await sheet.getByRole("button", { name: "Close the check" }).tap();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "iOS" }).check();
    await expect.poll(() => param("on", page)).toBe("ios");
    await phone.go(`/apps/${at.id}?check=nonsense`);
    await missing(page).waitFor();
    await shoot(page, "runbook-phone-missing");
    await phone.close();
  });
});
