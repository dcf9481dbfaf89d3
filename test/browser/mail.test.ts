// Mail in the interface: a new password by mail, an invitation by mail, and what admins see of mails that were given up.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSealer } from "../../src/lib/crypto/sealer.ts";
import { accessibilityFaults, contrastFaults, shoot, signedIn, visitor } from "../support/browser/browser.ts";
import { browserOf } from "../support/browser/use-browser.ts";
import { ask, dataOf } from "../support/checks/route-table.ts";
import { accept, invite, join, PASSWORD, rowsOf, ui } from "../support/clients/person-client.ts";
import { SESSION } from "../support/conformance/session-cookie.ts";
import { type MailServer, openMailServer } from "../support/fake-tools/mail-server.ts";
import { createWorld, type World } from "../support/server/test-server.ts";

const DAY = 86_400_000;
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
    await expect.poll(() => mail.mails.find(({ to }) => to.includes(address))).toBeDefined();
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

  test("an expired link says so: for a new password another is a click away, for an invitation whoever sent it is asked", async () => {
    const { email } = await join(world);
    const invitation = await invite(world);
    const who = await visitor(browser, world.address, PHONE);
    const { page } = who;
    await ui(world.address, "POST", "/reset-links", { email });
    const [link] = /http\S+#\S+/.exec((await mailTo(email)).text)!;
    const { offset } = world.clock;
    world.clock.offset += 8 * DAY;
    await who.go(`/join#${invitation}`);
    await page.getByText("or is older than 7 days. Ask whoever sent it for a new one.").waitFor();
    await who.go(link.slice(world.config.baseUrl.length));
    await page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "expired-link-phone");
    await page.getByRole("link", { name: "Have a new one mailed to you" }).click();
    await page.getByRole("heading", { name: "Forgot your password?" }).waitFor();
    world.clock.offset = offset;
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

  test("a new address is confirmed by the link in a mail, opened in a browser that is not signed in", async () => {
    const { email, cookie } = await join(world);
    const to = `new-${email}`;
    const who = await visitor(browser, world.address, PHONE);
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: world.address }]);
    const { page } = who;
    await who.go("/account");
    const you = page.getByRole("region", { name: "You", exact: true });
    await you.getByText("It is not known that").waitFor();
    await you.getByLabel("E-mail address").fill(to);
    await you.getByRole("textbox", { name: "Your password" }).fill(PASSWORD);
    await you.getByRole("button", { name: "Save" }).click();
    await you.getByRole("button", { name: "Keep my address" }).waitFor();
    expect(await you.getByLabel("E-mail address").inputValue()).toBe(email);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "email-link-phone");
    await who.close();
    const [link] = /http\S+#\S+/.exec((await mailTo(to)).text)!;
    const there = await visitor(browser, world.address, PHONE);
    await there.go(link.slice(world.config.baseUrl.length));
    await there.page.getByLabel("E-mail address").fill(email);
    await there.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await there.page.getByRole("button", { name: "Sign in" }).click();
    const confirm = there.page.getByRole("button", { name: "Confirm the address" });
    await confirm.waitFor();
    expect(await accessibilityFaults(there.page)).toEqual([]);
    await shoot(there.page, "confirm-email-phone");
    await confirm.click();
    await there.page.getByText("is confirmed: it is the address that you sign in with.").waitFor();
    expect((await ask(world, cookie, "GET", "/me")).body.data.email).toBe(to);
    await there.close();
  });

  test("a link that was used, is another's, or is for an address that is taken by now, says so and promises nothing", async () => {
    const { email, cookie } = await join(world);
    const other = await join(world);
    const asked = async (by: typeof other, to: string) => {
      await ask(world, by.cookie, "PATCH", "/me", { email: to, current_password: PASSWORD });
      return /#(\S+)/.exec((await mailTo(to)).text)![1]!;
    };
    const anothers = await asked(other, `theirs-${email}`);
    const own = await asked({ ...other, cookie }, `mine-${email}`);
    const who = await visitor(browser, world.address, PHONE);
    await who.context.addCookies([{ name: "retest", value: cookie.slice(SESSION.length), url: world.address }]);
    const { page } = who;
    const says = async (token: string, text: string) => {
      await who.go(`/confirm-email#${token}`);
      await page.getByRole("alert").getByText(text).waitFor();
      await page.getByText("Nothing was changed. You are").waitFor();
      expect(await page.getByRole("button", { name: "Confirm the address" }).count()).toBe(0);
    };
    await says(anothers, "This link is for another account than the one you are signed in with.");
    await page.getByText(`You have asked for a link to mine-${email}.`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "confirm-email-refused-phone");
    await who.go(`/confirm-email#${own}`);
    await page.getByText(`Once you confirm it, you sign in with mine-${email} instead.`).waitFor();
    await rowsOf(world, `update person set email = 'mine-${email}' where id = '${other.id}'`);
    await page.getByRole("button", { name: "Confirm the address" }).click();
    await page.getByRole("alert").getByText(`mine-${email} is not free any more`).waitFor();
    await ask(world, cookie, "DELETE", "/me/email-link");
    await page.getByRole("link", { name: "Your account" }).click();
    await says(own, "This link does not work: it was used");
    await page.getByRole("link", { name: "Your account" }).click();
    await page.getByRole("heading", { name: "Your account" }).waitFor();
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
        { timeout: 120_000 },
      )
      .toMatch(/Given up.*Invitation.*550 5\.1\.1 no such mailbox/);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "mails");
    await who.close();
  });

  test("mails with a link and about an inbox look right in light, dark and on a phone, and can be read in both", async () => {
    // Mails about an inbox go only to people whose address is known to be theirs.
    const email = "lise@example.net";
    const token = await invite(world, { email, role: "tester" });
    await accept(world, { token, name: "Lise", email });
    const app = await world.app();
    const issue = await dataOf(world, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Card is declined" });
    await dataOf(world, "POST", `/issues/${issue.id}/comments`, { text: "@Lise look" });
    await expect
      .poll(() => rowsOf(world, "select 1 from inbox_entry where unmailed is not null"), { timeout: 10_000 })
      .toEqual([]);
    world.clock.offset += 2 * 60_000;
    const about = await mailTo(email);
    expect(about.html).toContain("Card is declined");
    const link = mail.mails.find(({ headers }) => headers.subject === "Set a new password for Retest")!;
    for (const [kind, { html }] of [
      ["link", link],
      ["inbox", about],
    ] as const) {
      for (const [name, options] of [
        ["light", { colorScheme: "light" }],
        ["dark", { colorScheme: "dark" }],
        ["phone", { ...PHONE, colorScheme: "dark" }],
      ] as const) {
        const who = await visitor(browser, world.address, options);
        await who.page.setContent(html);
        expect(await who.page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
        await shoot(who.page, `mail-${kind}-${name}`);
        expect(await contrastFaults(who.page)).toEqual([]);
        await who.close();
      }
    }
  });
});
