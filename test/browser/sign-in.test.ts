// Signing in, as a person does it.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";

describe("the sign-in page", () => {
  const { world, browser } = stageOf("sqlite");

  test("stands in place of every page for somebody who is not signed in, and keeps what was typed", async () => {
    const who = await visitor(browser, world.address);
    await who.go("/issues");
    await who.page.getByLabel("E-mail address").fill("nobody@example.com");
    await who.page.getByRole("textbox", { name: "Password" }).fill("not the password");
    await who.page.getByRole("button", { name: "Sign in" }).click();
    await who.page.getByRole("alert").waitFor();
    expect(await who.page.getByLabel("E-mail address").inputValue()).toBe("nobody@example.com");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "sign-in");
    await who.close();
  });

  test("somebody who is signed in sees their pages at once", async () => {
    const who = await signedIn(browser, world, "admin");
    await who.go("/");
    await who.page.getByRole("link", { name: "Workspace" }).waitFor();
    await who.page.getByRole("heading", { level: 1 }).waitFor();
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "first");
    await who.close();
  });
});
