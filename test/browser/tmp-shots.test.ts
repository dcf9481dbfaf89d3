// Pictures to look at.
import { test } from "vitest";
import { accessibilityFaults, openBrowser, PHONE, shoot, visitor } from "../support/browser.ts";
import { attachTo, issueScene, personCalled } from "../support/issue-scene.ts";
import { MP4 } from "../support/pictures.ts";
import { createWorld, SESSION } from "../world.ts";

test("shots", async () => {
  const world = await createWorld("sqlite");
  const browser = await openBrowser();
  const { issues, shop, bank } = await issueScene(world);
  const mara = await personCalled(world, "Mara Lindqvist", "admin");
  const jonas = await personCalled(world, "Jonas Weber", "tester");
  const me = (await world.call(mara, "GET", "/me")).body.data;
  const j = (await world.call(jonas, "GET", "/me")).body.data;
  await world.call(mara, "PUT", `/issues/${issues.card.id}/assignees`, { people: [me.id, j.id] });
  await world.call(mara, "PUT", `/issues/${issues.fee.id}/assignees`, { people: [j.id] });
  await world.call(jonas, "PATCH", `/issues/${issues.card.id}`, { text: issues.card.text.replace("Seen twice", "Seen three times").replace("is still there", "and its date are still there"), priority: "high" });
  await world.call(mara, "POST", `/issues/${issues.fee.id}/fix`, { platforms: ["ios"], pull_request: { number: 7, url: "https://github.com/lantern/ios/pull/7", repo: "lantern/ios" } });
  await world.call(mara, "POST", `/issues/${issues.cart.id}/fix`);
  const open = async (options: object) => {
    const who = await visitor(browser, world.address, options);
    await who.context.addCookies([{ name: "retest", value: mara.slice(SESSION.length), url: world.address, httpOnly: true, sameSite: "Lax" }]);
    return who;
  };
  const first = await open({});
  await first.go("/issues");
  await first.page.getByRole("list", { name: "Issues" }).waitFor();
  const shot = await first.page.screenshot();
  await attachTo(world, jonas, issues.card.id, "checkout.png", shot);
  await attachTo(world, jonas, issues.card.id, "second-try.png", shot);
  await attachTo(world, jonas, issues.card.id, "recording.mp4", MP4);
  const sets: [string, object][] = [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", { viewport: PHONE, hasTouch: true, isMobile: true }], ["phone-dark", { viewport: PHONE, colorScheme: "dark" }]];
  const only = process.env.SHOT_SETS?.split(",");
  for (const [name, options] of sets) {
    if (only && !only.includes(name)) continue;
    const who = await open(options);
    const { page } = who;
    const snap = async (what: string) => {
      await page.waitForTimeout(350);
      await shoot(page, `${name}-${what}`);
      const faults = await accessibilityFaults(page);
      if (faults.length) console.log(name, what, faults);
      const wide = await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");
      if (wide) console.log(name, what, "scrolls sideways", wide);
    };
    await who.go("/issues?status=all"); await page.getByRole("list", { name: "Issues" }).waitFor(); await snap("list");
    await who.go(`/apps/${shop.id}/issues`); await page.getByRole("list", { name: "Issues" }).waitFor(); await snap("app-list");
    await who.go(`/issues/${issues.card.id}`); await page.getByRole("heading", { level: 2 }).first().waitFor(); await snap("detail");
    await page.locator("article").evaluate((a) => a.parentElement!.scrollTo(0, 700)); await snap("detail-lower");
    await page.locator("article").evaluate((a) => a.parentElement!.scrollTo(0, 99999)); await snap("detail-end");
    await who.go(`/issues/${issues.cart.id}`); await page.getByText("need a retest").waitFor(); await snap("retest");
    await who.go(`/issues/${issues.fee.id}`); await page.getByRole("button", { name: "Fix", exact: true }).click(); await page.getByRole("form", { name: "Fix the issue" }).waitFor(); await snap("fix");
    await who.go(`/issues/${issues.card.id}`); await page.getByRole("button", { name: "Edit", exact: true }).click(); await page.getByRole("form").waitFor(); await snap("edit");
    await page.keyboard.press("Escape"); await page.keyboard.press("a"); await page.getByRole("option").first().waitFor(); await snap("assign");
    await page.keyboard.press("Escape"); await page.keyboard.press("n"); await page.getByRole("dialog").waitFor(); await snap("new");
    await who.go(`/issues/${issues.card.id}`); await page.getByRole("button", { name: "Look at checkout.png" }).click(); await page.getByRole("dialog").waitFor(); await snap("lightbox");
    await who.go(`/issues/${issues.hostile.id}`); await page.getByRole("heading", { level: 2 }).first().waitFor(); await snap("hostile");
    await who.go("/issues?priority=low"); await page.getByRole("button", { name: /^Filter/ }).click(); await page.getByRole("dialog").waitFor(); await snap("filter");
    await who.go(`/apps/${bank.id}/issues/${issues.webhook.id}`); await page.getByRole("heading", { level: 2 }).first().waitFor(); await snap("webhook");
    await who.go(`/issues?assignee=nobody`); await snap("empty");
    console.log(name, who.problems);
    await who.context.close();
  }
  await browser.close();
  await world.close();
}, 240_000);
