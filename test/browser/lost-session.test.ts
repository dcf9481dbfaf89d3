// A session that ends while somebody is at work: they sign in where they are, and nothing that was typed is lost.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn, type Visitor, visitor } from "../support/browser/browser.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";
import { type Joined, join, PASSWORD, tokenOf } from "../support/clients/person-client.ts";

describe("a session that ends", () => {
  const { world, browser, shop } = sampleStage("sqlite");

  const come = async (role: "admin" | "tester"): Promise<{ who: Visitor; person: Joined }> => {
    const person = await join(world, { role });
    const who = await visitor(browser, world.address);
    const cookie = { name: "retest", value: tokenOf(person.cookie), url: world.address, httpOnly: true };
    await who.context.addCookies([{ ...cookie, sameSite: "Lax" }]);
    await who.go(`/apps/${shop.id}`);
    await who.page.getByRole("grid").waitFor();
    return { who, person };
  };
  const signInAs = async ({ page }: Visitor, email: string) => {
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Sign in" }).waitFor({ state: "detached" });
  };

  test("keeps the issue that is being written, and the same person goes on with it", async () => {
    const { who, person } = await come("tester");
    const { page } = who;
    await page.keyboard.press("i");
    const text = page.getByRole("dialog", { name: "Raise an issue" }).getByRole("textbox");
    await text.fill("Half a sentence");
    await world.call(person.cookie, "DELETE", "/sessions");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Your session has ended").first().waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(person.email);
    expect(await page.evaluate("document.activeElement.type")).toBe("password");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "session-ended");
    await page.keyboard.press("Escape");
    await signInAs(who, person.email);
    expect(await text.inputValue()).toBe("Half a sentence");
    expect(await page.getByRole("dialog").getByRole("alert").count()).toBe(0);
    await text.press("Control+Enter");
    await page.getByRole("status").getByText("Issue raised:").waitFor();
    await who.close();
  });

  test("is noticed without a touch, and a title that is being typed is still there", async () => {
    const { who, person } = await come("admin");
    const { page } = who;
    await page.keyboard.press("e");
    const field = page.getByLabel("Title of the check");
    await field.fill("Half a title");
    await world.call(person.cookie, "DELETE", "/sessions");
    await page.getByText("Your session has ended").first().waitFor();
    await signInAs(who, person.email);
    await page.getByText("Half a title").or(field).first().waitFor();
    await world.call(world.admin, "PATCH", `/apps/${shop.id}`, { name: "Harbour Market" });
    await page.getByRole("heading", { name: "Harbour Market" }).waitFor();
    await who.close();
  });

  test("lets somebody else in as themselves, and a person who signs out leaves nothing behind", async () => {
    const { who, person } = await come("admin");
    const { page } = who;
    await page.getByRole("link", { name: "Settings" }).waitFor();
    const other = await join(world, { role: "viewer" });
    await world.call(person.cookie, "DELETE", "/sessions");
    await page.keyboard.press("p");
    await page.getByText("Your session has ended").first().waitFor();
    await signInAs(who, other.email);
    await page.getByRole("grid").waitFor();
    expect(await page.getByRole("link", { name: "Settings" }).count()).toBe(0);
    await page.getByRole("button", { name: /: Ada/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await page.getByRole("grid").count()).toBe(0);
    expect(await page.getByText("Your session has ended").count()).toBe(0);
    await signInAs(who, other.email);
    await page.getByRole("grid").waitFor();
    await who.close();
  });

  test("drafts are there for the person who wrote them, also after a reload, and gone once they have signed out", async () => {
    const { who, person } = await come("tester");
    const { page } = who;
    const dialog = page.getByRole("dialog", { name: "New issue" });
    const text = dialog.getByLabel("What is wrong");
    const inDialog = async <T>(work: () => Promise<T>): Promise<T> => {
      await page.getByRole("button", { name: /^New/ }).click();
      const result = await work();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      return result;
    };
    const write = (words: string) => inDialog(() => text.fill(words));
    const written = () => inDialog(() => text.inputValue());
    const signOut = async () => {
      await page.getByRole("button", { name: /: Ada/ }).click();
      await page.getByRole("menuitem", { name: "Sign out" }).click();
      await page.getByRole("heading", { name: "Sign in" }).waitFor();
    };
    await who.go("/issues");
    await write("Not for others");
    await page.reload();
    expect(await written()).toBe("Not for others");
    await signOut();
    expect(await page.evaluate("JSON.stringify(sessionStorage)")).not.toContain("Not for others");
    await signInAs(who, person.email);
    expect(await written()).toBe("");

    // A session that ended by itself keeps them for the same person, and for nobody else.
    await write("Mine alone");
    await who.context.clearCookies();
    await page.reload();
    await signInAs(who, person.email);
    expect(await written()).toBe("Mine alone");
    await who.context.clearCookies();
    await page.reload();
    await signInAs(who, (await join(world, { role: "tester" })).email);
    expect(await written()).toBe("");
    await who.close();
  });

  test("the palette offers only what a person may do", async () => {
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/apps/${shop.id}`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("Control+k");
    await page.getByLabel("Command", { exact: true }).fill("harbour");
    await page.getByRole("option", { name: /: issues/ }).waitFor();
    expect(await page.getByRole("option", { name: /settings|webhook/ }).count()).toBe(0);
    await who.close();
  });
});
