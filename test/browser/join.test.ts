// From a server without people to the first app; inviting the next by a link; signing out and in again.
import { beforeAll, describe, expect, test } from "vitest";
import { firstAdminLink } from "../../src/cli/first-admin-link.ts";
import { accessibilityFaults, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { PASSWORD } from "../support/clients/person-client.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

describe.each(ANY_DATABASE)("joining by a link on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let admin: Visitor;
  beforeAll(async () => {
    admin = await visitor(browser, world.address);
  });
  const pathOf = (link: string) => link.slice(new URL(link).origin.length);

  test("the first admin's link leads to a first app and its runbook", async () => {
    const { page } = admin;
    const link = (await firstAdminLink(world.store, world.config))!;
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await admin.go(pathOf(link));
    await page.getByRole("heading", { name: "Create the first admin" }).waitFor();
    // The token is nowhere but in the page's memory.
    await expect.poll(() => page.url()).toBe(`${world.address}/join`);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "join-first-admin");
    await page.getByLabel("Your name").fill("Ines Duarte");
    await page.getByLabel("E-mail address").fill("ines@example.com");
    const password = page.getByRole("textbox", { name: "Password" });
    await password.fill("short");
    await page.getByText("5 more characters.").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Choose one of at least 10 characters.").waitFor();
    // What is easy to guess is said while it is typed.
    await password.fill("password123");
    await page.getByText("Too easy to guess: it is a common password").waitFor();
    await password.fill("ines-duarte-1");
    await page.getByText("Too easy to guess: it is made of your name").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await password.fill(PASSWORD);
    await page.getByText("Long enough.").waitFor();
    await page.getByRole("button", { name: "Create the admin" }).click();
    await page.getByRole("heading", { name: "Begin with an app" }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(asked.some((url) => url.includes(link.slice(link.indexOf("#") + 1)))).toBe(false);
    await page.getByRole("button", { name: "Create an app" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill("Harbour Shop");
    await page.getByRole("button", { name: "Web", exact: true }).click();
    await page.getByRole("button", { name: "Create app" }).click();
    await page.getByRole("heading", { level: 1, name: "Harbour Shop" }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/apps\/app_/);
  });

  test("an invitation is made by the admin and used in another browser", async () => {
    const { page } = admin;
    await page.getByRole("link", { name: "Workspace" }).click();
    await page.getByRole("link", { name: "People" }).click();
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog", { name: "Invite somebody" });
    await dialog.getByLabel("E-mail address").fill("tom@example.com");
    await dialog.getByLabel("Only some apps").check();
    await dialog.getByLabel("Harbour Shop").check();
    expect(await accessibilityFaults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Create the link" }).click();
    const link = await page.getByLabel("The link").inputValue();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "I have passed it on" }).click();
    await page.getByRole("list", { name: "Invitations" }).getByText("tom@example.com").waitFor();

    const guest = await visitor(browser, world.address, { viewport: PHONE, colorScheme: "dark" });
    await guest.go(pathOf(link));
    await guest.page.getByText("Ines Duarte invites you as a tester").waitFor();
    await guest.page.getByText("You will have access to Harbour Shop.").waitFor();
    expect(await guest.page.getByLabel("E-mail address").inputValue()).toBe("tom@example.com");
    expect(await accessibilityFaults(guest.page)).toEqual([]);
    await shoot(guest.page, "join-phone-dark");
    await guest.page.getByLabel("Your name").fill("Ines  Duarte");
    await guest.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await guest.page.getByRole("button", { name: "Join" }).click();
    await guest.page.getByText(/^Somebody else in this workspace has this name/i).waitFor();
    await guest.page.getByLabel("Your name").fill("Tom Becker");
    await guest.page.getByRole("button", { name: "Join" }).click();
    await guest.page.getByRole("link", { name: "Harbour Shop", exact: true }).waitFor();
    expect(await guest.page.getByRole("link", { name: "Workspace" }).count()).toBe(0);

    // A link works once.
    await guest.go(pathOf(link));
    await guest.page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    expect(await accessibilityFaults(guest.page)).toEqual([]);
    await guest.go("/sign-in");
    await guest.go("/join");
    await guest.page.getByRole("heading", { name: "This page needs a link" }).waitFor();
    await guest.close();
  });

  test("signing out and in again", async () => {
    const { page } = admin;
    await page.getByRole("button", { name: /Ines Duarte/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("E-mail address").fill("ines@example.com");
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("list", { name: "People" }).getByText("Tom Becker", { exact: true }).waitFor();
    await admin.close();
  });
});
