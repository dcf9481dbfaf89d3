// A release from its start to its report: two testers, one with a keyboard and one with a phone, a CI run in between, a bug of
// the live app on a check, its fix, the retest. The two testers are at two servers.
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../src/domain/access/grant.ts";
import { accessibilityFaults, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { pdfPages } from "../support/browser/pdf-text.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { accept, invite, tokenOf } from "../support/clients/person-client.ts";
import { deliver } from "../support/samples/sample-issues.ts";

const SECTIONS = [
  { ref: "CART", title: "Cart", checks: ["Add an article", "Change the quantity", "Remove the last article"] },
  { ref: "PAY", title: "Checkout", checks: ["Pay by card", "Receipt arrives by e-mail"] },
  { ref: "API", title: "Interfaces", checks: ["Stock is read", "Prices are read"] },
].map(({ ref, title, checks }) => {
  return { ref, title, checks: checks.map((check, i) => ({ ref: `${ref}-${i + 1}`, title: check })) };
});
const CI_RUN = `<testsuites><testsuite name="nightly">
  <testcase name="API-1 stock is read"/><testcase name="API-2 prices are read"/>
</testsuite></testsuites>`;

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });

describe("a release", () => {
  const { world, browser } = stageOf("postgres");
  let app: string;
  let second: string;
  beforeAll(async () => {
    const platforms = [
      { code: "web", label: "Web" },
      { code: "ios", label: "iOS" },
    ];
    app = (await world.app({ name: "Harbour Shop", mode: "live", platforms, sections: SECTIONS })).id;
    await world.call(world.admin, "PUT", `/apps/${app}/webhook`, { enabled: true });
    // All of it was passed for the release before.
    const results = SECTIONS.flatMap(({ checks }) => checks.map(({ ref }) => ({ check: ref, outcome: "passed" })));
    await world.call(world.tester, "POST", "/results", { app, results });
    second = await world.anotherServer();
  });

  async function person(name: string, role: Role, address: string, options: BrowserContextOptions = {}) {
    const email = `${name.toLowerCase()}@example.com`;
    const { cookie } = await accept(world, { token: await invite(world, { role }), name, email });
    const who = await visitor(browser, address, options);
    await who.context.addCookies([{ name: "retest", value: tokenOf(cookie!), url: address, httpOnly: true }]);
    return who;
  }

  test("goes from its start to its printed report, by keyboard and on a phone", async () => {
    const lead = await person("Lena", "admin", world.address);
    const tessa = await person("Tessa", "tester", world.address);
    const tom = await person("Tom", "tester", second, { viewport: PHONE, hasTouch: true, isMobile: true });

    const cycle = await startWithTesters(lead);
    await passOwnSectionByKeys(tessa, cycle);
    await passOwnSectionByTouch(tom, cycle);
    await recordCiRun(tessa);
    await placeLiveBug(tessa, lead, cycle);
    await fixAndRetest(lead, tessa, cycle);
    await closeAndReport(lead, cycle);

    for (const who of [lead, tessa, tom]) await who.close();
    expect(await world.problems()).toEqual([]);
  });

  async function startWithTesters({ page, go }: Visitor): Promise<string> {
    await go(`/apps/${app}/cycles`);
    await page.getByRole("heading", { name: "No cycle yet" }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Start a cycle" });
    await dialog.getByLabel("Name").waitFor();
    await page.keyboard.type("Release 1.5");
    await page.keyboard.press("Tab");
    await page.keyboard.type("1.5.0");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\?cycle=cyc_/);
    await cell(page, "Pay by card, Web, untested").waitFor();
    const cycle = new URL(page.url()).searchParams.get("cycle")!;
    await go(`/apps/${app}/cycles`);
    await page.getByRole("button", { name: "Testers: Release 1.5" }).press("Enter");
    const testers = page.getByRole("dialog", { name: "Testers of Release 1.5" });
    await testers.getByLabel("Add a tester to Cart").selectOption({ label: "Tessa" });
    await testers.getByLabel("Add a tester to Checkout").selectOption({ label: "Tom" });
    await testers.getByRole("button", { name: "Save" }).press("Enter");
    await testers.waitFor({ state: "hidden" });
    return cycle;
  }

  async function passOwnSectionByKeys({ page, go }: Visitor, cycle: string): Promise<void> {
    await go(`/apps/${app}?cycle=${cycle}&mine=true`);
    await page.getByText("3 of 7 checks").waitFor();
    expect(await page.getByText("Pay by card").count()).toBe(0);
    for (const platform of ["Web", "iOS"]) {
      await cell(page, `Add an article, ${platform}, untested`).click();
      // The cursor moves on to the next check.
      for (let checks = 0; checks < 3; checks++) await page.keyboard.press("p");
      await cell(page, `Remove the last article, ${platform}, passed`).waitFor();
    }
    expect(await page.getByRole("gridcell", { name: /, passed/ }).count()).toBe(6);
    await shoot(page, "release-own-section");
    expect(await accessibilityFaults(page)).toEqual([]);
  }

  async function passOwnSectionByTouch({ page, go }: Visitor, cycle: string): Promise<void> {
    await go(`/apps/${app}?cycle=${cycle}&mine=true`);
    for (const platform of ["Web", "iOS"]) {
      await page.getByRole("radio", { name: new RegExp(platform) }).tap();
      for (const check of ["Pay by card", "Receipt arrives by e-mail"]) {
        await page.getByRole("button", { name: `Pass ${check}` }).tap();
      }
    }
    await shoot(page, "release-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
  }

  /** The page of another tester shows it without being asked. */
  async function recordCiRun({ page }: Visitor): Promise<void> {
    await page.getByRole("button", { name: "Mine" }).press("Enter");
    await cell(page, "Receipt arrives by e-mail, iOS, passed").waitFor();
    await cell(page, "Stock is read, Web, untested").waitFor();
    const path = `/results/junit?app=${app}&cycle=Release%201.5&build=1.5.0`;
    const { status } = await world.call(world.tester, "POST", path, CI_RUN, { "content-type": "application/xml" });
    expect(status).toBe(201);
    await cell(page, "Stock is read, Web, passed").waitFor();
    await cell(page, "Prices are read, iOS, passed").waitFor();
    await page.getByText("100 %").first().waitFor();
  }

  async function placeLiveBug(tester: Visitor, lead: Visitor, cycle: string): Promise<void> {
    const bug = await deliver(world, app, { title: "Card payments answer 502", source: "Monitor" });
    const { page, go } = tester;
    await go(`/apps/${app}/issues`);
    await page.locator(`[data-issue="${bug.id}"]`).waitFor();
    await page.keyboard.press("j");
    await page.getByRole("heading", { level: 2, name: "Card payments answer 502" }).waitFor();
    await page.keyboard.press("b");
    await page.getByRole("combobox", { name: "Check or section" }).fill("PAY-1");
    await page.keyboard.press("Enter");
    await page.getByText("Placed on PAY-1 Pay by card.").waitFor();
    await lead.go(`/apps/${app}?cycle=${cycle}`);
    await cell(lead.page, "Pay by card, Web, failed, 1 open issue").waitFor();
    await shoot(lead.page, "release-live-bug");
    expect(await accessibilityFaults(lead.page)).toEqual([]);
  }

  async function fixAndRetest(lead: Visitor, tester: Visitor, cycle: string): Promise<void> {
    await lead.go(`/apps/${app}/issues`);
    await lead.page.getByText("Card payments answer 502").waitFor();
    await lead.page.keyboard.press("j");
    await lead.page.getByRole("heading", { level: 2, name: "Card payments answer 502" }).waitFor();
    await lead.page.keyboard.press("f");
    const { page, go } = tester;
    await go(`/apps/${app}?cycle=${cycle}`);
    // A fix is not a pass.
    await cell(page, "Pay by card, Web, needs retest").waitFor();
    await page.keyboard.press("r");
    await page.getByText("1 of 7 checks").waitFor();
    await cell(page, "Pay by card, Web, needs retest").click();
    await page.keyboard.press("p");
    await cell(page, "Pay by card, iOS, needs retest").click();
    await page.keyboard.press("p");
    await page.getByText("100 %").first().waitFor();
  }

  async function closeAndReport({ page, go }: Visitor, cycle: string): Promise<void> {
    await go(`/apps/${app}/cycles`);
    await page.getByRole("button", { name: "Close: Release 1.5" }).press("Enter");
    await page.getByRole("button", { name: "Close it for good" }).press("Enter");
    await page
      .getByRole("list", { name: "Closed cycles" })
      .getByRole("link", { name: "Report: Release 1.5" })
      .press("Enter");
    await page.waitForURL(new RegExp(`/cycles/${cycle}/report`));
    await page.getByText("Pass: good enough to ship").waitFor();
    const rows = page.getByRole("row");
    await rows.filter({ hasText: "Pay by card" }).filter({ hasText: "Tessa" }).waitFor();
    await rows.filter({ hasText: "Receipt arrives by e-mail" }).filter({ hasText: "Tom" }).waitFor();
    await rows.filter({ hasText: "Stock is read" }).filter({ hasText: "tester key" }).waitFor();
    await shoot(page, "release-report");
    expect(await accessibilityFaults(page)).toEqual([]);
    const printed = pdfPages(await page.pdf({ format: "A4" })).join("");
    for (const { checks } of SECTIONS) {
      for (const { ref, title } of checks) expect(printed).toContain(`${ref}${title.replaceAll(" ", "")}`);
    }
    // What happens afterwards changes nothing in it.
    await world.call(world.tester, "POST", "/results", { app, check: "CART-1", outcome: "failed" });
    await page.reload();
    await page.getByText("Pass: good enough to ship").waitFor();
  }
});
