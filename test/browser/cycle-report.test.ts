// The report of a cycle, made for printing, with what has changed against another; and who tests which sections.
import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { recordTrendDay } from "../../src/actions/status/record-trend-day.ts";
import { accessibilityFaults, DESKTOP, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { pdfPages } from "../support/browser/pdf-text.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

describe("the report of a cycle", () => {
  const { world, browser } = stageOf("sqlite");
  let id: string;
  let first: string;
  let second: string;
  let viewer: Visitor;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    const start = async (name: string, build: string) =>
      (await world.call(world.admin, "POST", `/apps/${id}/cycles`, { name, build })).body.data.id as string;
    const record = (cycle: string, check: string, outcome: string, note?: string) =>
      world.call(world.tester, "POST", "/results", { app: id, check, outcome, cycle, platforms: ["web"], note });
    first = await start("Release 1.4", "1.4.0");
    await record(first, "CART-1", "passed");
    await record(first, "CART-2", "failed");
    await world.call(world.admin, "POST", `/cycles/${first}/close`);
    second = await start("Release 1.5", "1.5.0");
    await record(second, "CART-1", "failed", "The button does nothing\non a small screen");
    await record(second, "CART-2", "passed");
    viewer = await signedIn(browser, world, "viewer");
  });
  afterAll(async () => {
    await viewer.close();
    expect(await world.problems()).toEqual([]);
  });

  test("has the gate, the counts and a row for everything, and is compared with another cycle", async () => {
    const { page } = viewer;
    await viewer.go(`/apps/${id}?cycle=${second}`);
    await page.getByRole("region", { name: "Cycle" }).getByRole("link", { name: "Report" }).click();
    await page.getByRole("heading", { name: "Release 1.5" }).waitFor();
    await page.getByText("Fail: not ready to ship").waitFor();
    await page.getByText("Asked for: at least 100 % tested, at most 0 failed, at most 0 open issues.").waitFor();
    const cart = page.getByRole("region", { name: "Cart" });
    // A heading, and five checks on three platforms.
    expect(await cart.getByRole("row").count()).toBe(16);
    const row = cart.getByRole("row", { name: /CART-1/ });
    expect(await row.textContent()).toMatch(/WebFailedtester key.*The button does nothing/s);
    expect(
      await page
        .getByRole("region", { name: "Checkout" })
        .getByText(/^Open: /)
        .count(),
    ).toBe(1);
    await page.getByRole("combobox", { name: "Compare with" }).selectOption({ label: "Compare with Release 1.4" });
    const compared = page.getByRole("region", { name: "Comparison" });
    await compared.getByRole("table", { name: "Newly failed: 1" }).getByText("Add an article to the cart").waitFor();
    await compared.getByRole("table", { name: "Newly passed: 1" }).waitFor();
    await page.reload();
    await compared.getByRole("table", { name: "Newly failed: 1" }).waitFor();
    await shoot(page, "cycle-report");
    await compared.scrollIntoViewIfNeeded();
    await shoot(page, "cycle-report-compared");
    expect(await accessibilityFaults(page)).toEqual([]);
    await viewer.go(`/apps/${id}/cycles/${second}/report?percent=0&max_failed=100&max_open=9`);
    await page.getByText("Pass: good enough to ship").waitFor();
  });

  test("is printed in light colours, without the frame of the page, on as many pages as it needs", async () => {
    const { page } = viewer;
    await viewer.go(`/apps/${id}/cycles/${second}/report`);
    await page.getByRole("heading", { name: "Release 1.5" }).waitFor();
    expect(await page.title()).toBe("Harbour Shop Release 1.5: report");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.getByRole("navigation").count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Print/ }).count()).toBe(0);
    const colour = 'getComputedStyle(document.querySelector("article h2")).color';
    expect(await page.evaluate(colour)).toBe("rgb(27, 31, 39)");
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    await page.setViewportSize({ width: 794, height: 1123 });
    await shoot(page, "cycle-report-print");
    await page.emulateMedia({ media: null, colorScheme: "light" });
    await page.setViewportSize(DESKTOP);
  });

  test("as a PDF it has every row of 300 checks, and on each page their section and the headings", async () => {
    const titles = Array.from({ length: 10 }, (_, i) => `Part ${"ABCDEFGHIJ"[i]}`);
    const refsOf = (title: string) => Array.from({ length: 30 }, (_, i) => `${title.at(-1)}X${100 + i}`);
    const large = await world.app({
      name: "Large",
      platforms: [
        { code: "web", label: "Web" },
        { code: "ios", label: "iOS" },
      ],
      sections: titles.map((title) => ({ title, checks: refsOf(title).map((ref) => ({ ref, title: `Try ${ref}` })) })),
    });
    const cycle = (await world.call(world.admin, "POST", `/apps/${large.id}/cycles`, { name: "2.0" })).body.data.id;
    const { page } = viewer;
    await viewer.go(`/apps/${large.id}/cycles/${cycle}/report`);
    await page.getByRole("heading", { name: "2.0" }).waitFor();
    const [first, ...others] = pdfPages(await page.pdf({ format: "A4" }));
    expect(first).toContain("Fail:notreadytoship");
    expect(first).toMatch(/Page1of\d+/);
    expect(first).not.toContain("Searchorgoto");
    const all = [first, ...others].join("");
    for (const ref of titles.flatMap(refsOf)) {
      expect(all.split(`${ref}Try${ref}WebUntestediOSUntested`), ref).toHaveLength(2);
    }
    expect(others.length).toBeGreaterThan(9);
    const begins = /Part([A-J])CheckPlatformStatusTesterTestedatBuildNote,openissues([A-J])X1/;
    for (const text of others) {
      const [start, part, check] = begins.exec(text)!;
      expect(text.indexOf(start)).toBeLessThan("Page99of99".length + 1);
      expect(check).toBe(part);
    }
  });

  test("comes as CSV and JSON with what its address asks of the gate, and is not there for others", async () => {
    const { page } = viewer;
    await viewer.go(`/apps/${id}/cycles/${second}/report?percent=5`);
    const read = async (name: string) => {
      const coming = page.waitForEvent("download");
      await page.getByRole("link", { name, exact: true }).click();
      const file = await coming;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const csv = await read("CSV");
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.text.trim().split("\r\n")).toHaveLength(1 + 39);
    const json = await read("JSON");
    expect(JSON.parse(json.text).data.gate.thresholds.percent).toBe(5);
    await viewer.go(`/apps/${id}/cycles/${second}/report?percent=500&with=${first}`);
    await page.getByRole("heading", { name: "The address of this report asks for something that can't be" }).waitFor();
    await page.getByText("percent is “500”, and must be a whole number from 0 to 100.").waitFor();
    await page.getByRole("link", { name: "Report without it" }).click();
    await page.getByRole("table", { name: "Newly failed: 1" }).waitFor();
    await viewer.go(`/apps/${id}/cycles/${second}/report?with=Release%200`);
    await page.getByRole("heading", { name: "There is no such cycle to compare with" }).waitFor();
    await page.getByText("a comparison with “Release 0”").waitFor();
    const elsewhere = await world.app({ name: "Elsewhere" });
    const other = await signedIn(browser, world, "viewer", { apps: [elsewhere.id] });
    await other.go(`/apps/${id}/cycles/${second}/report`);
    await other.page.getByRole("heading", { name: "There is no such app" }).waitFor();
    await other.go(`/apps/${elsewhere.id}/cycles/${second}/report`);
    await other.page.getByRole("heading", { name: "There is no such cycle" }).waitFor();
    await other.close();
  });

  test("there is one of all testing, too, in the menu of the runbook and in the palette", async () => {
    const { page } = viewer;
    await viewer.go(`/apps/${id}`);
    await page.getByRole("button", { name: "Export" }).click();
    await page.getByRole("menuitem", { name: "Report for printing" }).click();
    await page.waitForURL(`**/apps/${id}/report`);
    await page.getByRole("heading", { name: "All testing" }).waitFor();
    await page.getByText("Asked for: at least 100 % tested").waitFor();
    expect(await page.title()).toBe("Harbour Shop: report");
    expect(await page.getByRole("region", { name: "Cart" }).getByRole("row").count()).toBe(16);
    expect(await page.getByRole("combobox", { name: "Compare with" }).count()).toBe(0);
    await page
      .getByRole("link", { name: /^[A-Z]+-\d+$/ })
      .first()
      .waitFor();
    await shoot(page, "runbook-report");
    await page.getByRole("region", { name: "Checkout" }).scrollIntoViewIfNeeded();
    await shoot(page, "runbook-report-rows");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("link", { name: "Runbook", exact: true }).last().click();
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("open the report");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/apps/${id}/report`);
  });

  test("fits a phone", async () => {
    const who = await signedIn(browser, world, "viewer", { viewport: PHONE, hasTouch: true, isMobile: true });
    await who.go(`/apps/${id}/cycles/${first}/report`);
    await who.page.getByRole("heading", { name: "Release 1.4" }).waitFor();
    await who.page.getByText(/^Closed/).waitFor();
    await shoot(who.page, "cycle-report-phone");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await who.page.evaluate(overflow)).toBe(0);
    await who.close();
  });

  test("sections are given to testers, who see only theirs when they want to", async () => {
    const admin = await signedIn(browser, world, "admin");
    const { page } = admin;
    await admin.go(`/apps/${id}/cycles`);
    await page.getByRole("button", { name: "Testers: Release 1.5" }).click();
    const dialog = page.getByRole("dialog", { name: "Testers of Release 1.5" });
    const own = await page.evaluate<string>(
      'fetch("/ui/v1/me").then((answer) => answer.json()).then(({ data }) => data.id)',
    );
    await dialog.getByLabel("Add a tester to Account").selectOption(own);
    await dialog.getByRole("button", { name: "Remove admin person from Account" }).last().waitFor();
    await shoot(page, "cycle-testers");
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "hidden" });
    await admin.go(`/apps/${id}?cycle=${second}`);
    await page.getByText("Testers: admin person").waitFor();
    await page.getByRole("button", { name: "Mine" }).click();
    await page.getByText("3 of 13 checks").waitFor();
    await expect.poll(() => page.getByText("Pay by card").count()).toBe(0);
    const mine = () => new URL(page.url()).searchParams.get("mine");
    await expect.poll(mine).toBe("true");
    await page.reload();
    await page.getByText("3 of 13 checks").waitFor();
    expect(mine()).toBe("true");
    await shoot(page, "cycle-mine");
    expect(await accessibilityFaults(page)).toEqual([]);
    // Outside the cycle nobody is given sections: the filter goes with it.
    await page.getByRole("button", { name: "Cycle: Release 1.5" }).click();
    await page.getByRole("menuitemradio", { name: "All testing" }).click();
    await page.getByText("Pay by card").first().waitFor();
    await expect.poll(mine).toBeNull();
    await page.goBack();
    await page.getByText("3 of 13 checks").waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByText("Pay by card").first().waitFor();
    await admin.close();
    // Whoever tests nothing is not offered it.
    const other = await signedIn(browser, world, "viewer");
    await other.go(`/apps/${id}?cycle=${second}`);
    await other.page.getByRole("grid").waitFor();
    expect(await other.page.getByRole("button", { name: "Mine" }).count()).toBe(0);
    await other.close();
  });

  test("a cycle gets another name and build while it is open", async () => {
    const admin = await signedIn(browser, world, "admin");
    const { page } = admin;
    await world.call(world.admin, "POST", `/apps/${id}/cycles`, { name: "Relaese 1.6", build: "1.6" });
    await admin.go(`/apps/${id}/cycles`);
    await page.getByRole("button", { name: "Edit: Relaese 1.6" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Edit Relaese 1.6" });
    await dialog.getByLabel("Name").fill("Release 1.4");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText(/Another cycle of this app has this name/).waitFor();
    await dialog.getByLabel("Name").fill("Release 1.6");
    await dialog.getByLabel("Build").fill("");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.getByText("Release 1.6 is saved.").waitFor();
    await shoot(page, "cycles-edited");
    const { data } = (await world.call(world.viewer, "GET", `/apps/${id}/cycles?status=open`)).body;
    expect(data.find(({ name }: { name: string }) => name === "Release 1.6").build).toBeNull();
    await admin.close();
  });

  // Two days pass in it, by which those who are signed in are signed out: it comes last.
  test("while it is open, the trend shows day by day what is left", async () => {
    const cycle = (await world.call(world.admin, "POST", `/apps/${id}/cycles`, { name: "Three days" })).body.data.id;
    const record = (check: string) =>
      world.call(world.tester, "POST", "/results", { app: id, check, outcome: "passed", cycle, platforms: ["web"] });
    try {
      for (const day of [0, 1, 2]) {
        world.clock.offset = day * 86_400_000;
        await record(`CART-${day + 3}`);
        await world.store.performer.perform(recordTrendDay, { appId: id });
      }
      const who = await signedIn(browser, world, "viewer");
      const { page } = who;
      await who.go(`/apps/${id}?cycle=${cycle}`);
      await page.getByRole("button", { name: "Trend" }).click();
      await page.getByRole("img", { name: "Untested, Passed, Failed, Needs retest over 3 days" }).waitFor();
      await shoot(page, "cycle-burndown");
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByText("Numbers").click();
      const numbers = page.getByRole("table", { name: "Trend by day, newest first" });
      expect(await numbers.locator("tbody td:nth-of-type(1)").allTextContents()).toEqual(["33", "34", "35"]);
      await who.close();
    } finally {
      world.clock.offset = 0;
    }
  });
});
