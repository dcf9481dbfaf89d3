// A forgotten password: the admin makes a link, and its person sets a new password with it.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { isSignedIn, join } from "../support/clients/person-client.ts";

const NEXT = "seven lanterns on the quay";

describe("a reset link", () => {
  const { world, browser } = stageOf("sqlite");

  test("is made in the list of people, and sets a new password once; used or replaced it says so", async () => {
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
