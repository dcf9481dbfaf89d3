// A channel is connected in the interface, told of what happens, lost, and found again.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { accessibilityFaults, shoot } from "../support/browser/browser.ts";
import { addConnection, connectionsAdmin } from "../support/browser/connections-page.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, copied } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { issueClientOf } from "../support/clients/issue-client.ts";
import { openSlack, type SlackStandIn } from "../support/fake-tools/slack.ts";
import { connectApp } from "../support/samples/connected-app.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

const SLOW = { timeout: 120_000 };

describe.each(ANY_DATABASE)("connecting a channel on %s", (kind) => {
  const { world, browser } = stageOf(kind);
  let slack: SlackStandIn;
  beforeEach(async () => {
    slack = await openSlack();
  });
  afterEach(() => slack.receiver.close());

  test("Slack is added, tested, and told of an issue, which the page shows as delivered", async () => {
    const app = await world.app(BANK);
    const who = await connectionsAdmin(browser, world, app.id);
    const { page } = who;
    await page.getByRole("heading", { name: "No tool is connected yet" }).waitFor();
    await shoot(page, `connections-none-${kind}`);
    await addConnection(page, /Slack/);
    await page.getByText("Fill in the required fields under To Slack first.").waitFor();
    // What is missing, and that the server's own address can't be called from outside: both are said.
    await page.getByText("Needs its signing secret").waitFor();
    await page.getByText("Receiving is not set up: the signing secret is missing").waitFor();
    await page.getByText("Only this machine or network can reach localhost.").waitFor();
    const steps = page.getByRole("region", { name: "Steps" });
    const create = steps.getByRole("link", { name: "Create a Slack app" });
    expect(await create.getAttribute("href")).toBe("https://api.slack.com/apps?new_app=1");
    await steps.getByRole("figure", { name: "App manifest" }).getByRole("button", { name: "Copy" }).click();
    const [{ url }] = await dataOf(world, "GET", `/apps/${app.id}/connections`);
    expect(JSON.parse(await copied(page)).settings.interactivity.request_url).toBe(url);
    // The step speaks of the manifest, and so that is what its button copies.
    expect(await steps.getByRole("listitem").first().getByRole("button").allTextContents()).toEqual([
      "Copy the manifest",
    ]);
    await page.evaluate("navigator.clipboard.writeText('')");
    await steps.getByRole("button", { name: "Copy the manifest" }).click();
    await expect.poll(async () => (await copied(page)).includes(url)).toBe(true);
    expect(await page.content()).not.toContain(url);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, `connections-steps-${kind}`);
    const out = page.getByRole("form", { name: "To Slack" });
    await out.getByLabel("Incoming webhook URL").fill(slack.url);
    await page.keyboard.press("Enter");
    await page.getByText("Saved.").waitFor();
    await page.getByText("Not used yet").waitFor();
    await out.getByText("Stored").waitFor();
    expect(await page.content()).not.toContain(slack.url);

    await page.keyboard.press("t");
    await page.getByText("The test was delivered: look for it in Slack.").waitFor(SLOW);
    expect(slack.messages).toHaveLength(1);
    await issueClientOf(world).raise(app, { text: "A transfer shows the wrong fee" });
    const log = page.getByRole("list", { name: "Sent" });
    await log.getByRole("button", { name: /Delivered Raised/ }).waitFor(SLOW);
    expect(slack.messages).toHaveLength(2);
    await log.getByRole("link", { name: "LB-1" }).click();
    await page.getByRole("heading", { name: "A transfer shows the wrong fee" }).waitFor();
    await page.getByRole("link", { name: "Connections" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Slack" });
    await row.getByText("Delivered.").waitFor();
    await row.getByText("Active").waitFor();
    await who.close();
  });

  test("a connection that was refused says that it is paused and why, and sends what waited once it is resumed", async () => {
    const wrong = new URL("/services/gone", slack.receiver.url).href;
    const channel = await connectApp(world, "slack", {
      app: { ...BANK, name: "Bank 2" },
      credentials: { webhook_url: wrong },
    });
    await issueClientOf(world).raise(channel.app, { text: "It waits" });
    await expect.poll(async () => (await channel.read()).state, SLOW).toBe("paused");
    const who = await connectionsAdmin(browser, world, channel.app.id);
    const { page } = who;
    const row = page.getByRole("listitem");
    await row.getByText("Paused after a failure: Slack answered 404").waitFor();
    await shoot(page, `connections-paused-${kind}`);
    await row.getByRole("link", { name: "Slack" }).click();
    await page.getByText("Resume the connection first.").waitFor();
    await page.getByRole("button", { name: "Replace: Incoming webhook URL" }).click();
    await page.getByRole("textbox", { name: "Incoming webhook URL" }).fill(slack.url);
    await page.getByRole("form", { name: "To Slack" }).getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByRole("button", { name: "Resume: Slack" }).click();
    await page.getByText("Slack is resumed: the messages that waited are sent now.").waitFor();
    await page.getByRole("button", { name: /Delivered Raised/ }).waitFor(SLOW);
    expect(slack.messages).toHaveLength(1);
    expect(await page.getByText("Paused after").count()).toBe(0);
    await who.close();
  });
});
