// Making a workspace of one's own, from the sign-in page to its first page.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, visitor } from "../support/browser/browser.ts";
import { browserOf } from "../support/browser/use-browser.ts";
import { PASSWORD } from "../support/clients/person-client.ts";
import { type MailServer, openMailServer } from "../support/fake-tools/mail-server.ts";
import { createWorld, type World } from "../support/server/test-server.ts";

describe("where anybody may sign up", () => {
  const browser = browserOf();
  let world: World;
  let mail: MailServer;
  beforeAll(async () => {
    mail = await openMailServer();
    world = await createWorld("sqlite", { mail: mail.settings, signUp: true });
  });
  afterAll(async () => {
    await world?.close();
    await mail?.close();
  });

  test("somebody asks with their address, opens the link on a phone, and is the admin of a new workspace", async () => {
    const who = await visitor(browser, world.address);
    await who.go("/");
    await who.page.getByRole("link", { name: "Make a workspace" }).click();
    await who.page.getByLabel("E-mail address").fill("eve@new.example");
    expect(await accessibilityFaults(who.page)).toEqual([]);
    await shoot(who.page, "sign-up-ask");
    await who.page.keyboard.press("Enter");
    await who.page.getByRole("heading", { name: "Look into your mailbox" }).waitFor();
    await expect.poll(() => mail.mails.length).toBe(1);
    const [, path] = /http:\/\/localhost:3000(\/sign-up#\S+)/.exec(mail.mails[0]!.text)!;
    await who.close();
    const phone = await visitor(browser, world.address, { viewport: PHONE });
    await phone.go(path!);
    await phone.page.getByLabel("Name of the workspace").fill("Acme");
    await phone.page.getByLabel("Your name").fill("Eve");
    expect(await phone.page.getByLabel("E-mail address").inputValue()).toBe("eve@new.example");
    await phone.page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    expect(await accessibilityFaults(phone.page)).toEqual([]);
    await shoot(phone.page, "sign-up-form-phone");
    await phone.page.getByRole("button", { name: "Make the workspace" }).click();
    await phone.page.waitForURL(`${world.address}/`);
    await phone.page.getByRole("heading", { level: 1 }).waitFor();
    await phone.go(path!);
    await phone.page.getByRole("heading", { name: "This link does not work any more" }).waitFor();
    await phone.close();
  });
});
