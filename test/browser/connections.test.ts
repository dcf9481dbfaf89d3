// The configuration of a connection, as an admin changes it.
import { createHmac } from "node:crypto";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, shoot, signedIn } from "../support/browser/browser.ts";
import { addConnection, connectionsAdmin } from "../support/browser/connections-page.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, copied, reached } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { issueClientOf } from "../support/clients/issue-client.ts";
import { openGithub } from "../support/fake-tools/github.ts";
import { openReceiver } from "../support/fake-tools/notify-receiver.ts";
import { connectApp } from "../support/samples/connected-app.ts";

/** The words of what has the focus, or its name. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent",
  );
}

describe("setting a connection up", () => {
  const { world, browser } = stageOf("sqlite");

  test("a secret that is made for GitHub is shown once and never again", async () => {
    const app = await world.app({ ...BANK, name: "Bank secret" });
    const who = await connectionsAdmin(browser, world, app.id);
    const { page } = who;
    await addConnection(page, /GitHub/);
    const fresh = page.getByRole("group", { name: "The new secret" });
    await fresh.getByText("Copy it now: it is not shown again.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "connections-secret");
    await fresh.getByRole("button", { name: "Copy secret" }).click();
    await fresh.getByRole("button", { name: "Copied" }).waitFor();
    const secret = await copied(page);
    expect(secret).toMatch(/^rs_/);
    await page.getByRole("link", { name: "All connections" }).click();
    await page.getByRole("link", { name: "GitHub" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    expect(await page.content()).not.toContain(secret);
    await page.reload();
    const from = page.getByRole("form", { name: "From GitHub" });
    await from.getByText("Stored").waitFor();
    expect(await page.content()).not.toContain(secret);
    await from.getByRole("button", { name: "Generate a new one" }).click();
    await page.getByRole("button", { name: "Generate a new secret" }).click();
    await fresh.waitFor();
    const second = await fresh.locator("code").textContent();
    const [{ id, url, settings }] = await dataOf(world, "GET", `/apps/${app.id}/connections`);
    // A new one is told of comments, and says so where that can be changed.
    expect(settings.forward).toContain("commented");
    const ping = JSON.stringify({ zen: "Keep it logically awesome." });
    const signature = (key: string) => `sha256=${createHmac("sha256", key).update(ping).digest("hex")}`;
    const send = (key: string) =>
      fetch(reached(world, url), {
        method: "POST",
        body: ping,
        headers: { "x-github-event": "ping", "x-hub-signature-256": signature(key) },
      });
    expect((await send(secret)).status).toBe(401);
    await page.getByText("Refused: the signature was missing or wrong.").waitFor();
    expect((await send(second!)).status).toBe(200);
    await page.getByText("A ping: the URL works.").waitFor();
    expect((await dataOf(world, "GET", `/apps/${app.id}/connections/${id}`)).credentials).toEqual(["webhook_secret"]);
    await who.close();
  });

  test("what is refused stands at its field, and what was typed stays", async () => {
    const jira = await connectApp(world, "jira", { app: { ...BANK, name: "Bank fields" } });
    const who = await connectionsAdmin(browser, world, jira.app.id, jira.id);
    const { page } = who;
    const form = page.getByRole("form", { name: "To Jira" });
    await form.getByLabel("Site").fill("http://10.0.0.5/");
    await form.getByLabel("Project key").fill("SHOP");
    await form.getByLabel("E-mail address").fill("ines@lantern.example");
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByText("The URL must begin with https://.").waitFor();
    await form.getByLabel("Site").fill("https://lantern.atlassian.net");
    await form.getByLabel("Project key").fill("9 lives");
    await page.keyboard.press("Enter");
    await form.getByText("Expected the key of a project.").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "connections-refused");
    expect(await form.getByLabel("E-mail address").inputValue()).toBe("ines@lantern.example");
    await form.getByLabel("Project key").fill("SHOP");
    await form.getByRole("textbox", { name: "API token" }).fill("a token");
    await page.keyboard.press("Enter");
    await page.getByText("Saved.").waitFor();
    expect(await jira.read()).toMatchObject({
      forwards: true,
      settings: { site_url: "https://lantern.atlassian.net", project: "SHOP" },
      credentials: ["webhook_secret", "email", "api_token"],
    });
    expect(await page.content()).not.toContain("ines@lantern.example");
    await form.getByRole("button", { name: "Remove: API token" }).click();
    await page.getByRole("dialog", { name: "Remove: API token" }).getByRole("button", { name: "Remove it" }).click();
    await page.getByText("API token is removed.").waitFor();
    await page.getByText("Fill in the required fields under To Jira first.").waitFor();
    expect((await jira.read()).forwards).toBe(false);
    await who.close();
  });

  test("settings that are not saved are there after leaving the page; a credential is not kept in the browser", async () => {
    const jira = await connectApp(world, "jira", { app: { ...BANK, name: "Bank draft" } });
    const who = await connectionsAdmin(browser, world, jira.app.id, jira.id);
    const { page } = who;
    const out = page.getByRole("form", { name: "To Jira" });
    await out.getByText("Required to send anything to Jira.").waitFor();
    await out.getByLabel("Project key").fill("BANK");
    await out.getByLabel("API token").fill("a token of Jira");
    await page.getByRole("link", { name: "All connections" }).click();
    await out.waitFor({ state: "detached" });
    await page.goBack();
    expect(await out.getByLabel("Project key").inputValue()).toBe("BANK");
    expect(await out.getByLabel("API token").inputValue()).toBe("");
    expect(await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")).not.toContain("a token");
    await out.getByRole("button", { name: "Discard" }).click();
    await page.reload();
    expect(await out.getByLabel("Project key").inputValue()).toBe("");
    await who.close();
  });

  test("settings hold at once and can be undone", async () => {
    const slack = await connectApp(world, "slack", {
      app: { ...BANK, name: "Bank undo" },
      credentials: { webhook_url: "http://127.0.0.1:9/a" },
    });
    const who = await connectionsAdmin(browser, world, slack.app.id, slack.id);
    const { page } = who;
    const settings = async () => (await slack.read()).settings;
    await page.getByRole("checkbox", { name: "Reopened" }).uncheck();
    await expect.poll(settings).toEqual({ forward: ["raised", "fixed", "confirmed"] });
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(settings).toEqual({});
    await page.getByRole("checkbox", { name: "Android" }).check();
    await page.getByLabel("Default priority").selectOption("high");
    await expect.poll(settings).toEqual({ default_platforms: ["android"], default_priority: "high" });
    await page.getByRole("switch", { name: "Use this connection" }).press("Space");
    await page.getByText("The connection is off: requests are refused with 404").waitFor();
    await page.getByText("Switch the connection on first.").waitFor();
    await expect.poll(async () => (await slack.read()).state).toBe("off");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(async () => (await slack.read()).state).toBe("waiting");
    await page.getByLabel("Name of this connection").fill("Quality");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await slack.read()).name).toBe("Quality");
    await who.close();
  });

  test("the log goes on as far as there is something in it", async () => {
    const receiver = await openReceiver();
    const slack = await connectApp(world, "slack", {
      app: { ...BANK, name: "Bank log" },
      credentials: { webhook_url: receiver.url },
    });
    await issueClientOf(world).raiseMany(slack.app, 60);
    await slack.settled();
    const who = await connectionsAdmin(browser, world, slack.app.id, slack.id);
    const { page } = who;
    const entries = page.getByRole("list", { name: "Sent" }).getByRole("button", { name: /Raised/ });
    await entries.first().waitFor();
    await page.getByRole("button", { name: "Remove the connection" }).scrollIntoViewIfNeeded();
    await page.getByText("That is all of them.").waitFor();
    expect(await entries.count()).toBe(60);
    await who.close();
    await receiver.close();
  });

  test("a new URL and removing take a second step, by keyboard", async () => {
    const slack = await connectApp(world, "slack", { app: { ...BANK, name: "Bank keys" } });
    const before = await slack.read();
    const who = await connectionsAdmin(browser, world, slack.app.id, slack.id);
    const { page } = who;
    expect(await page.getByText(new URL(before.url).pathname).count()).toBe(0);
    await page.getByRole("button", { name: "Copy URL" }).click();
    await expect.poll(() => copied(page)).toBe(before.url);
    await page.getByRole("button", { name: "Generate a new URL" }).press("Enter");
    await page.getByRole("dialog", { name: "Generate a new URL" }).waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => focused(page)).toBe("Generate a new URL");
    await page.keyboard.press("Enter");
    await expect.poll(() => focused(page)).toBe("Cancel");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("The connection has a new URL. Enter it in Slack.").waitFor();
    expect((await slack.read()).url).not.toBe(before.url);

    await page.getByRole("button", { name: "Remove the connection" }).press("Enter");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove it" }).press("Enter");
    await page.getByRole("heading", { name: "No tool is connected yet" }).waitFor();
    expect(await dataOf(world, "GET", `/apps/${slack.app.id}/connections`)).toEqual([]);
    await page.goBack();
    await page.getByRole("heading", { name: "There is no such connection" }).waitFor();
    await who.close();
  });

  test("C adds one, and the palette leads to it; the dialog is clean for axe", async () => {
    const app = await world.app({ ...BANK, name: "Bank palette", mode: "testing" });
    const who = await connectionsAdmin(browser, world, app.id);
    const { page } = who;
    await page.getByRole("heading", { name: "No tool is connected yet" }).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "Add a connection" });
    await dialog.getByRole("radio").nth(6).waitFor();
    await shoot(page, "connections-add");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.goto("/");
    await page.getByText("Bank palette").first().waitFor();
    await page.keyboard.press("g");
    await page.getByRole("combobox", { name: "Command" }).fill("bank palette conn");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/apps/${app.id}/connections`);
    await who.close();
  });

  test.each(["viewer", "tester"] as const)("a %s does not see the page", async (role) => {
    const slack = await connectApp(world, "slack", { app: { ...BANK, name: `Bank ${role}` } });
    const { url } = await slack.read();
    const who = await signedIn(browser, world, role);
    await who.go(`/apps/${slack.app.id}/connections/${slack.id}`);
    await who.page.getByRole("heading", { name: "Connections are for admins" }).waitFor();
    expect(await who.page.getByRole("link", { name: "Connections" }).count()).toBe(0);
    expect(await who.page.content()).not.toContain(new URL(url).pathname);
    await who.close();
  });

  test("an issue says where it is elsewhere, and leads there", async () => {
    const github = await openGithub();
    const { repository, token, url } = github;
    const tracked = await connectApp(world, "github", {
      app: { ...BANK, name: "Bank elsewhere" },
      settings: { repository, api_url: url },
      credentials: { token },
    });
    const issue = await issueClientOf(world).raise(tracked.app, { text: "The limit is not shown" });
    await tracked.settled();
    const who = await signedIn(browser, world, "viewer");
    const { page } = who;
    await who.go(`/issues/${issue.id}`);
    const facts = page.getByRole("complementary", { name: "Details" });
    await facts.getByText("In GitHub").waitFor();
    const link = facts.getByRole("link", { name: "#77" });
    expect(await link.getAttribute("href")).toBe(`https://github.com/${repository}/issues/77`);
    await facts.getByText("(open)").waitFor();
    await shoot(page, "issue-elsewhere");
    await who.close();
    await github.close();
  });
});
