// Issues on a phone: the list, and an issue in front of it.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { createSampleIssues, type SampleIssues } from "../support/samples/sample-issues.ts";

describe("issues on a phone", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
  });

  const rows = ({ page }: Visitor) => page.getByRole("list", { name: "Issues", exact: true }).getByRole("link");

  test("stands in full on a phone, in light and dark, with a way back to where one was", async () => {
    const who = await signedIn(browser, world, "tester", { viewport: PHONE });
    const { page } = who;
    await who.go(`/apps/${scene.shop.id}/issues`);
    await rows(who).first().click();
    await page.getByRole("heading", { level: 2 }).waitFor();
    await page.getByText("raised the issue").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "issue-phone");
    const over = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(over)).toBe(0);
    await page.getByRole("button", { name: "Issues" }).click();
    await expect
      .poll(() =>
        rows(who)
          .first()
          .evaluate((row) => row.matches(":focus")),
      )
      .toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();
  });

  test("at 1024 pixels an open issue has the whole page, titles in the list are whole, and the way back is there", async () => {
    const who = await signedIn(browser, world, "tester", { viewport: { width: 1024, height: 768 } });
    const { page } = who;
    await who.go(`/apps/${scene.shop.id}/issues`);
    const title = rows(who).first().locator("bdi").first();
    await title.waitFor();
    expect(await title.evaluate((one) => one.parentElement!.scrollWidth <= one.parentElement!.clientWidth)).toBe(true);
    await rows(who).first().click();
    await page.getByRole("heading", { level: 2 }).waitFor();
    expect((await page.getByRole("article").boundingBox())!.width).toBe(1024);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Issues", exact: true }).click();
    await page.getByRole("article").waitFor({ state: "detached" });
    await title.waitFor();
    await who.close();
  });
});
