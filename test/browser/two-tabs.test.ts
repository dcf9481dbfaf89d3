// Two tabs of one browser, which have one session: what is open in one of them when the other goes to another workspace.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { randomText } from "../../src/lib/ids.ts";
import { accessibilityFaults, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { join, PASSWORD } from "../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, joinWith } from "../support/clients/workspace-client.ts";

const GUEST = "guest@example.com";

describe("two tabs of somebody who is in several workspaces", () => {
  const { world, browser } = stageOf("sqlite");

  /** An admin of two, whose first tab is on the people of the first one, about to invite somebody. */
  const inviting = async (prepare: (page: Page) => Promise<unknown> = async () => {}) => {
    const email = `${randomText(8)}@example.com`;
    const name = `Team ${randomText(6)}`;
    const own = world.store.workspace.id;
    const other = await anotherWorkspace(world, name);
    await joinWith(world, own, email, { role: "admin" });
    await joinWith(world, other, email, { role: "admin" });
    const who = await visitor(browser, world.address);
    await prepare(who.page);
    await who.go("/workspace/people");
    await signIn(who.page, email);
    await who.page.getByRole("button", { name: "Workspace", exact: true }).click();
    await beginInvitation(who.page);
    return { who, email, name, own, other };
  };
  const beginInvitation = async (page: Page) => {
    await page.getByRole("button", { name: "Invite", exact: true }).click();
    await emailOf(page).fill(GUEST);
  };
  const signIn = async (page: Page, email: string) => {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
  };
  const emailOf = (page: Page) => page.getByRole("dialog", { name: "Invite somebody" }).getByLabel("E-mail address");
  const send = (page: Page) => page.getByRole("button", { name: "Create the link" }).click();
  const title = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  /** In another tab. */
  const goTo = async ({ context }: Visitor, name: string) => {
    const page = await context.newPage();
    await page.goto("/");
    await page.getByRole("button", { name: /: Ada / }).click();
    await page.getByRole("menuitemradio", { name, exact: true }).click();
    await page.waitForURL(`${world.address}/`);
    return page;
  };
  /** Who is invited to a workspace, asked apart from the browser. */
  const invited = async (email: string, workspace: string) => {
    const jar = browserAt(world.address);
    await jar.ask("POST", "/session", { email, password: PASSWORD, workspace });
    const { data } = (await jar.ask("GET", "/invitations")).body;
    return data.filter((one: { email: string | null }) => one.email === GUEST).length;
  };
  /** As a tab that sleeps hears of nothing. */
  const hearsNothing = (page: Page) =>
    page.addInitScript('addEventListener("storage", (event) => event.stopImmediatePropagation(), true)');

  test("a write from the tab that is behind is done in neither workspace, and after going back in its own", async () => {
    const { who, email, name, own, other } = await inviting(hearsNothing);
    const second = await goTo(who, name);
    await second.close();
    await send(who.page);
    await title(who.page, "You went to another workspace").waitFor();
    expect([await invited(email, own), await invited(email, other)]).toEqual([0, 0]);
    await who.page.getByRole("button", { name: "Go back to Workspace" }).click();
    await title(who.page, "You went to another workspace").waitFor({ state: "detached" });
    expect(await emailOf(who.page).inputValue()).toBe(GUEST);
    await send(who.page);
    await who.page.getByRole("dialog", { name: "Invitation" }).waitFor();
    expect([await invited(email, own), await invited(email, other)]).toEqual([1, 0]);
    await who.close();
  });

  test("the tab that is behind says so without a touch, in light, in dark and on a phone, and goes on in the other", async () => {
    const { who, name } = await inviting();
    const { page } = who;
    const second = await goTo(who, name);
    await title(page, "You went to another workspace").waitFor();
    const back = page.getByRole("button", { name: "Go back to Workspace" });
    await back.waitFor();
    expect(await page.evaluate("document.activeElement.textContent")).toBe("Go back to Workspace");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "other-workspace");
    await page.setViewportSize(PHONE);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await shoot(page, "other-workspace-phone");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${world.address}/`);
    await title(page, "You went to another workspace").waitFor({ state: "detached" });
    await page.getByRole("button", { name: /: Ada / }).click();
    const entry = page.getByRole("menuitemradio", { name, exact: true });
    await entry.waitFor();
    expect(await entry.getAttribute("aria-checked")).toBe("true");
    expect(await title(second, "You went to another workspace").count()).toBe(0);
    await who.close();
  });

  test("a tab that is behind goes on by itself once another has gone back", async () => {
    const { who, name } = await inviting();
    const second = await goTo(who, name);
    await title(who.page, "You went to another workspace").waitFor();
    await second.getByRole("button", { name: /: Ada / }).click();
    await second.getByRole("menuitemradio", { name: "Workspace", exact: true }).click();
    await title(who.page, "You went to another workspace").waitFor({ state: "detached" });
    expect(await emailOf(who.page).inputValue()).toBe(GUEST);
    await send(who.page);
    await who.page.getByRole("dialog", { name: "Invitation" }).waitFor();
    await who.close();
  });

  test("somebody else who signs in in another tab is named, and the first can sign in again and go on", async () => {
    const { email } = await join(world, { role: "admin" });
    const { email: bo } = await join(world, { role: "admin" });
    const who = await visitor(browser, world.address);
    await who.go("/workspace/people");
    await signIn(who.page, email);
    await beginInvitation(who.page);
    const second = await who.context.newPage();
    await second.goto("/sign-in?to=another");
    await signIn(second, bo);
    await title(who.page, "Somebody else has signed in").waitFor();
    await who.page.getByText(bo).first().waitFor();
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "other-person");
    await who.page.getByRole("button", { name: `Sign in as ${email}` }).click();
    await who.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await who.page.keyboard.press("Enter");
    await title(who.page, "Sign in").waitFor({ state: "detached" });
    expect(await emailOf(who.page).inputValue()).toBe(GUEST);
    await send(who.page);
    await who.page.getByRole("dialog", { name: "Invitation" }).waitFor();
    await who.close();
  });
});
