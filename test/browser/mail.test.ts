// Mail in the interface: a new password by mail, an invitation by mail, and what admins see of mails that were given up.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSealer } from "../../src/lib/crypto/sealer.ts";
import { accessibilityFaults, shoot, signedIn, visitor } from "../support/browser/browser.ts";
import { browserOf } from "../support/browser/use-browser.ts";
import { ask } from "../support/checks/route-table.ts";
import { join } from "../support/clients/person-client.ts";
import { type MailServer, openMailServer } from "../support/fake-tools/mail-server.ts";
import { createWorld, type World } from "../support/server/test-server.ts";

const PHONE = { viewport: { width: 390, height: 844 } };

describe("with mail set up", () => {
  const browser = browserOf();
  let world: World;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld("sqlite", { mail: mail.settings });
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });
  const mailTo = async (address: string) => {
    await expect.poll(() => mail.mails.find(({ to }) => to.includes(address)), { timeout: 10_000 }).toBeDefined();
    return mail.mails.find(({ to }) => to.includes(address))!;
  };

  test("somebody who forgot their password asks for a mail, and its link leads to a new one", async () => {
    const { email } = await join(world);
    const who = await visitor(browser, world.address, PHONE);
    const { page } = who;
    await who.go("/");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "forgot-phone");
    await page.getByLabel("E-mail address").fill(email);
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("heading", { name: "Look into your mailbox" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    const [link] = /http\S+#\S+/.exec((await mailTo(email)).text)!;
    await who.go(link.slice(world.config.baseUrl.length));
    await page.getByRole("heading", { name: "Set a new password" }).waitFor();
    expect(await page.getByLabel("E-mail address").inputValue()).toBe(email);
    await who.close();
  });

  test("one chooses on a phone what of the inbox is mailed, and it is still so after a reload", async () => {
    const who = await signedIn(browser, world, "tester", PHONE);
    const { page } = who;
    await who.go("/account#mail");
    const choice = page.getByRole("radiogroup", { name: "Mail about your inbox" });
    expect(await choice.getByRole("radio", { name: "At once" }).isChecked()).toBe(true);
    await choice.getByText("Once a day").click();
    await page.getByText("What is mailed to you is changed.").first().waitFor();
    await page.getByText("In the morning (6:00 UTC)").scrollIntoViewIfNeeded();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "inbox-mail-phone");
    await page.reload();
    await expect.poll(() => choice.getByRole("radio", { name: "Once a day" }).isChecked()).toBe(true);
    await who.close();
  });

  test("whoever opens the link in a mail stops further ones with one button, signed in or not", async () => {
    const { id, cookie } = await join(world);
    const token = createSealer(world.config.secretKey, "unsubscribe/v1").seal("inbox mails", id);
    const who = await visitor(browser, world.address, PHONE);
    const { page } = who;
    await who.go("/unsubscribe?token=broken");
    await page.getByRole("button", { name: "Stop the mails" }).click();
    await page.getByRole("alert").getByText("This link is not whole").waitFor();
    await who.go(`/unsubscribe?token=${token}`);
    await page.getByRole("heading", { name: "Stop mails about your inbox?" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "unsubscribe-phone");
    // Opening it, as a scanner of links does, has stopped nothing.
    expect((await ask(world, cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "at_once" });
    await page.getByRole("button", { name: "Stop the mails" }).click();
    await page.getByRole("heading", { name: "The mails are stopped" }).waitFor();
    expect((await ask(world, cookie, "GET", "/me/inbox-mail")).body.data).toEqual({ choice: "off" });
    await who.close();
  });

  test("an invitation is mailed, and an admin sees one that was given up, with the server's words", async () => {
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    mail.mishap({ code: 550, message: "5.1.1 no such mailbox" });
    await who.go("/workspace/people");
    await page.getByRole("button", { name: "Invite" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("it is mailed to them").waitFor();
    await dialog.getByLabel("E-mail address").fill("grace@example.net");
    await dialog.getByRole("button", { name: "Create the link" }).click();
    await dialog.getByText("A mail with a link is on its way there").waitFor();
    await dialog.getByRole("button", { name: "Done" }).click();
    await page.getByRole("link", { name: "Mail", exact: true }).click();
    const row = page.getByRole("listitem").filter({ hasText: "grace@example.net" });
    await expect
      .poll(
        async () => {
          await page.reload();
          await row.waitFor();
          return row.textContent();
        },
        { timeout: 20_000 },
      )
      .toMatch(/Given up.*Invitation.*550 5\.1\.1 no such mailbox/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "mails");
    await who.close();
  });

  test("mails look right in light, dark and on a phone", async () => {
    const { html } = mail.mails[0]!;
    for (const [name, options] of [
      ["light", { colorScheme: "light" }],
      ["dark", { colorScheme: "dark" }],
      ["phone", { ...PHONE, colorScheme: "dark" }],
    ] as const) {
      const who = await visitor(browser, world.address, options);
      await who.page.setContent(html);
      expect(await who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
      await shoot(who.page, `mail-${name}`);
      await who.close();
    }
  });
});
