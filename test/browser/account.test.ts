// One's own account: the password, and where one is signed in.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { isSignedIn, join, PASSWORD, signIn } from "../support/clients/person-client.ts";
import { SESSION } from "../support/conformance/session-cookie.ts";

const NEXT = "seven lanterns on the quay";

describe("the account page", () => {
  const { world, browser } = stageOf("sqlite");

  test("a wrong present password says so at its field; the right one changes it and ends the other sessions", async () => {
    const { email, cookie } = await join(world, { role: "tester" });
    const other = (await signIn(world, email)).cookie!;
    const who = await visitor(browser, world.address);
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: world.address }]);
    const { page } = who;
    await who.go("/account");
    const you = page.getByRole("region", { name: "You" });
    expect(await you.getByLabel("E-mail address").inputValue()).toBe(email);
    const form = page.getByRole("region", { name: "Password" });
    const current = form.getByRole("textbox", { name: "Current password" });
    await current.fill("wrong, wrong, wrong");
    await form.getByRole("textbox", { name: "New password" }).fill(NEXT);
    await form.getByRole("button", { name: "Change password" }).click();
    await form.getByText("This is not your current password.").waitFor();
    expect(await current.inputValue()).toBe("wrong, wrong, wrong");
    expect(await accessibilityFaults(page)).toEqual([]);
    await current.fill(PASSWORD);
    await form.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Your password is changed.").waitFor();
    expect(await isSignedIn(world.address, other)).toBe(false);
    expect((await signIn(world, email, NEXT)).status).toBe(200);
    await who.close();
  });

  test("name and e-mail address are changed, the address with the password", async () => {
    const { email, cookie } = await join(world, { role: "tester" });
    const who = await visitor(browser, world.address);
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: world.address }]);
    const { page } = who;
    await who.go("/account");
    const you = page.getByRole("region", { name: "You" });
    const save = you.getByRole("button", { name: "Save" });
    await you.getByLabel("Name").fill("Ada Lovelace");
    await save.click();
    await page.getByText("Your name is changed.").waitFor();
    await page.getByRole("button", { name: /Ada Lovelace/ }).waitFor();
    await you.getByLabel("E-mail address").fill(`new-${email}`);
    expect(await save.isDisabled()).toBe(true);
    const password = you.getByRole("textbox", { name: "Your password" });
    await password.fill("wrong, wrong, wrong");
    await save.click();
    await you.getByText("This is not your current password.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "account-email");
    await password.fill(PASSWORD);
    await save.click();
    await page.getByText(`You sign in with new-${email} from now on.`).waitFor();
    await password.waitFor({ state: "detached" });
    expect((await signIn(world, `new-${email}`)).status).toBe(200);
    await who.close();
  });

  test("sessions are listed and ended one by one, or all at once", async () => {
    const { email, cookie } = await join(world, { role: "viewer" });
    const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" };
    const other = (await signIn(world, email, PASSWORD, agent)).cookie!;
    const who = await visitor(browser, world.address, { viewport: PHONE, colorScheme: "dark" });
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: world.address }]);
    const { page } = who;
    await who.go("/account");
    const list = page.getByRole("list", { name: "Sessions" });
    await list.getByText("This browser").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "account-phone-dark");
    await list.getByRole("button", { name: "Sign out: Firefox on Linux" }).click();
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    await expect.poll(() => isSignedIn(world.address, other)).toBe(false);
    const everywhere = page.getByRole("button", { name: /^Sign out everywhere/ });
    await everywhere.click();
    await page.getByRole("dialog").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByText("Light", { exact: true }).click();
    await expect.poll(() => page.locator("html").getAttribute("data-mantine-color-scheme")).toBe("light");
    await everywhere.click();
    await page.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
    await page.getByRole("heading", { name: "Sign in" }).waitFor();
    expect(await isSignedIn(world.address, cookie)).toBe(false);
    await who.close();
  });
});
