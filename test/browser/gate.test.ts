// The release gate on the runbook page, and the badge in the settings.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

describe("the release gate", () => {
  const { world, browser } = stageOf("sqlite");

  test("says why it is closed, opens with other thresholds, remembers them, and follows what others do", async () => {
    const { id } = await world.app({ name: "Gated" });
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/apps/${id}`);
    await page.getByRole("button", { name: "Gate" }).click();
    const panel = page.getByRole("dialog", { name: "Gate" });
    await panel.getByText("0 % is tested (6 untested); 100 % is needed.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await panel.getByLabel("Tested, at least").fill("0");
    await panel.getByText("Pass: good enough to ship").waitFor();
    await panel.getByLabel("Tested, at least").fill("1000");
    expect(await panel.getByLabel("Tested, at least").getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await expect.poll(() => page.locator(":focus").textContent()).toBe("Gate");

    await page.reload();
    await page.getByRole("button", { name: "Gate" }).click();
    await panel.getByText("Pass: good enough to ship").waitFor();
    await world.call(world.tester, "POST", "/issues", { app: id, check: "PAY-1", text: "Broken", platforms: ["ios"] });
    await panel.getByText("1 platform-check failed; none may fail.").waitFor();
    await panel.getByRole("link", { name: "1 issue is open; none may be open." }).click();
    await page.waitForURL(new RegExp(`/apps/${id}/issues`));
    await page
      .getByRole("list", { name: "Issues", exact: true })
      .getByRole("link", { name: /Broken/ })
      .waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Gate" }).click();
    await panel.getByRole("link", { name: "1 platform-check failed; none may fail." }).click();
    await panel.waitFor({ state: "hidden" });
    const here =
      "document.getElementById(document.querySelector('[role=grid]')?.getAttribute('aria-activedescendant'))";
    await expect.poll(() => page.evaluate(`${here}?.textContent`)).toMatch(/, iOS, failed/);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("button", { name: "Gate" }).click();
    await panel.getByRole("button", { name: "Android" }).click();
    await panel.getByText("Pass: good enough to ship").waitFor();
    await who.close();
  });

  test("while the server is away it shows no verdict from before, and says why", async () => {
    const { id } = await world.app({ name: "Gated away" });
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    const panel = page.getByRole("dialog", { name: "Gate" });
    const away = panel.getByText("The server can't be reached, so whether it is good enough to ship is not known now.");
    const verdict = panel.getByText(/^(Pass|Fail):|is tested/);
    const fetched = page.waitForResponse(/gate-popover.*js/);
    await who.go(`/apps/${id}`);
    await page.getByRole("grid").waitFor();
    await fetched;
    // It was never opened before.
    await who.context.setOffline(true);
    await page.getByRole("button", { name: "Gate" }).click();
    await away.waitFor();
    expect(await verdict.count()).toBe(0);
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.context.setOffline(false);
    await panel.getByText("0 % is tested (6 untested); 100 % is needed.").waitFor();
    // The answer that the gate gave before contradicts what was recorded since, and is not shown.
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "hidden" });
    await who.context.setOffline(true);
    await page.getByRole("button", { name: "Gate" }).click();
    await away.waitFor();
    expect(await verdict.count()).toBe(0);
    await who.context.setOffline(false);
    await verdict.first().waitFor();
    who.problems.length = 0;
    await who.close();
  });

  test("is sound in light and dark, also on a phone", async () => {
    const { id } = await sampleRunbook(world);
    const wide = await signedIn(browser, world, "viewer");
    await wide.go(`/apps/${id}`);
    await wide.page.getByRole("button", { name: "Gate" }).click();
    await wide.page.getByText("Fail: not ready to ship").waitFor();
    await shoot(wide.page, "gate");
    expect(await accessibilityFaults(wide.page)).toEqual([]);
    await wide.close();
    const phone = await signedIn(browser, world, "viewer", { viewport: PHONE, hasTouch: true });
    await phone.go(`/apps/${id}`);
    await phone.page.getByRole("button", { name: "Gate" }).tap();
    await phone.page.getByText("Fail: not ready to ship").waitFor();
    await shoot(phone.page, "gate-phone");
    expect(await accessibilityFaults(phone.page)).toEqual([]);
    expect(await phone.page.evaluate("document.documentElement.scrollWidth")).toBe(PHONE.width);
    await phone.close();
  });
});

describe("the badge in the settings", () => {
  const { world, browser } = stageOf("sqlite");

  test.each([
    ["light", undefined],
    ["dark", PHONE],
  ] as const)("is switched on, shown with its line to copy, and switched off, in %s", async (colorScheme, viewport) => {
    const { id } = await world.app();
    const who = await signedIn(browser, world, "admin", { colorScheme, ...(viewport && { viewport }) });
    const { page } = who;
    await who.go(`/apps/${id}/settings`);
    const part = page.getByRole("region", { name: "Public badge" });
    const toggle = part.getByRole("switch");
    expect(await toggle.isChecked()).toBe(false);
    await toggle.focus();
    await page.keyboard.press("Space");
    const picture = part.getByRole("img", { name: "The badge as it is now" });
    await picture.waitFor();
    const width = `document.querySelector('img[src^="/badge/"]').naturalWidth`;
    await expect.poll(() => page.evaluate(width)).toBeGreaterThan(0);
    const url = (await world.call(world.admin, "GET", `/apps/${id}/badge`)).body.data.url;
    await part.getByText(`![Retest](${url})`).waitFor();
    await part.scrollIntoViewIfNeeded();
    await shoot(page, `badge-of-${colorScheme}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await toggle.click();
    await picture.waitFor({ state: "detached" });
    expect((await fetch(world.address + new URL(url).pathname)).status).toBe(404);
    await who.close();
  });
});
