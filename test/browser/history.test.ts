// The history of a cell: every result with who, when, build, cycle, note and files; filtered in the address, exported, on a phone.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { handFile } from "../support/browser/hand-file.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { attach, PNG } from "../support/samples/sample-files.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });
const list = (page: Page) => page.getByRole("list", { name: "Results" });
const rowsOf = (page: Page) => list(page).locator(":scope > li");
const shot = { name: "shot.png", mimeType: "image/png", buffer: PNG };

describe.each(ANY_DATABASE)("the history on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let id: string;
  let who: Visitor;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    await world.call(world.admin, "POST", `/apps/${id}/cycles`, { name: "Release 1.5", platforms: ["web"] });
    const person = await world.person("tester");
    const record = async (fields: object) =>
      (await world.call(person, "POST", "/results", { app: id, check: "CART-1", ...fields })).body.data[0].id;
    await record({ platforms: ["web"], outcome: "passed", cycle: "Release 1.5", build: "1.5.0" });
    await record({ platforms: ["ios"], outcome: "passed" });
    const failed = await record({
      platforms: ["web"],
      outcome: "failed",
      build: "1.5.1",
      note: "The article shows up twice.\nOnly after a reload.",
    });
    await attach(world, person, failed, "twice.png", PNG);
    who = await signedIn(browser, world, "tester");
  });
  afterAll(async () => {
    await who.close();
    expect(await world.problems()).toEqual([]);
  });

  test("Y on a cell lists every result there with tester, build, cycle, note and files, and Back leads to the cell", async () => {
    const { page } = who;
    await who.go(`/apps/${id}`);
    await cell(page, "Add an article to the cart, Web").click();
    await page.keyboard.press("y");
    await page.waitForURL(/\/history\?check=chk_\w+&platform=web/);
    await page.getByRole("heading", { name: /History of CART-1 Add an article to the cart/ }).waitFor();
    await rowsOf(page).nth(2).waitFor();
    const texts = await rowsOf(page).allInnerTexts();
    expect(texts.length).toBe(3);
    expect(texts[0]).toMatch(/Failed[\s\S]*Web[\s\S]*tester person[\s\S]*Build 1\.5\.1[\s\S]*shows up twice/);
    expect(texts[1]).toMatch(/Passed[\s\S]*Build 1\.5\.0[\s\S]*Release 1\.5/);
    expect(texts[2]).toMatch(/tester key via API[\s\S]*Build 1\.4\.0/);
    await page.getByRole("button", { name: "Look at twice.png" }).click();
    await page.getByRole("img", { name: "Screenshot twice.png" }).waitFor();
    await page.keyboard.press("Escape");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "history-cell");
    await page.goBack();
    await cell(page, "Add an article to the cart, Web").waitFor();
    expect(new URL(page.url()).searchParams.get("on")).toBe("web");
  });

  test("filters stand in the address, narrow the list and the file, and a link shows the same", async () => {
    const { page } = who;
    await who.go(`/apps/${id}/history`);
    await rowsOf(page).nth(5).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "history-app");
    const filter = page.getByRole("search");
    await filter.getByLabel("Outcome").selectOption("passed");
    await filter.getByLabel("Tester").fill("tester person");
    await filter.getByLabel("Platform").selectOption("web");
    await page.getByText("Build 1.4.0").first().waitFor({ state: "detached" });
    expect(await rowsOf(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?outcome=passed&tester=tester+person&platform=web");
    await page.reload();
    await rowsOf(page).first().waitFor();
    expect(await rowsOf(page).count()).toBe(1);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export as CSV" }).click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8")
      .trim()
      .split("\r\n");
    expect(lines.length).toBe(2);
    expect(lines[1]).toMatch(/CART-1,Add an article to the cart,web,passed,tester person/);
    await filter.getByLabel("Build").fill("nobody built this");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "No result matches" }).waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await rowsOf(page).nth(5).waitFor();
    await filter.getByLabel("Cycle").selectOption({ label: "Release 1.5" });
    await page.getByText("Build 1.4.0").first().waitFor({ state: "detached" });
    expect(await rowsOf(page).count()).toBe(1);
    await rowsOf(page).getByRole("link", { name: "Release 1.5" }).click();
    await page.waitForURL(/\?cycle=cyc_/);
  });

  test("older results are loaded as one scrolls", async () => {
    const { page } = who;
    const results = Array.from({ length: 120 }, (_, i) => ({
      check: "ACC-3",
      platforms: ["android"],
      outcome: "passed",
      note: `number ${i}`,
    }));
    await world.call(world.tester, "POST", "/results", { app: id, results });
    const check = (await world.call(world.viewer, "GET", `/checks?app=${id}&section=ACC`)).body.data[2].id;
    await who.go(`/apps/${id}/history?check=${check}`);
    await rowsOf(page).first().getByText("number 119").waitFor();
    for (const n of [70, 20, 0]) {
      await page.mouse.wheel(0, 60_000);
      await list(page).getByText(`number ${n}`, { exact: true }).waitFor();
    }
    await page.getByText("That is all of them.").waitFor();
    expect(await rowsOf(page).count()).toBe(120);
  });

  test("a check has its last results beside the grid; a result is recorded with a pasted and a chosen screenshot", async () => {
    const { page } = who;
    await who.go(`/apps/${id}?check=CART-4`);
    const panel = page.getByRole("region", { name: "Check Remove the last article" });
    await panel.getByLabel("Note for the next result").fill("See the picture");
    await panel.getByLabel("Files to attach").setInputFiles([shot]);
    await panel.getByText("shot.png").waitFor();
    const at = "section[aria-label=Platforms] label";
    await page.evaluate(handFile("paste", "clipboardData", PNG.toString("base64"), "pasted.png", "image/png", at));
    await panel.getByText("pasted.png").waitFor();
    await shoot(page, "history-screenshot-chosen");
    await panel.getByRole("group", { name: "Record on iOS" }).getByRole("button", { name: "Fail" }).click();
    const history = panel.getByRole("region", { name: "History" });
    await history.getByRole("button", { name: "Look at shot.png" }).waitFor();
    await history.getByRole("button", { name: "Look at pasted.png" }).waitFor();
    expect(await panel.getByText("Leave shot.png out").count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "history-panel");
    const [result] = (await world.call(world.viewer, "GET", `/results?app=${id}&check=CART-4`)).body.data;
    expect(result).toMatchObject({
      platform: "ios",
      outcome: "failed",
      note: "See the picture",
      attachments: [
        { name: "shot.png", kind: "screenshot" },
        { name: "pasted.png", kind: "screenshot" },
      ],
    });
    await history.getByRole("button", { name: "Remove shot.png" }).click();
    await page.getByText("shot.png was removed.").waitFor();
    await history.getByRole("link", { name: "All results" }).click();
    await page.waitForURL(/\/history\?check=chk_/);
    await expect
      .poll(async () => (await world.call(world.viewer, "GET", `/results/${result.id}`)).body.data.attachments.length)
      .toBe(1);
    await rowsOf(page)
      .first()
      .getByLabel(/^Files for the result/)
      .setInputFiles([{ ...shot, name: "later.png" }]);
    await page.getByRole("button", { name: "Look at later.png" }).waitFor();
  });

  test("a screenshot waits for the server with its result, also through a reload", async () => {
    const tester = await signedIn(browser, world, "tester");
    const { page } = tester;
    const later = page.waitForResponse(/unsaved-dialog.*js/);
    await tester.go(`/apps/${id}?check=PAY-3`);
    await later;
    const panel = page.getByRole("region", { name: "Check Receipt arrives by e-mail" });
    await panel.getByLabel("Files to attach").setInputFiles([shot]);
    await tester.context.setOffline(true);
    await panel.getByRole("group", { name: "Record on Web" }).getByRole("button", { name: "Fail" }).click();
    await page.getByRole("button", { name: /not saved/ }).click();
    const dialog = page.getByRole("dialog", { name: /not saved/i });
    await dialog.getByText("File shot.png of the result").waitFor();
    await shoot(page, "history-offline");
    await page.keyboard.press("Escape");
    await tester.context.setOffline(false);
    await page.reload();
    await expect
      .poll(
        async () => {
          const { data } = (await world.call(world.viewer, "GET", `/results?app=${id}&check=PAY-3`)).body;
          return data.map(({ attachments }: { attachments?: object[] }) => attachments);
        },
        { timeout: 120_000 },
      )
      .toEqual([[{ name: "shot.png", kind: "screenshot" }]]);
    await tester.close();
  });

  test("on a phone the list reads in one column, and a result is looked at by touch", async () => {
    const phone = await signedIn(browser, world, "viewer", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = phone;
    await phone.go(`/apps/${id}/history?platform=web`);
    await rowsOf(page).nth(2).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    expect(await page.getByRole("button", { name: "Attach a file" }).count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "history-phone");
    await page.getByRole("button", { name: "Filters (1)" }).tap();
    await page.getByRole("search").getByLabel("Outcome").selectOption("failed");
    await list(page).getByText("Passed").first().waitFor({ state: "detached" });
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "history-phone-filters");
    await page.getByRole("button", { name: "Look at twice.png" }).tap();
    await page.getByRole("img", { name: "Screenshot twice.png" }).waitFor();
    await page.getByRole("button", { name: "Close" }).tap();
    await phone.go(`/apps/${id}?check=CART-1`);
    await page.getByRole("region", { name: "History" }).scrollIntoViewIfNeeded();
    await shoot(page, "history-phone-sheet");
    expect(await accessibilityFaults(page)).toEqual([]);
    await phone.close();
  });
});
