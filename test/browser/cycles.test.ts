// Cycles in the interface: started, worked through by keys and by touch, seen by others at once, closed for good.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, DESKTOP, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";
import { ANY_DATABASE, type World } from "../support/server/test-server.ts";

const cell = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });

async function start(world: World, app: string, body: object): Promise<string> {
  const { status, body: answer } = await world.call(world.admin, "POST", `/apps/${app}/cycles`, body);
  expect(status).toBe(201);
  return answer.data.id;
}

describe.each(ANY_DATABASE)("a cycle on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let id: string;
  let admin: Visitor;
  let tester: Visitor;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    admin = await signedIn(browser, world, "admin");
    tester = await signedIn(browser, world, "tester");
  });
  afterAll(async () => {
    await admin.close();
    await tester.close();
    expect(await world.problems()).toEqual([]);
  });

  test("goes from its start to its end: picked, recorded in by key, seen by others, closed, and read-only then", async () => {
    const { page } = admin;
    await admin.go(`/apps/${id}/cycles`);
    await page.getByRole("heading", { name: "No cycle yet" }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Start a cycle" });
    await dialog.getByLabel("Name").fill("Release 1.5");
    await dialog.getByLabel("Build").fill("1.5.0");
    await dialog.getByRole("button", { name: "iOS" }).click();
    await dialog.getByRole("button", { name: "Web" }).click();
    await dialog.getByRole("button", { name: "Cart" }).click();
    await dialog.getByRole("button", { name: "Checkout" }).click();
    await shoot(page, "cycles-start");
    await dialog.getByRole("button", { name: "Start cycle" }).click();
    await page.waitForURL(/\?cycle=cyc_/);
    await cell(page, "Add an article to the cart, Web, untested").waitFor();
    await cell(page, "Keep the cart after signing in, Web, needs retest").waitFor();
    await cell(page, "Pay by card, iOS, failed, 1 open issue").waitFor();
    expect(await page.getByRole("columnheader").allTextContents()).toEqual(["Check", "Web", "iOS"]);
    expect(await page.getByText("Delete the account").count()).toBe(0);
    await page.getByText("Only Web and iOS; only Cart and Checkout").waitFor();
    await page.getByText("Build 1.5.0").waitFor();
    // The runbook itself is edited in all testing.
    expect(await page.getByText("Add a check").count()).toBe(0);

    await tester.go(`/apps/${id}`);
    await cell(tester.page, "Add an article to the cart, Web, passed").waitFor();
    await tester.page.getByRole("button", { name: "Cycle: All testing" }).focus();
    await tester.page.keyboard.press("Enter");
    await tester.page.getByRole("menuitemradio", { name: /Release 1\.5/ }).waitFor();
    await tester.page.keyboard.press("ArrowDown");
    await tester.page.keyboard.press("Enter");
    await cell(tester.page, "Add an article to the cart, Web, untested").waitFor();
    expect(new URL(tester.page.url()).searchParams.get("cycle")).toMatch(/^cyc_/);
    await cell(tester.page, "Add an article to the cart, Web").click();
    await tester.page.keyboard.press("p");
    await tester.page.keyboard.press("f");
    await cell(page, "Add an article to the cart, Web, passed").waitFor();
    await cell(page, "Change the quantity in the cart, Web, failed").waitFor();
    await tester.page.keyboard.press("u");
    await cell(page, "Change the quantity in the cart, Web, untested").waitFor();
    await tester.page.reload();
    await cell(tester.page, "Add an article to the cart, Web, passed").waitFor();
    await tester.page.getByRole("button", { name: "Cycle: Release 1.5" }).waitFor();
    const results = await world.call(world.viewer, "GET", `/results?app=${id}&check=CART-1&limit=1`);
    expect(results.body.data[0]).toMatchObject({ platform: "web", cycle: { name: "Release 1.5" } });

    await page.getByRole("link", { name: "Cycles" }).click();
    const row = page.getByRole("list", { name: "Open cycles" }).getByRole("listitem");
    await row.getByText("10 checks").waitFor();
    await row.getByRole("img", { name: /1 passed, 1 failed/ }).waitFor();
    await shoot(page, "cycles-page");
    expect(await accessibilityFaults(page)).toEqual([]);
    await row.getByRole("button", { name: "Close: Release 1.5" }).click();
    await page.getByText(/can't be undone/).waitFor();
    await page.getByRole("button", { name: "Close it for good" }).click();
    await page
      .getByRole("list", { name: "Closed cycles" })
      .getByRole("link", { name: "Release 1.5", exact: true })
      .waitFor();

    const about = tester.page.getByRole("region", { name: "Cycle" });
    await expect.poll(() => about.textContent()).toMatch(/Closed just now by admin person: it stays as it is/);
    await cell(tester.page, "Change the quantity in the cart, Web").click();
    await tester.page.keyboard.press("p");
    await world.call(world.tester, "POST", "/results", { app: id, check: "CART-2", outcome: "passed" });
    await tester.page.reload();
    await cell(tester.page, "Change the quantity in the cart, Web, untested").waitFor();
    await shoot(tester.page, "cycles-closed");
    expect(await accessibilityFaults(tester.page)).toEqual([]);
  });

  test("is started with what is left of another; what is not in it can't be acted on", async () => {
    const first = await start(world, id, { name: "First round", platforms: ["web", "ios"], sections: ["CART"] });
    await world.call(world.tester, "POST", "/results", {
      app: id,
      results: [
        { check: "CART-1", platforms: ["web", "ios"], outcome: "passed", cycle: first },
        { check: "CART-2", platforms: ["web"], outcome: "passed", cycle: first },
        { check: "CART-2", platforms: ["ios"], outcome: "failed", cycle: first },
      ],
    });
    const { page } = admin;
    await admin.go(`/apps/${id}/cycles`);
    await page.getByRole("button", { name: "Start a cycle" }).click();
    const dialog = page.getByRole("dialog", { name: "Start a cycle" });
    await dialog.getByLabel("Name").fill("First round");
    await dialog.getByRole("button", { name: "Start cycle" }).click();
    await dialog.getByText(/Another cycle of this app has this name/).waitFor();
    await dialog.getByLabel("Name").fill("Second round");
    await dialog.getByLabel("What is tested").selectOption({ label: "What is left of First round" });
    await dialog.getByRole("button", { name: "Failed" }).click();
    await dialog.getByRole("button", { name: "Needs retest" }).click();
    await dialog.getByRole("button", { name: "Untested" }).click();
    await dialog.getByRole("button", { name: "N/A" }).click();
    await dialog.getByRole("button", { name: "Start cycle" }).click();
    await dialog.getByText(/There is nothing in the scope of this cycle/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "N/A" }).click();
    await dialog.getByText("Choose at least one status.").waitFor();
    await dialog.getByRole("button", { name: "Failed" }).click();
    await dialog.getByRole("button", { name: "Start cycle" }).click();
    await page.getByText("Only what was left of First round").waitFor();
    await cell(page, "Change the quantity in the cart, iOS, untested").waitFor();
    expect(await page.getByText("Add an article to the cart").count()).toBe(0);
    const out = cell(page, "Change the quantity in the cart, Web, not in this cycle");
    await out.click();
    expect(await page.getByRole("toolbar").count()).toBe(0);
    await page.keyboard.press("f");
    await page.getByText("This is not in the cycle: nothing can be recorded on it here.").waitFor();
    await shoot(page, "cycles-left");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Home");
    await page.keyboard.press("p");
    await cell(page, "Change the quantity in the cart, iOS, passed").waitFor();
    await page.getByText("100 %").first().waitFor();
  });

  test("is chosen in the palette, keeps filters and place, and Back leads out of it", async () => {
    const cycle = await start(world, id, { name: "By palette" });
    const { page } = tester;
    await tester.go(`/apps/${id}?status=untested&check=PAY-1`);
    await page.getByRole("heading", { name: "Pay by card" }).waitFor();
    await page.getByRole("button", { name: "Cycle: All testing" }).waitFor();
    // The toolbar needs one line in a narrower window, too.
    await page.getByRole("button", { name: "Clear filters" }).first().click();
    await page.setViewportSize({ width: 1024, height: 800 });
    const tools = [page.getByRole("searchbox"), page.getByRole("button", { name: "View", exact: true })];
    const [search, view] = await Promise.all(tools.map(async (tool) => (await tool.boundingBox())!));
    expect(Math.abs(search!.y + search!.height / 2 - view!.y - view!.height / 2)).toBeLessThan(10);
    await page.setViewportSize(DESKTOP);
    await page.getByRole("button", { name: /^Untested/ }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("show cycle by pal");
    await page.getByRole("option", { name: "Show cycle By palette" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(new RegExp(`cycle=${cycle}`));
    await page.getByRole("button", { name: "Cycle: By palette" }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("status")).toBe("untested");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Command" }).fill("show all testing");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Cycle: All testing" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Cycle: By palette" }).waitFor();
  });

  test("results of it wait while the network is away, and are saved in it afterwards", async () => {
    const cycle = await start(world, id, { name: "On a train", build: "1.6" });
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${id}?cycle=${cycle}`);
    await cell(page, "Delete the account, Web, untested").waitFor();
    await who.context.setOffline(true);
    await cell(page, "Delete the account, Web").click();
    await page.keyboard.press("f");
    await cell(page, "Delete the account, Web, failed").waitFor();
    await who.context.setOffline(false);
    const ask = async () => (await world.call(world.viewer, "GET", `/results?app=${id}&check=ACC-2`)).body.data;
    await expect.poll(ask).toMatchObject([{ outcome: "failed", cycle: { name: "On a train" } }]);
    await cell(page, "Delete the account, Web, failed").waitFor();
    expect(await page.getByText(/was recorded|has recorded/).count()).toBe(0);
    who.problems.length = 0;
    await who.close();
  });

  test("on a phone it is chosen, worked through and left by touch", async () => {
    const cycle = await start(world, id, { name: "On a phone", build: "1.7.0", sections: ["PAY"] });
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true, isMobile: true });
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("button", { name: "Filters" }).tap();
    await page.getByRole("button", { name: "Cycle: All testing" }).tap();
    await page.getByRole("menuitemradio", { name: /On a phone/ }).tap();
    await page.waitForURL(new RegExp(`cycle=${cycle}`));
    await page.getByRole("button", { name: "Pass Receipt arrives by e-mail" }).tap();
    await expect
      .poll(() => page.getByRole("button", { name: "Pass Receipt arrives by e-mail" }).getAttribute("aria-pressed"))
      .toBe("true");
    await shoot(page, "cycles-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.go(`/apps/${id}/cycles`);
    await page.getByRole("link", { name: "On a phone", exact: true }).waitFor();
    await shoot(page, "cycles-page-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(overflow)).toBe(0);
    await who.close();
  });

  test("an address with a cycle that is not there, or another app's, says so and leads on", async () => {
    const other = (await sampleRunbook(world, "Other shop")).id;
    const theirs = await start(world, other, { name: "Theirs" });
    const { page } = tester;
    for (const cycle of ["cyc_none", theirs]) {
      await tester.go(`/apps/${id}?cycle=${cycle}`);
      await page.getByRole("heading", { name: "There is no such cycle" }).waitFor();
    }
    await page.getByRole("link", { name: "All testing" }).click();
    await cell(page, "Pay by card, Web").waitFor();
    const small = await start(world, id, { name: "Small", sections: ["CART"] });
    await tester.go(`/apps/${id}?cycle=${small}&check=PAY-1`);
    await page.getByText("The check that this link is for is not in this cycle.").waitFor();
    await page.getByRole("button", { name: "Show all testing" }).click();
    await page.getByRole("heading", { name: "Pay by card" }).waitFor();
  });
});
