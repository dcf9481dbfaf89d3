// Somebody who is in several workspaces: choosing after signing in, and going from one to another.
import { describe, expect, test } from "vitest";
import { randomText } from "../../src/lib/ids.ts";
import { accessibilityFaults, DESKTOP, PHONE, shoot, type Visitor, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { addTotp, codeIn } from "../support/clients/factor-client.ts";
import { join, PASSWORD } from "../support/clients/person-client.ts";
import { anotherWorkspace, browserAt, joinWith } from "../support/clients/workspace-client.ts";

describe("somebody who is in several workspaces", () => {
  const { world, browser } = stageOf("sqlite");

  const inBoth = async () => {
    const email = `${randomText(8)}@example.com`;
    await joinWith(world, world.store.workspace.id, email, { role: "admin" });
    const other = await anotherWorkspace(world, "Field team");
    await joinWith(world, other, email);
    return { email, other };
  };
  const fill = async ({ page }: Visitor, email: string) => {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
  };
  const heading = ({ page }: Visitor, name: string) => page.getByRole("heading", { level: 1, name });
  const openMenu = ({ page }: Visitor) => page.getByRole("button", { name: /: Ada / }).click();

  test.each([
    ["a computer", DESKTOP],
    ["a phone", PHONE],
  ])(
    "chooses one by the keyboard after signing in, on %s, and comes to the page that they asked for",
    async (on, viewport) => {
      const { email } = await inBoth();
      const who = await visitor(browser, world.address, { viewport });
      await who.go("/account");
      await fill(who, email);
      await heading(who, "Choose a workspace").waitFor();
      const choices = who.page.getByRole("list", { name: "Workspaces" }).getByRole("button");
      expect(await choices.allInnerTexts()).toEqual(["Field team", "Workspace"]);
      expect(await accessibilityFaults(who.page)).toEqual([]);
      await shoot(who.page, `choose-workspace-${on === "a phone" ? "phone" : "wide"}`);
      await who.page.keyboard.press("Tab");
      await who.page.keyboard.press("Enter");
      await heading(who, "Your account").waitFor();
      expect(who.page.url()).toBe(`${world.address}/account`);
      await who.close();
    },
  );

  test("goes to another by the menu and back, and is shown where they are", async () => {
    const { email } = await inBoth();
    const who = await visitor(browser, world.address);
    await who.go("/");
    await fill(who, email);
    await who.page.getByRole("button", { name: "Workspace" }).click();
    await who.page.getByRole("link", { name: "Workspace" }).waitFor();
    await openMenu(who);
    const entry = (name: string) => who.page.getByRole("menuitemradio", { name, exact: true });
    await entry("Field team").waitFor();
    expect(await entry("Workspace").getAttribute("aria-checked")).toBe("true");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "workspace-switcher");
    await entry("Field team").click();
    await who.page.waitForURL(`${world.address}/`);
    // There they are a viewer, who manages nothing.
    await who.page.getByRole("link", { name: "Workspace" }).waitFor({ state: "detached" });
    await openMenu(who);
    await entry("Workspace").waitFor();
    expect(await entry("Field team").getAttribute("aria-checked")).toBe("true");
    await entry("Workspace").click();
    await who.page.getByRole("link", { name: "Workspace" }).waitFor();
    await who.close();
  });

  test("shows the second factor of the other one before it opens", async () => {
    const { email, other } = await inBoth();
    const own = browserAt(world.address);
    await own.ask("POST", "/session", { email, password: PASSWORD, workspace: other });
    const { secret } = await addTotp(world, `retest=${own.cookies.get("retest")}`);
    const who = await visitor(browser, world.address);
    await who.go("/");
    await fill(who, email);
    await who.page.getByRole("button", { name: "Workspace" }).click();
    await who.page.getByRole("link", { name: "Workspace" }).waitFor();
    await openMenu(who);
    await who.page.getByRole("menuitemradio", { name: "Field team" }).click();
    await heading(who, "Second factor").waitFor();
    await who.page.getByLabel("Code of your authenticator app").fill(codeIn(world, secret, 1));
    await who.page.getByRole("button", { name: "Sign in" }).click();
    await who.page.waitForURL(`${world.address}/`);
    await who.page.getByRole("link", { name: "Workspace" }).waitFor({ state: "detached" });
    await who.close();
  });

  test("adds one that has another password, and stays in the first", async () => {
    const { email } = await join(world, { role: "admin" });
    const other = await anotherWorkspace(world, "Third team");
    await joinWith(world, other, email, { password: "staple that battery" });
    const who = await visitor(browser, world.address);
    await who.go("/");
    await fill(who, email);
    await who.page.getByRole("link", { name: "Workspace" }).waitFor();
    await who.go("/sign-in?to=another");
    await who.page.getByLabel("E-mail address").fill(email);
    await who.page.getByRole("textbox", { name: "Password" }).fill("staple that battery");
    await who.page.keyboard.press("Enter");
    await who.page.waitForURL(`${world.address}/`);
    await openMenu(who);
    await who.page.getByRole("menuitemradio", { name: "Workspace" }).waitFor();
    await who.page.getByRole("menuitemradio", { name: "Third team" }).waitFor();
    await who.close();
  });
});
