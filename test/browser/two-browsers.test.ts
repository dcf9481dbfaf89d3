// Two people at the same app, each in a browser of their own: what one does, the other sees without asking.
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { listen } from "../support/clients/event-source.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";
import { DATABASES } from "../support/server/test-server.ts";

describe.each(DATABASES)("two browsers on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let id: string;
  let tester: Visitor;
  let admin: Visitor;
  beforeAll(async () => {
    id = (await sampleRunbook(world)).id;
    tester = await signedIn(browser, world, "tester");
    admin = await signedIn(browser, world, "admin");
  });
  afterAll(async () => {
    await tester.close();
    await admin.close();
    expect(await world.problems()).toEqual([]);
  });

  const cell = ({ page }: Visitor, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });
  const seesSoon = (what: Locator) => what.waitFor();
  const openBoth = async () => {
    for (const who of [tester, admin]) {
      await who.go(`/apps/${id}`);
      await who.page.getByRole("grid").waitFor();
    }
  };

  test("see each other's results, also taken back, and under a filter", async () => {
    await openBoth();
    await cell(tester, "Receipt arrives by e-mail, iOS").click();
    await tester.page.keyboard.press("p");
    await seesSoon(cell(admin, "Receipt arrives by e-mail, iOS, passed"));
    await cell(admin, "Receipt arrives by e-mail, Web").click();
    await admin.page.keyboard.press("f");
    await seesSoon(cell(tester, "Receipt arrives by e-mail, Web, failed"));
    await tester.page.keyboard.press("u");
    await seesSoon(cell(admin, "Receipt arrives by e-mail, iOS, untested"));
    await admin.page.keyboard.press("r");
    await admin.page.getByText("1 of 13 checks").waitFor();
    await cell(tester, "Keep the cart after signing in, Web").click();
    await tester.page.keyboard.press("p");
    await seesSoon(cell(admin, "Keep the cart after signing in, Web, passed"));
  });

  test("see a section that is renamed, and a check that is added and taken back", async () => {
    await openBoth();
    await admin.page.keyboard.press("Control+Home");
    await admin.page.keyboard.press("e");
    await admin.page.keyboard.type("Basket");
    await admin.page.keyboard.press("Enter");
    await seesSoon(tester.page.getByRole("row", { name: /Basket/ }));
    await admin.page.keyboard.press("u");
    await seesSoon(tester.page.getByRole("row", { name: /Cart/ }).first());
    await admin.page.getByText("Add a check").first().click();
    await admin.page.keyboard.type("Empty the whole cart");
    await admin.page.keyboard.press("Enter");
    await seesSoon(cell(tester, "Empty the whole cart, Web, untested"));
    await admin.page.keyboard.press("Escape");
    await admin.page.keyboard.press("u");
    await tester.page.getByText("Empty the whole cart", { exact: true }).waitFor({ state: "detached" });
  });

  test("go from an issue that is raised to its fix, the retest, and the end of it", async () => {
    await openBoth();
    await admin.page
      .getByRole("link", { name: /^Issues/ })
      .last()
      .click();
    await admin.page.getByRole("link", { name: /The card form stays empty/ }).waitFor();
    await cell(tester, "Apply a voucher that has run out, Android").click();
    await tester.page.keyboard.press("i");
    const text = tester.page.getByRole("dialog").getByRole("textbox");
    await text.fill("An old voucher still takes ten percent off");
    await text.press("Control+Enter");
    const row = admin.page.getByRole("link", { name: /An old voucher/ });
    await seesSoon(row);
    await row.click();
    await admin.page.getByRole("button", { name: "Fix", exact: true }).waitFor();
    await admin.page.keyboard.press("f");
    await seesSoon(cell(tester, "Apply a voucher that has run out, Android, needs retest"));
    await tester.page.keyboard.press("f");
    await seesSoon(admin.page.getByText("Failed again"));
    await admin.page.keyboard.press("f");
    await seesSoon(cell(tester, "Apply a voucher that has run out, Android, failed, 1 open issue"));
    await admin.page.keyboard.press("f");
    await seesSoon(cell(tester, "Apply a voucher that has run out, Android, needs retest"));
    await tester.page.keyboard.press("p");
    await seesSoon(admin.page.getByRole("region", { name: "Platforms" }).getByText("Passed", { exact: true }));
    const { body } = await world.call(world.viewer, "GET", `/issues?app=${id}&status=all&q=voucher`);
    expect(body.data[0]).toMatchObject({ status: "fixed", still_open_on: [] });
  });

  test("see each other's results also when one of them has too many live streams: then the page asks again and again", async () => {
    const third = await signedIn(browser, world, "viewer");
    const [cookie] = await third.context.cookies();
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => listen(world.address, `${cookie!.name}=${cookie!.value}`)),
    );
    const refused = third.page.waitForResponse((answer) => answer.url().endsWith("/live"));
    await third.go(`/apps/${id}`);
    expect((await refused).status()).toBe(429);
    await tester.go(`/apps/${id}`);
    await cell(tester, "Receipt arrives by e-mail, iOS").click();
    await tester.page.keyboard.press("p");
    await cell(third, "Receipt arrives by e-mail, iOS, passed").waitFor();
    expect(await third.page.getByRole("alert").count()).toBe(0);
    for (const stream of streams) stream.close();
    await third.page.waitForResponse((answer) => answer.url().endsWith("/live") && answer.status() === 200);
    await third.close();
  });
});
