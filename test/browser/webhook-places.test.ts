// Where issues of the webhook belong: the default section, and the check that a mapping finds.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { webhookAdmin } from "../support/browser/webhook-page.ts";
import { openHook } from "../support/clients/webhook-client.ts";

describe("the webhook page", () => {
  const { world, browser } = stageOf("sqlite");

  test("sets a default section, maps a check, and the preview says what is ignored", async () => {
    const hook = await openHook(world);
    const who = await webhookAdmin(browser, world, hook.app.id, "setup");
    const { page } = who;
    await page.getByLabel("Default section").selectOption({ label: "Pay" });
    await page.getByText("The default section is Pay now.").waitFor();
    expect((await hook.config()).default_section).toMatch(/^sec_/);
    await page.getByLabel("Default section").scrollIntoViewIfNeeded();
    await shoot(page, "webhook-default-section");
    expect(await accessibilityFaults(page)).toEqual([]);
    await who.close();

    await hook.configure({ preset: "custom", mapping: { check: "labels.check" } });
    for (const check of ["PAY-1", "Nope"]) await hook.raised({ title: "It broke", labels: { check } });
    const editor = await webhookAdmin(browser, world, hook.app.id, "mapping");
    const pane = editor.page.getByRole("region", { name: "The issue it would raise" });
    await pane.getByText(/No check of the app has "Nope"/).waitFor();
    await pane.getByText("The default section applies.", { exact: true }).waitFor();
    await pane.getByRole("article", { name: "Issue" }).getByText("In Pay").waitFor();
    expect(await editor.page.getByRole("textbox", { name: "Check", exact: true }).inputValue()).toBe("labels.check");
    await editor.page.getByRole("textbox", { name: "Section", exact: true }).scrollIntoViewIfNeeded();
    await pane.getByText(/No check of the app has "Nope"/).scrollIntoViewIfNeeded();
    await shoot(editor.page, "mapping-check");
    expect(await accessibilityFaults(editor.page)).toEqual([]);
    await editor.close();
  });

  test("on a phone the default section is set as well", async () => {
    const hook = await openHook(world);
    const who = await webhookAdmin(browser, world, hook.app.id, "setup", { viewport: PHONE, hasTouch: true });
    await who.page.getByLabel("Default section").selectOption({ label: "Sign in" });
    await who.page.getByText("The default section is Sign in now.").waitFor();
    await shoot(who.page, "webhook-phone");
    await who.page.getByLabel("Default section").scrollIntoViewIfNeeded();
    await shoot(who.page, "webhook-default-section-phone");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await who.close();
  });
});
