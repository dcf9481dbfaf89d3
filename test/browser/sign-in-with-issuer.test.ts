// Signing in, joining and connecting with an issuer, as a person does it.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, visitor } from "../support/browser/browser.ts";
import { browserOf } from "../support/browser/use-browser.ts";
import { invite, join, PASSWORD } from "../support/clients/person-client.ts";
import { type OidcIssuer, startOidcIssuer } from "../support/fake-tools/oidc-issuer.ts";
import { freePort } from "../support/machine/free-port.ts";
import { ANY_DATABASE, createWorld, type World } from "../support/server/test-server.ts";

describe.each(ANY_DATABASE)("with an issuer, on %s", (kind) => {
  let issuer: OidcIssuer;
  let world: World;
  let port: number;
  const browser = browserOf();
  beforeAll(async () => {
    port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    issuer = await startOidcIssuer(`${baseUrl}/auth/oidc/callback`);
    issuer.asks = true;
    world = await createWorld(kind, { port, baseUrl, oidc: issuer.settings });
  });
  afterAll(async () => {
    await world?.close();
    await issuer?.close();
  });

  test("a button leads there and back to where one was going; a refusal says why, on a phone too, and by keyboard", async () => {
    issuer.account = { sub: "grace", name: "Grace Hopper", email: "grace@example.com", email_verified: true };
    const who = await visitor(browser, world.address, {
      viewport: { width: 360, height: 740 },
      alsoKnown: [issuer.url],
    });
    await who.go("/issues");
    const way = who.page.getByRole("link", { name: "Sign in with Example ID" });
    await way.waitFor();
    expect(await who.page.getByLabel("E-mail address").isVisible()).toBe(true);
    await way.focus();
    await who.page.keyboard.press("Enter");
    await who.page.getByRole("link", { name: "Continue as grace" }).click();
    await who.page.getByRole("alert").getByText("nobody has invited you").waitFor();
    expect(new URL(who.page.url()).search).toBe("");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    const wide = await who.page.evaluate("document.documentElement.scrollWidth > innerWidth");
    expect(wide).toBe(false);

    await invite(world, { email: "grace@example.com", role: "tester" });
    await who.go("/issues");
    // The issuer remembers them.
    await way.click();
    await who.page.waitForURL(`${world.address}/issues`);
    await who.page.getByRole("heading", { name: "Issues" }).first().waitFor();
    await who.go("/account");
    await who.page.getByRole("heading", { name: "Connected account" }).waitFor();
    await who.page.getByText(new URL(issuer.url).host).waitFor();
    expect(await who.page.getByRole("heading", { name: "Password" }).count()).toBe(0);
    expect(await accessibilityFaults(who.page)).toEqual([]);

    // Without a password, changing how one signs in leads there again, and the issuer asks although it remembers them.
    world.clock.offset += 11 * 60_000;
    issuer.forge = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 11 * 60 });
    const add = who.page.getByRole("button", { name: "Add an authenticator app" });
    await add.click();
    const again = who.page.getByRole("dialog", { name: "Is it still you?" });
    await again.getByRole("button", { name: "Sign in with Example ID" }).waitFor();
    expect(await again.getByLabel("Your password").count()).toBe(0);
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "confirm-with-issuer-phone");
    await again.getByRole("button", { name: "Sign in with Example ID" }).click();
    await who.page.getByRole("link", { name: "Continue as grace" }).click();
    await who.page.waitForURL(`${world.address}/account`);
    await add.click();
    await who.page.getByRole("dialog", { name: "Set up an authenticator app" }).waitFor();

    // Changing the e-mail address leads to the issuer again, too.
    world.clock.offset += 11 * 60_000;
    issuer.forge = (claims) => ({ ...claims, auth_time: Number(claims.auth_time) + 22 * 60 });
    await who.go("/account");
    const address = who.page.getByLabel("E-mail address");
    const save = who.page.getByRole("region", { name: "You" }).getByRole("button", { name: "Save" });
    const move = async () => {
      await address.fill("grace@example.net");
      await who.page.getByText("It is yours at once.").waitFor();
      await save.click();
    };
    await move();
    await again.getByRole("button", { name: "Sign in with Example ID" }).waitFor();
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "change-address-with-issuer-phone");
    await again.getByRole("button", { name: "Sign in with Example ID" }).click();
    await who.page.getByRole("link", { name: "Continue as grace" }).click();
    await who.page.waitForURL(`${world.address}/account`);
    await move();
    await who.page.getByText("You sign in with grace@example.net from now on.").waitFor();
    issuer.forge = null;
    world.clock.offset = 0;
    await who.close();
  });

  test("an invitation is accepted by signing in, and an account is connected with its password", async () => {
    issuer.account = { sub: "ida", name: "Ida Rhodes", email: "ida@example.com", email_verified: true };
    const who = await visitor(browser, world.address, { alsoKnown: [issuer.url] });
    await who.go(`/join#${await invite(world, { role: "viewer" })}`);
    await who.page.getByRole("button", { name: "Join with Example ID" }).click();
    await who.page.getByRole("link", { name: "Continue as ida" }).click();
    await who.page.waitForURL(`${world.address}/`);
    await who.close();

    issuer.account = { sub: "joan", name: "Joan Clarke" };
    const { cookie } = await join(world);
    const own = await visitor(browser, world.address, { alsoKnown: [issuer.url] });
    const [name, value] = cookie.split("=");
    await own.page.context().addCookies([{ name: name!, value: value!, url: world.address }]);
    await own.go("/account");
    const panel = own.page.getByRole("region", { name: "Connected account" });
    await panel.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await panel.getByRole("button", { name: "Connect with Example ID" }).click();
    await own.page.getByRole("link", { name: "Continue as joan" }).click();
    await own.page.waitForURL(`${world.address}/account`);
    await panel.getByText(new URL(issuer.url).host).waitFor();
    await own.close();
  });

  test("where passwords are off the form is gone, and an issuer that is away is said to be", async () => {
    const off = await createWorld(kind, { oidc: issuer.settings, passwordSignIn: false });
    issuer.isBroken = true;
    try {
      const who = await visitor(browser, off.address);
      await who.go("/");
      const way = who.page.getByRole("link", { name: "Sign in with Example ID" });
      await way.waitFor();
      expect(await who.page.getByLabel("E-mail address").count()).toBe(0);
      await way.click();
      await who.page.getByRole("alert").getByText("can't be reached").waitFor();
      expect(await accessibilityFaults(who.page)).toEqual([]);
      await who.close();
    } finally {
      issuer.isBroken = false;
      await off.close();
    }
  });
});
