// How others sign in: admins see and end their sessions, and make links for those who forgot their password.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { isSignedIn, join, PASSWORD, signIn } from "../support/clients/person-client.ts";

const NEXT = "seven lanterns on the quay";

describe("the sign-in of somebody else", () => {
  const { world, browser } = stageOf("sqlite");

  test("is seen by an admin browser by browser, and ended", async () => {
    const ines = await join(world, { role: "tester" });
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const firefox = (await signIn(world, ines.email, PASSWORD, agent)).cookie!;
    const admin = await signedIn(browser, world, "admin", { viewport: PHONE, colorScheme: "dark" });
    const { page } = admin;
    await admin.go("/workspace/people");
    await page.getByRole("button", { name: "Sign-in: Ada" }).click();
    const dialog = page.getByRole("dialog", { name: "Sign-in of Ada" });
    await dialog.getByRole("button", { name: "Sign out: Firefox on Linux" }).click();
    await expect.poll(() => isSignedIn(world.address, firefox)).toBe(false);
    expect(await isSignedIn(world.address, ines.cookie)).toBe(true);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "sessions-of-somebody-phone-dark");
    await dialog.getByRole("button", { name: "Sign out everywhere: Ada" }).click();
    await page.getByRole("button", { name: "Sign out everywhere", exact: true }).click();
    await dialog.getByText("Signed in nowhere.").waitFor();
    expect(await isSignedIn(world.address, ines.cookie)).toBe(false);
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Remove: Ada" }).click();
    await page.getByRole("button", { name: "Remove person" }).click();
    await page.getByText("Ada is removed.").waitFor();
    await admin.close();
  });

  test("gets a link which is made in the list of people, and sets a new password once; used or replaced it says so", async () => {
    const ines = await join(world, { role: "tester" });
    const admin = await signedIn(browser, world, "admin");
    const { page } = admin;
    await admin.go("/workspace/people");
    const makeLink = async () => {
      const row = page.getByRole("listitem").filter({ hasText: ines.email });
      await row.getByRole("button", { name: "Sign-in: Ada" }).click();
      const dialog = page.getByRole("dialog", { name: "Sign-in of Ada" });
      await dialog.getByRole("button", { name: "Make the link" }).click();
      const link = await page.getByLabel("The link").inputValue();
      expect(await accessibilityFaults(page)).toEqual([]);
      await page.getByRole("button", { name: "I have passed it on" }).click();
      return link.slice(new URL(link).origin.length);
    };
    const replaced = await makeLink();
    const link = await makeLink();
    await admin.close();

    const guest = await visitor(browser, world.address, { viewport: PHONE, colorScheme: "dark" });
    const phone = guest.page;
    await guest.go(replaced);
    await phone.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    // No mail is set up here.
    await phone.getByText("Ask an admin for a new one.").waitFor();
    await guest.go(link);
    await phone.getByRole("heading", { name: "Set a new password" }).waitFor();
    // The token is nowhere but in the page's memory.
    await expect.poll(() => phone.url()).toBe(`${world.address}/reset`);
    expect(await phone.getByLabel("E-mail address").inputValue()).toBe(ines.email);
    const password = phone.getByRole("textbox", { name: "New password" });
    await password.fill("password123");
    await phone.getByText("Too easy to guess: it is a common password").waitFor();
    await phone.getByRole("button", { name: "Set password" }).click();
    await phone.getByText("Too easy to guess: it is a common password").waitFor();
    expect(await accessibilityFaults(phone)).toEqual([]);
    await shoot(phone, "reset-phone-dark");
    await password.fill(NEXT);
    await phone.getByRole("button", { name: "Set password" }).click();
    await phone.getByRole("heading", { name: "Your password is changed" }).waitFor();
    expect(await accessibilityFaults(phone)).toEqual([]);
    expect(await isSignedIn(world.address, ines.cookie)).toBe(false);

    await phone.getByRole("link", { name: "Sign in" }).click();
    await phone.getByLabel("E-mail address").fill(ines.email);
    await phone.getByRole("textbox", { name: "Password" }).fill(NEXT);
    await phone.getByRole("button", { name: "Sign in" }).click();
    await phone.getByRole("heading", { name: "You don't have access to an app yet" }).waitFor();
    await guest.go(link);
    await phone.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    await guest.go("/reset");
    await phone.getByRole("heading", { name: "This page needs a link" }).waitFor();
    await guest.close();
  });
});
