// Fixing an issue, retesting it, and confirming the fix.
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { createSampleIssues, type SampleIssues } from "../support/samples/sample-issues.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

describe.each(ANY_DATABASE)("a fix on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let scene: SampleIssues;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
  });

  const read = async (issue: { id: string }) => (await world.call(world.admin, "GET", `/issues/${issue.id}`)).body.data;

  test("is fixed with a key, taken back, fixed again, and then wants a retest", async () => {
    const { cart } = scene.issues;
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.go(`/issues/${cart.id}`);
    await page.getByRole("button", { name: "Fix", exact: true }).waitFor();
    await page.keyboard.press("f");
    await page.getByText("Fixed. These platforms need a retest:").waitFor();
    await page.keyboard.press("u");
    await page.getByRole("button", { name: "Fix", exact: true }).waitFor();
    await expect.poll(async () => (await read(cart)).status).toBe("open");
    await page.getByRole("button", { name: "Fix", exact: true }).click();
    const retest = page.getByRole("region", { name: "Retest" });
    await retest.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "issue-retest");
    expect(await retest.getByRole("link", { name: "See in the runbook" }).getAttribute("href")).toContain(
      `/apps/${scene.shop.id}?check=${cart.check.id}`,
    );
    await retest.getByRole("button", { name: "Passed on Web" }).click();
    await page.getByRole("region", { name: "Platforms" }).getByText("Passed", { exact: true }).waitFor();
    await retest.getByRole("button", { name: "Failed on Android" }).click();
    await page.getByText("Failed again").waitFor();
    expect(await retest.count()).toBe(0);
    await page.keyboard.press("f");
    await page.getByText("reopened the issue").first().waitFor();
    await who.close();
  });

  test("is fixed platform by platform, with the pull request, where an app has several repositories", async () => {
    const { fee } = scene.issues;
    const who = await signedIn(browser, world, "admin", { colorScheme: "dark" });
    const { page } = who;
    await who.go(`/issues/${fee.id}`);
    await page.getByRole("region", { name: "Platforms" }).waitFor();
    await page.keyboard.press("f");
    const form = page.getByRole("form", { name: "Fix the issue" });
    await form.getByLabel("Android").uncheck();
    await form.getByLabel("Pull request").fill("https://example.com/nothing");
    await page.keyboard.press("Control+Enter");
    await form.getByText("Enter the address of a pull request").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await form.getByLabel("Pull request").fill("https://github.com/lantern/ios/pull/7");
    await form.getByRole("button", { name: "Mark as fixed" }).click();
    await page.getByText("Partly fixed. This platform needs a retest:").waitFor();
    const link = page.getByRole("region", { name: "Platforms" }).getByRole("link", { name: "lantern/ios #7" });
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer nofollow");
    expect((await read(fee)).fixed_on[0].pull_request).toEqual({
      number: 7,
      url: "https://github.com/lantern/ios/pull/7",
      repo: "lantern/ios",
    });
    await shoot(page, "issue-partly-fixed-dark");
    await page.getByRole("button", { name: "Reopen on every platform" }).click();
    await page.getByText("Reopened.").waitFor();
    await expect.poll(async () => (await read(fee)).fixed_on).toEqual([]);
    await page.getByRole("button", { name: "Reopen on every platform" }).waitFor({ state: "detached" });
    await who.close();
  });

  test("without a check is confirmed, and the confirmation taken back", async () => {
    const { frozen } = scene.issues;
    await world.call(world.admin, "POST", `/issues/${frozen.id}/fix`);
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/apps/${scene.bank.id}/issues/${frozen.id}`);
    await page.getByRole("button", { name: "Confirm the fix" }).waitFor();
    expect(await page.getByRole("button", { name: "Reopen" }).count()).toBe(0);
    await page.keyboard.press("v");
    await page.getByText("Confirmed", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Take the confirmation back" }).click();
    await expect.poll(async () => (await read(frozen)).confirmed_fixed_at).toBe(null);
    await who.close();
  });
});
