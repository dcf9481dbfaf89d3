// The connections page in light and dark, wide and narrow: nothing for axe to find, and nothing scrolls sideways.
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { accessibilityFaults, DESKTOP, PHONE, shoot } from "../support/browser/browser.ts";
import { connectionsAdmin } from "../support/browser/connections-page.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK } from "../support/browser/webhook-page.ts";
import { issueClientOf } from "../support/clients/issue-client.ts";
import { openSlack, type SlackStandIn } from "../support/fake-tools/slack.ts";
import { type ConnectedApp, connectApp } from "../support/samples/connected-app.ts";

const HOSTILE = `<script>alert(1)</script> \u202Etxet ${"endless".repeat(20)}`;

describe("how the connections page looks", () => {
  const { world, browser } = stageOf("sqlite");
  let slack: SlackStandIn;
  let channel: ConnectedApp;
  let paused: ConnectedApp;
  let github: ConnectedApp;

  /** Connections in every state, with something of every kind in the log. */
  beforeAll(async () => {
    slack = await openSlack();
    channel = await connectApp(world, "slack", { app: BANK, credentials: { webhook_url: slack.url } });
    const { app } = channel;
    const gone = new URL("/services/gone", slack.url).href;
    paused = await connectApp(world, "slack", { app, credentials: { webhook_url: gone } });
    await paused.change({ name: HOSTILE });
    github = await connectApp(world, "github", {
      app,
      settings: { repository: "lantern/bank", labels: ["from retest"] },
    });
    const off = await connectApp(world, "teams", { app });
    await off.change({ enabled: false, name: "Teams of the night shift" });
    await connectApp(world, "sentry", { app });
    const issueClient = issueClientOf(world);
    const issue = await issueClient.raise(app, { text: "A transfer above 10,000 shows the wrong fee" });
    await issueClient.fix(issue.id);
    await channel.test();
    expect((await channel.say("text=hello", { "x-slack-signature": "v0=00" })).status).toBe(401);
    const isPaused = async () => (await paused.read()).state === "paused";
    const isSent = async () => (await channel.forwards()).every(({ state }) => state === "delivered");
    await vi.waitUntil(async () => (await isPaused()) && (await isSent()), { timeout: 120_000 });
  });
  afterAll(() => slack.receiver.close());

  async function expectGood(page: Page, name: string): Promise<void> {
    await shoot(page, `look-connections-${name}`);
    expect(await accessibilityFaults(page)).toEqual([]);
    expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
  }

  const SIZES = { wide: DESKTOP, narrow: PHONE };
  describe.each(["wide", "narrow"] as const)("%s", (size) => {
    const look = (page: Page, name: string) => expectGood(page, `${size}-${name}`);
    const open = (connection = "") =>
      connectionsAdmin(browser, world, channel.app.id, connection, { viewport: SIZES[size] });

    test("all of them, and adding one", async () => {
      const who = await open();
      await who.page.getByText("Refused: the signature was missing or wrong.").waitFor();
      await look(who.page, "list");
      await who.page.getByRole("button", { name: "Add a connection" }).click();
      await who.page.getByRole("radio", { name: /Linear/ }).check();
      await look(who.page, "add");
      await who.close();
    });

    test("one that works, and its log", async () => {
      const who = await open(channel.id);
      const entry = who.page.getByRole("button", { name: /Delivered Fixed/ });
      await entry.waitFor();
      await shoot(who.page, `look-connections-${size}-slack-top`);
      await entry.click();
      await look(who.page, "slack");
      await who.close();
    });

    test("one that is paused", async () => {
      const who = await open(paused.id);
      await who.page.getByText("Paused after a failure").waitFor();
      await look(who.page, "paused");
      await who.close();
    });

    test("one with many fields", async () => {
      const who = await open(github.id);
      await who.page.getByRole("form", { name: "To GitHub" }).scrollIntoViewIfNeeded();
      await look(who.page, "github");
      await who.close();
    });
  });
});
