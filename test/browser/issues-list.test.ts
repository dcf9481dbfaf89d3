// The list of issues: finding, filtering, moving through it by keyboard, and what others change meanwhile.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { createSampleIssues, deliver, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("the list of issues", () => {
  const { world, browser } = stageOf("sqlite", { freePlanIssues: 100_000 });
  let scene: SampleIssues;
  let endless: { app: string; newest: { id: string }; oldest: { id: string } };
  beforeAll(async () => {
    scene = await createSampleIssues(world);
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
    await page.getByText("No issue contains these words").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "issues-filter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove Text: transf" }).click();
    await expect.poll(() => rows(who).count()).toBe(1);
    await page.getByRole("link", { name: "Assigned to me" }).click();
    await page.getByText("Nothing is assigned to you").waitFor();
    await page.getByRole("link", { name: "Urgent" }).click();
    await expect.poll(() => rows(who).count()).toBe(2);
    await who.go("/issues?platform=tv");
    await page.getByText("These filters are not valid").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect.poll(() => rows(who).count()).toBe(6);
    await who.close();
  });

  test("issues carry their code in the list, on their page, at their check, in toasts and in the palette; the code is an address", async () => {
    const { card, fee } = scene.issues;
    const who = await signedIn(browser, world, "tester", { permissions: ["clipboard-read", "clipboard-write"] });
    const { page } = who;
    await who.go(`/issues/${fee.code.toLowerCase()}?q=transf`);
    await page.getByRole("heading", { level: 2, name: fee.text }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/issues/${fee.code.toLowerCase()}`);
    expect(await page.locator('[aria-current="true"][data-issue]').textContent()).toContain(fee.code);
    expect(await page.title()).toBe(`${fee.code} ${fee.text} · Retest`);
    await page.getByRole("button", { name: `${fee.code}: copy the code` }).click();
    await page.getByText(`${fee.code} is copied.`).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(fee.code);
    await page.keyboard.press("y");
    await page.getByText("The link is copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(`${world.address}/issues/${fee.id}`);
    await page.keyboard.press("j");
    await expect.poll(() => page.title()).not.toContain(fee.code);
    await page.keyboard.press("k");
    await opened(who, fee);
    await shoot(page, "issue-code");
    await who.go("/issues/SHOP-99999");
    await page.getByText("There is no such issue").waitFor();

    await who.go(`/apps/${scene.shop.id}?check=${card.check.id}&on=ios`);
    await page.getByRole("region", { name: "Issues" }).getByRole("link", { name: card.code }).waitFor();
    await page.keyboard.press("i");
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    await dialog.getByRole("textbox").first().fill("The card is refused at night");
    await dialog.getByRole("button", { name: "Raise issue" }).click();
    const link = page.getByText("Issue raised:").locator("..").getByRole("link");
    const code = (await link.textContent())!;
    expect(code).toMatch(/^[A-Z]+-\d+$/);
    await link.click();
    await page.getByRole("heading", { level: 2, name: "The card is refused at night" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill(fee.code);
    await page.getByRole("option", { name: new RegExp(`^${fee.code} `) }).click();
    await opened(who, fee);
    await who.close();
    await world.call(world.admin, "POST", `/issues/${code}/fix`);
  });

  test("an issue of a webhook says how often and when it was last reported, in the list and on its page", async () => {
    const { webhook } = scene.issues;
    const report = { title: "Payment service times out", external_id: "4711", source: "Rollbar" };
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/issues/${webhook.code}`);
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByText("Reported once").waitFor();
    for (let i = 0; i < 2; i++) expect((await deliver(world, scene.bank.id, report)).id).toBe(webhook.id);
    await facts.getByText("Reported 3 times, last just now").waitFor();
    const row = rows(who).filter({ hasText: webhook.code });
    await row.getByText("3 reports", { exact: true }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "issue-reports");
    await page.getByRole("button", { name: "Close the issue" }).click();
    await row.getByText("Reported 3 times, last just now", { exact: true }).waitFor();
    await who.close();
    const phone = await signedIn(browser, world, "viewer", { viewport: PHONE, hasTouch: true });
    await phone.go("/issues");
    await rows(phone).getByText("3 reports", { exact: true }).waitFor();
    expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await shoot(phone.page, "issues-phone-codes");
    await rows(phone).filter({ hasText: "Reported 3 times" }).tap();
    await phone.page.getByText("Reported 3 times, last just now").last().waitFor();
    await shoot(phone.page, "issue-phone-code");
    expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await phone.close();
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
    endless = { app: app.id, newest: all.body.data[0], oldest: old };
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
    const scrolled = () =>
      page.evaluate<number>("document.querySelector('ul[aria-label=Issues]').parentElement.scrollTop");
    const far = await scrolled();
    expect(far).toBeGreaterThan(10_000);
    await page.reload();
    await expect.poll(scrolled).toBe(far);
    await page.getByRole("link", { name: "Runbook" }).click();
    await page.getByRole("grid").waitFor();
    await page.goBack();
    await expect.poll(scrolled).toBe(far);
    await page.getByRole("button", { name: "Close the issue" }).click();
    await scene.raise({ app: app.id, text: "Raised elsewhere" });
    await page.getByText("These are all 231.").waitFor();
    await who.close();
  });

  test("a key that is held goes through more issues than a browser takes addresses, and asks for the one that it ends at", async () => {
    const { app, newest: first, oldest: old } = endless;
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/apps/${app}/issues/${first.id}`);
    await page.locator(`[data-issue="${first.id}"][aria-current]`).waitFor();
    let asked = 0;
    page.on("request", (request) => {
      if (/\/issues\/iss_[^/?]+$/.test(request.url())) asked++;
    });
    // The list takes as long to load as the machine needs: the key is held until the end is there.
    await expect
      .poll(
        async () => {
          for (let i = 0; i < 229; i++) await page.keyboard.down("j");
          return new URL(page.url()).pathname;
        },
        { timeout: 120_000 },
      )
      .toContain(old.id);
    await page.keyboard.up("j");
    await page.locator(`[data-issue="${old.id}"][aria-current]`).waitFor();
    expect(asked).toBeLessThan(100);
    await page.reload();
    await page.locator(`[data-issue="${old.id}"][aria-current]`).waitFor();
    await who.close();
  });
});
