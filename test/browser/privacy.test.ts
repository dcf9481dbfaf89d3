// Erasing in the interface: where whom and what can be erased is found, what the dialog says and asks for, and what becomes of it.
import { describe, expect, test } from "vitest";
import { SETTLE_MS } from "../../src/domain/privacy/erasure.ts";
import { MINUTE_MS } from "../../src/lib/clock.ts";
import { accessibilityFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { accept, invite, join, PASSWORD } from "../support/clients/person-client.ts";
import { SESSION } from "../support/conformance/session-cookie.ts";

describe("personal data", () => {
  const { world, browser } = stageOf("sqlite");

  /** An admin with a password, signed in. */
  const admin = async (options = {}) => {
    const { cookie } = await join(world, { role: "admin" });
    const who = await visitor(browser, world.address, options);
    await who.context.addCookies([
      { name: SESSION.slice(0, -1), value: cookie.slice(SESSION.length), url: world.address },
    ]);
    return { ...who, cookie };
  };
  const removed = async (by: string, name: string, email: string) => {
    const { body } = await accept(world, { token: await invite(world), name, email });
    await world.call(by, "DELETE", `/people/${body.data.id}`);
  };

  test("somebody who was removed is found, and erased once their address is typed and it is still you; progress is shown to the end", async () => {
    const who = await admin();
    const { page } = who;
    await removed(who.cookie, "Berenike Oxenford", "oxenford@example.com");
    await who.go("/workspace/privacy");
    await page.getByRole("button", { name: "Erase: Berenike Oxenford" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Berenike Oxenford" });
    await dialog.getByText("This can't be undone.").waitFor();
    await dialog.getByText("What they did, as done by “Deleted person”.").waitFor();
    await dialog.getByText("Old bytes in PostgreSQL's own files, if that is the database").waitFor();
    await dialog.getByText("What attached pictures and films show to the eye").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "erase-person");
    const send = dialog.getByRole("button", { name: "Erase for good" });
    expect(await send.isDisabled()).toBe(true);
    const field = dialog.getByLabel(/To confirm, type/);
    await field.fill("oxenford@example.co");
    expect(await send.isDisabled()).toBe(true);
    await field.fill("oxenford@example.com");
    world.clock.offset += 11 * MINUTE_MS;
    await send.click();
    const again = page.getByRole("dialog", { name: "Is it still you?" });
    await again.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await again.getByRole("button", { name: "Continue" }).click();
    const list = page.getByRole("list", { name: "What was erased" });
    await list.getByText("A person").waitFor();
    world.clock.offset += SETTLE_MS;
    await list.getByText(/rows? changed or deleted/).waitFor();
    await list.getByText("by Ada").waitFor();
    expect(await page.getByText("oxenford").count()).toBe(0);
    await page.getByText("Nobody is here.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "privacy");
    await who.close();
  });

  test("a reporter is erased by an address that is typed twice, and what is refused stands in the dialog", async () => {
    const who = await admin({ viewport: PHONE, colorScheme: "dark" });
    const { page } = who;
    await join(world, { role: "viewer" });
    await accept(world, { token: await invite(world), name: "Kit", email: "kit@example.com" });
    await removed(who.cookie, "Oswin", "oswin@example.com");
    await who.go("/workspace/privacy");
    await page.getByRole("button", { name: "Erase: Oswin" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "privacy-phone-dark");
    await page.getByRole("button", { name: "Erase a reporter…" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase a reporter" });
    const name = async (address: string) => {
      await dialog.getByLabel("E-mail address of the reporter").fill(address);
      await dialog.getByLabel("The same address again").fill(address);
      await dialog.getByRole("button", { name: "Erase for good" }).click();
    };
    await name("kit@example.com");
    await dialog.getByText("is the address of a person here").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "erase-reporter-phone-dark");
    await page.keyboard.press("Escape");
    // Whoever reads the issue has the address at hand.
    const app = await world.app({ mode: "live" });
    const reporter = { name: "Wendelin", email: "wendelin@example.org" };
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, text: "It broke", reporter });
    await who.go(`/issues/${issue.id}`);
    await page.getByRole("button", { name: "Erase…" }).click();
    await page
      .getByRole("dialog", { name: "Erase Wendelin" })
      .getByLabel(/To confirm, type/)
      .fill(reporter.email);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "erase-reporter-of-issue-phone-dark");
    await page.keyboard.press("Enter");
    // The message with the link goes after a few seconds, however long the erasing takes.
    await page.getByRole("link", { name: "how far it has come" }).click();
    const newest = page.getByRole("list", { name: "What was erased" }).getByRole("listitem").first();
    await newest.getByText("A reporter").waitFor();
    await newest.getByText(/rows? changed or deleted/).waitFor();
    await page.goBack();
    await page.getByText("Deleted reporter", { exact: true }).waitFor();
    await who.close();
  });

  test("an archived app is restored or erased below the list of all apps, and only by its name to the letter", async () => {
    const app = await world.app({ name: "Old Shop" });
    await dataOf(world, "POST", `/apps/${app.id}/archive`);
    const who = await admin({ colorScheme: "dark" });
    const { page } = who;
    await who.go("/");
    await page.getByText("Archived apps").click();
    await page.getByRole("button", { name: "Restore Old Shop" }).waitFor();
    await page.getByRole("button", { name: "Erase Old Shop" }).click();
    const dialog = page.getByRole("dialog", { name: "Erase Old Shop" });
    const send = dialog.getByRole("button", { name: "Erase for good" });
    const field = dialog.getByLabel(/To confirm, type/);
    await field.fill("old shop");
    expect(await send.isDisabled()).toBe(true);
    await field.fill("Old Shop");
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "erase-app-dark");
    await page.keyboard.press("Enter");
    await page.getByText("The app is being erased.").waitFor();
    await page.getByRole("link", { name: "how far it has come" }).click();
    await page.getByRole("list", { name: "What was erased" }).getByText("An app").waitFor();
    await expect.poll(async () => (await dataOf(world, "GET", "/erasures?limit=1"))[0].state).toBe("done");
    await who.close();
  });
});
