// Second factors as a person uses them: an authenticator app, a passkey of Chromium's virtual authenticator, recovery codes, and a workspace that
// demands one.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { ask } from "../support/checks/route-table.ts";
import { beginStep, codeIn } from "../support/clients/factor-client.ts";
import { join, PASSWORD } from "../support/clients/person-client.ts";
import { SESSION } from "../support/conformance/session-cookie.ts";
import { freePort } from "../support/machine/free-port.ts";

const port = await freePort();
/** A passkey is bound to the address that people really use, which has to be a name. */
const home = `http://localhost:${port}`;
const MINUTE = 60_000;

describe("second factors", () => {
  const { world, browser } = stageOf("sqlite", { port, baseUrl: home });

  const enterAs = async (cookie: string, path: string, options = {}) => {
    const who = await visitor(browser, home, options);
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: home }]);
    await who.go(path);
    return who;
  };
  const signInAgain = async ({ page, context, go }: Visitor, email: string) => {
    await context.clearCookies();
    await go("/account");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Second factor", level: 1 }).waitFor();
  };
  const keepCodes = async (page: Page) => {
    const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
    const list = dialog.getByRole("list", { name: "Recovery codes" });
    await list.waitFor();
    const codes = await list.getByRole("listitem").allInnerTexts();
    expect(codes).toHaveLength(10);
    return { codes, keep: () => dialog.getByRole("button", { name: "I have kept them" }).click() };
  };
  const addApp = async (page: Page) => {
    await page.getByRole("button", { name: "Add an authenticator app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
    await dialog.getByRole("img", { name: "QR code with the secret" }).waitFor();
    const secret = (await dialog.locator("code").innerText()).replaceAll(" ", "");
    return { dialog, secret };
  };
  const signedInAt = (page: Page) => page.getByRole("heading", { name: "Your account", level: 1 }).waitFor();

  test("an app is set up and asked for when signing in; when it is lost a recovery code takes its place, and then a new app", async () => {
    const { email, cookie } = await join(world);
    const who = await enterAs(cookie, "/account");
    const { page } = who;
    const { dialog, secret } = await addApp(page);
    await dialog.getByLabel("Code that the app shows").fill("000000");
    await page.keyboard.press("Enter");
    await dialog.getByText(/This is not the code that the app shows now/).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-app");
    beginStep(world);
    await dialog.getByLabel("Code that the app shows").fill(codeIn(world, secret, -1));
    await page.keyboard.press("Enter");
    const { codes, keep } = await keepCodes(page);
    expect(await accessibilityFaults(page)).toEqual([]);
    await keep();
    await page.getByText("10 recovery codes are left.").waitFor();

    await signInAgain(who, email);
    const code = page.getByLabel("Code of your authenticator app");
    expect(await code.getAttribute("autocomplete")).toBe("one-time-code");
    // It has the focus: whoever knows it types on.
    await page.keyboard.type("000000");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-second-step");
    await code.fill(codeIn(world, secret));
    await page.keyboard.press("Enter");
    await signedInAt(page);

    await signInAgain(who, email);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.keyboard.type(codes[0]!.toUpperCase());
    await page.keyboard.press("Enter");
    await signedInAt(page);
    await page.getByText("9 recovery codes are left.").waitFor();
    // The lost one goes, and a new one takes its place.
    const next = await addApp(page);
    beginStep(world);
    await next.dialog.getByLabel("Code that the app shows").fill(codeIn(world, next.secret, -1));
    await page.keyboard.press("Enter");
    const removes = page.getByRole("button", { name: /^Remove: / });
    await expect.poll(() => removes.count()).toBe(2);
    await removes.first().click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    await expect.poll(() => removes.count()).toBe(1);
    await signInAgain(who, email);
    await page.keyboard.type(codeIn(world, next.secret));
    await page.keyboard.press("Enter");
    await signedInAt(page);
    await who.close();
  });

  test("on a phone, a passkey is added, renamed, signs in, and confirms that it is removed by its owner", async () => {
    const { email, cookie } = await join(world);
    const who = await enterAs(cookie, "/account", { viewport: PHONE, colorScheme: "dark" });
    const { page } = who;
    const cdp = await who.context.newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await (await keepCodes(page)).keep();
    const name = page.getByLabel("Name of Passkey");
    await name.fill("My phone");
    await page.keyboard.press("Enter");
    await page.getByText("The name is changed.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-phone-dark");

    await signInAgain(who, email);
    await page.getByRole("button", { name: "Use the passkey" }).waitFor();
    await page.getByText("Have you lost it? A recovery code takes its place.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-second-step-phone-dark");
    await page.keyboard.press("Enter");
    await signedInAt(page);

    world.clock.offset += 11 * MINUTE;
    await page.getByRole("button", { name: "Remove: My phone" }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).last().click();
    const dialog = page.getByRole("dialog", { name: "Is it still you?" });
    await dialog.getByRole("textbox", { name: "Your password" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Use a passkey instead" }).click();
    await page.getByText("My phone is removed.").waitFor();
    await page.getByText("You have none: your password is all that is asked for.").waitFor();
    await who.close();
  });

  test("whoever demands a second factor and has none is led to set one up, and then goes on; a lost one is taken away by an admin", async () => {
    const admin = await join(world, { role: "admin" });
    const who = await enterAs(admin.cookie, "/workspace/people");
    const { page } = who;
    const demand = page.getByRole("switch", { name: "Everybody needs a second factor" });
    await demand.waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-demand");
    // The switch has a line around it where the system's colours take the place of its ground.
    await page.emulateMedia({ forcedColors: "active" });
    const track = "getComputedStyle(document.querySelector('.mantine-Switch-track')).borderTopWidth";
    expect(await page.evaluate(track)).toBe("1px");
    await page.emulateMedia({ forcedColors: "none" });
    await demand.click({ force: true });
    await page.getByRole("heading", { name: "Set up a second factor", level: 1 }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "factors-set-up");
    const { dialog, secret } = await addApp(page);
    await dialog.getByLabel("Code that the app shows").fill(codeIn(world, secret));
    await page.keyboard.press("Enter");
    await (await keepCodes(page)).keep();
    await page.getByRole("switch", { name: "Everybody needs a second factor" }).waitFor();
    await page.getByRole("switch", { name: "Everybody needs a second factor" }).click({ force: true });
    await page.getByText("A second factor is left to each person.").waitFor();
    expect((await ask(world, admin.cookie, "GET", "/workspace")).body.data.second_factor).toBe("optional");
    await who.close();

    const other = await join(world, { role: "admin" });
    const helper = await enterAs(other.cookie, "/workspace/people");
    const row = helper.page.locator(`[data-row="${admin.id}"]`);
    await row.getByText("Second factor").waitFor();
    await row.getByRole("button", { name: /^Sign-in/ }).click();
    await helper.page.getByRole("button", { name: /^Take the second factors away/ }).click();
    await helper.page.getByRole("button", { name: "Take them away" }).click();
    await helper.page.getByText("Ada signs in with the password alone.").waitFor();
    // They are signed out, and the session that is open goes no further.
    expect((await ask(world, admin.cookie, "GET", "/me/second-factors")).status).toBe(401);
    await row.getByText("Second factor").waitFor({ state: "hidden" });
    await helper.close();
  });
});
