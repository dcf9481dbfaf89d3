// Checks and sections are copied into another app: by key, from the selection, from an open check, and on a phone.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

describe("copying in the runbook", () => {
  const { world, browser } = stageOf("sqlite");
  let id: string;
  let partner: string;
  let admin: Visitor;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    const sections = [{ title: "Basics" }, { title: "Checkout", checks: [{ title: "Pay by invoice" }] }];
    const platforms = [{ code: "web", label: "Web" }];
    partner = (await world.app({ name: "Partner Shop", platforms, sections })).id;
    await world.app({ name: "Zoo", sections: [] });
    admin = await signedIn(browser, world, "admin");
  });
  afterAll(async () => {
    await admin.close();
    expect(await world.problems()).toEqual([]);
  });

  const checksOf = async (app: string) =>
    (await world.call(world.viewer, "GET", `/checks?app=${app}`)).body.data as {
      title: string;
      section: { title: string };
      platforms: { code: string; status: string }[];
    }[];

  test("selected checks go by key to a section of another app, and the message leads there", async () => {
    const { page } = admin;
    await admin.go(`/apps/${id}?at=PAY-1&on=web`);
    await page.getByRole("gridcell", { name: /^Pay by card, Web/ }).waitFor();
    await page.keyboard.press("x");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("x");
    await page.getByText("2 checks selected").waitFor();
    await page.keyboard.press("Shift+D");
    const dialog = page.getByRole("dialog", { name: "Copy 2 checks" });
    // Another app comes first, and in it the section of the same name.
    await expect.poll(() => dialog.getByLabel("Section").inputValue()).not.toBe("");
    const chosen = (field: string) => dialog.getByLabel(field).locator("option:checked").textContent();
    expect([await chosen("Copy to"), await chosen("Section")]).toEqual(["Partner Shop", "Checkout"]);
    await shoot(page, "copy-checks");
    expect(await accessibilityFaults(page)).toEqual([]);
    for (const _ of ["section", "marks", "cancel", "copy"]) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("2 checks are copied to Checkout in Partner Shop.").waitFor();
    await shoot(page, "copy-checks-done");
    expect((await checksOf(partner)).map(({ title, section }) => [section.title, title])).toEqual([
      ["Checkout", "Pay by invoice"],
      ["Checkout", "Pay by card"],
      ["Checkout", "Pay with the phone's wallet"],
    ]);
    await page.getByRole("link", { name: "Show them" }).click();
    await page.getByRole("heading", { name: "Partner Shop" }).waitFor();
    await page.locator("[data-active]", { hasText: "Pay by card" }).waitFor();
  });

  test("an open check is copied without its N/A mark, into this app if one wants", async () => {
    const { page } = admin;
    await admin.go(`/apps/${id}?check=PAY-2`);
    await page.getByRole("button", { name: "Copy this check" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy “Pay with the phone's wallet”" });
    await dialog.getByLabel("Copy to").selectOption({ label: "Zoo" });
    await dialog.getByText("This app has no section yet.").waitFor();
    expect(await dialog.getByRole("button", { name: "Copy", exact: true }).isDisabled()).toBe(true);
    await shoot(page, "copy-nowhere");
    await dialog.getByLabel("Copy to").selectOption({ label: "Harbour Shop (this app)" });
    await dialog.getByLabel("Section").selectOption({ label: "Account" });
    await dialog.getByLabel("Also copy what is marked N/A").uncheck();
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("“Pay with the phone's wallet” is copied to Account in Harbour Shop.").waitFor();
    const copy = (await checksOf(id)).at(-1)!;
    expect(copy).toMatchObject({ title: "Pay with the phone's wallet", section: { title: "Account" } });
    expect(copy.platforms.map(({ status }) => status)).toEqual(["untested", "untested", "untested"]);
  });

  test("a section goes with its checks: by key at its heading, and on a phone from the View menu", async () => {
    const { page } = admin;
    await admin.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("ArrowUp");
    await page.locator("[data-active]", { hasText: "Cart" }).waitFor();
    await page.keyboard.press("Shift+D");
    const dialog = page.getByRole("dialog", { name: "Copy sections" });
    await dialog.getByRole("button", { name: "Cart", pressed: true }).waitFor();
    await shoot(page, "copy-sections");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Cart is copied to Partner Shop, with 5 checks.").waitFor();
    await page.getByRole("link", { name: "Show it" }).click();
    await page.getByRole("heading", { name: "Partner Shop" }).waitFor();
    await page.locator("[data-active]", { hasText: "Cart" }).waitFor();

    const who = await signedIn(browser, world, "admin", { viewport: PHONE, hasTouch: true, isMobile: true });
    await who.go(`/apps/${id}`);
    await who.page.getByRole("button", { name: "View", exact: true }).tap();
    await who.page.getByRole("menuitem", { name: "Copy sections to another app" }).tap();
    const sheet = who.page.getByRole("dialog", { name: "Copy sections" });
    for (const name of ["Checkout", "Account"]) await sheet.getByRole("button", { name }).tap();
    await shoot(who.page, "copy-sections-phone");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await sheet.getByLabel("Copy to").selectOption({ label: "Zoo" });
    await sheet.getByRole("button", { name: "Copy", exact: true }).tap();
    await who.page.getByText("2 sections are copied to Zoo, with 9 checks.").waitFor();
    await who.close();
  });

  test("what is refused is said in the dialog, and testers are offered nothing of it", async () => {
    const { page } = admin;
    await admin.go(`/apps/${id}?check=CART-1`);
    await page.getByRole("button", { name: "Copy this check" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy “Add an article to the cart”" });
    await expect.poll(() => dialog.getByLabel("Section").inputValue()).not.toBe("");
    await page.route("**/checks/copy", (route) => route.fulfill({ status: 409, json: REFUSED }));
    await dialog.getByRole("button", { name: "Copy", exact: true }).click();
    await dialog.getByRole("alert").getByText(REFUSED.error.message).waitFor();
    await page.unroute("**/checks/copy");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    const tester = await signedIn(browser, world, "tester");
    await tester.go(`/apps/${id}?check=CART-1`);
    await tester.page.getByRole("heading", { name: "Add an article to the cart" }).waitFor();
    expect(await tester.page.getByRole("button", { name: "Copy this check" }).count()).toBe(0);
    await tester.page.getByRole("button", { name: "View", exact: true }).click();
    await tester.page.getByRole("menuitem", { name: "Archived checks and sections" }).waitFor();
    expect(await tester.page.getByRole("menuitem", { name: /^Copy/ }).count()).toBe(0);
    await tester.close();
  });
});

const REFUSED = { error: { code: "too_many_checks", message: "An app has at most 10,000 checks." } };
