// Signing in by the word of a trusted proxy, as a person sees it: by itself, not after signing out, and in words where it is refused.
import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { LOCAL_PROXY } from "../support/clients/local-proxy.ts";
import { invite } from "../support/clients/person-client.ts";

const HEADER = "x-forwarded-email";
const EMAIL = "grace@example.com";

describe("behind a proxy that says who comes", () => {
  const { world, browser } = stageOf("sqlite", { ...LOCAL_PROXY, proxyUserHeader: HEADER });

  test("somebody is signed in where they were going, stays away after signing out, and reads why when nobody knows them", async () => {
    const who = await visitor(browser, world.address, { viewport: PHONE, extraHTTPHeaders: { [HEADER]: EMAIL } });
    const { page } = who;
    await who.go("/issues");
    await page.getByRole("alert").getByText("nobody has invited you").waitFor();
    const goOn = page.getByRole("button", { name: `Continue as ${EMAIL}` });
    await goOn.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "proxy-refused-phone");

    await invite(world, { email: EMAIL, role: "tester" });
    await who.go("/issues");
    await page.getByRole("heading", { name: "Issues" }).first().waitFor();
    expect(new URL(page.url()).pathname).toBe("/issues");
    expect(await goOn.count()).toBe(0);

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole("button", { name: /grace/ }).click();
    const signIns: string[] = [];
    page.on("request", (asked) => asked.url().endsWith("/session/proxy") && signIns.push(asked.method()));
    const signingOut = async (route: Route) => {
      const response = await route.fetch();
      // Before the page hears that it has signed out, what it asks meanwhile is refused.
      const refused = page.waitForResponse((answer) => answer.status() === 401);
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await refused;
      for (let frame = 0; frame < 30; frame++) await page.evaluate("new Promise(requestAnimationFrame)");
      await route.fulfill({ response });
    };
    await page.route("**/ui/v1/session", signingOut, { times: 1 });
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await goOn.waitFor();
    expect(signIns).toEqual([]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "proxy-signed-out");
    const sessions = async () => (await page.context().cookies()).filter(({ name }) => name === "retest");
    expect(await sessions()).toEqual([]);
    expect(await page.getByRole("alert").count()).toBe(0);
    await goOn.click();
    await page.getByRole("button", { name: /grace/ }).waitFor();
    expect(await sessions()).toHaveLength(1);
    await who.close();
  });
});
