// Adding the results of a CI run by hand: drop a report on the runbook, see what it means, record it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { dropping } from "../support/browser/drop-file.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

const REPORT = `<testsuites><testsuite name="shop">
  <testcase name="CART-1 adds an article"/>
  <testcase name="Pay by card"><failure message="declined"/></testcase>
  <testcase name="nobody knows this one"/>
  <testcase name="CART-2 and CART-3"/>
  <testcase name="PAY-2 later"><skipped/></testcase>
</testsuite></testsuites>`;

const asFile = (text: string, name = "junit.xml") => ({ name, mimeType: "text/xml", buffer: Buffer.from(text) });

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  const resultsOf = async (app: string) =>
    (await world.call(world.viewer, "GET", `/results?app=${app}&limit=200`)).body.data as {
      check: { ref: string };
      platform: string;
      outcome: string;
      build: string | null;
    }[];

  test("a report is dropped, looked at and recorded; what it leaves open is listed first", async () => {
    const { id } = await sampleRunbook(world, `Harbour Shop ${kind}`);
    const before = (await resultsOf(id)).length;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    await page.evaluate(dropping("junit.xml", REPORT));
    const dialog = page.getByRole("dialog", { name: /Add CI results to Harbour Shop/ });
    await dialog
      .getByText("5 cases: records 3 passed and 3 failed on 2 checks; 1 ambiguous; 1 without a check; 1 skipped.")
      .waitFor();
    await dialog.getByRole("button", { name: "Web" }).click();
    await dialog.getByText("records 1 passed and 1 failed on 2 checks").waitFor();
    expect((await dialog.getByRole("listitem").allInnerTexts()).map((text) => text.split("\n")[0])).toEqual([
      "Ambiguous",
      "No check",
      "Failed",
      "Passed",
      "Skipped",
    ]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "ci-results");
    expect((await resultsOf(id)).length).toBe(before);
    await dialog.getByRole("textbox", { name: "Build" }).fill("main@1a2b");
    await dialog.getByRole("button", { name: "Record 2 results" }).click();
    await page.getByText("2 results recorded: 1 passed, 1 failed.").waitFor();
    await page.getByRole("status").getByRole("link", { name: "See PAY-1" }).click();
    await page.getByRole("heading", { level: 2, name: "Pay by card" }).waitFor();
    expect(new URL(page.url()).searchParams.get("on")).toBe("web");
    const fresh = (await resultsOf(id)).slice(0, -before);
    expect(fresh.map(({ check, platform, outcome, build }) => [check.ref, platform, outcome, build]).sort()).toEqual([
      ["CART-1", "web", "passed", "main@1a2b"],
      ["PAY-1", "web", "failed", "main@1a2b"],
    ]);
    await who.close();
  });

  test("on a phone, by the menu: a report that can't be read says where, and another can be chosen", async () => {
    const { id } = await sampleRunbook(world, `Harbour Phone ${kind}`);
    const who = await signedIn(browser, world, "tester", { viewport: PHONE });
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("button", { name: "View" }).click();
    await page.getByRole("menuitem", { name: "Add CI results" }).click();
    const dialog = page.getByRole("dialog", { name: /Add CI results to Harbour Phone/ });
    await dialog.getByRole("button", { name: "Choose a file" }).waitFor();
    expect(await dialog.getByRole("button", { name: "Record" }).isDisabled()).toBe(true);
    await page.getByLabel("Test report").setInputFiles(asFile(REPORT.replace("</testsuite>", "")));
    await dialog.getByText("Line 7, column 14:").waitFor();
    await shoot(page, "ci-results-phone-refused");
    await page.getByLabel("Test report").setInputFiles(asFile(REPORT));
    await dialog.getByText("5 cases: records 3 passed and 3 failed on 2 checks").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "ci-results-phone");
    const ctrf = readFileSync(join(import.meta.dirname, "../samples/reports/jest-ctrf.json"), "utf8");
    await page.getByLabel("Test report").setInputFiles(asFile(ctrf, "ctrf.json"));
    await dialog.getByText("7 cases:").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await who.close();
  });

  test("a runbook that is dropped on the runbook offers its plan for this app; an old spreadsheet gets a plain sentence", async () => {
    const { id } = await sampleRunbook(world, `Harbour Drop ${kind}`);
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    await page.evaluate(dropping("cells.xls", "cells"));
    await page.getByText("This spreadsheet is in another format than .xlsx: save it as .xlsx or CSV").waitFor();
    const platforms = "[{code: web, label: Web}, {code: ios, label: iOS}, {code: android, label: Android}]";
    const sections = "[{ref: CART, title: Cart, checks: [{title: Dropped in}]}]";
    await page.evaluate(
      dropping("more.yaml", `name: Harbour Drop ${kind}\nplatforms: ${platforms}\nsections: ${sections}\n`),
    );
    const dialog = page.getByRole("dialog", { name: `Import into Harbour Drop ${kind}` });
    await dialog.getByText("Dropped in").first().waitFor();
    await dialog.getByRole("button", { name: /^Import \d/ }).click();
    await page.getByRole("rowheader", { name: /Dropped in/ }).waitFor();
    await who.close();
    const tester = await signedIn(browser, world, "tester");
    await tester.go(`/apps/${id}`);
    await tester.page.getByRole("grid").waitFor();
    await tester.page.evaluate(dropping("more.csv", "section,check\nCart,Not by a tester\n"));
    await tester.page.getByText("This is a runbook, and only an admin of the app can import one.").waitFor();
    await tester.close();
  });

  test("a viewer is not offered it", async () => {
    const { id } = await sampleRunbook(world, `Harbour View ${kind}`);
    const who = await signedIn(browser, world, "viewer");
    await who.go(`/apps/${id}`);
    await who.page.getByRole("grid").waitFor();
    expect(await who.page.getByRole("button", { name: "Add CI results" }).count()).toBe(0);
    await who.close();
  });
});
