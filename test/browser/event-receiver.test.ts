// A program that receives events, set up by an admin in the interface.
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot } from "../support/browser/browser.ts";
import { addConnection, connectionsAdmin } from "../support/browser/connections-page.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { openReceiver } from "../support/fake-tools/notify-receiver.ts";

describe("an event receiver", () => {
  const { world, browser } = stageOf("sqlite");

  test("is added, told what to send, tested, sent something again, and given a new secret that overlaps", async () => {
    const receiver = await openReceiver();
    const app = await world.app({ ...BANK, name: "Bank events" });
    const who = await connectionsAdmin(browser, world, app.id);
    const { page } = who;
    await addConnection(page, /Event receiver/);
    const fresh = page.getByRole("group", { name: "The new secret" });
    await fresh.getByText("Give it to your program").waitFor();
    const form = page.getByRole("form", { name: "To your program" });
    await form.getByLabel("Address").fill(receiver.url);
    await form.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved. Send a test to see whether it arrives.").waitFor();
    await page.getByRole("checkbox", { name: "Results recorded" }).uncheck();
    await page.getByText("no longer told of this: results recorded").waitFor();
    await page.getByRole("button", { name: "Send a test" }).click();
    await page.getByText("The test was delivered").waitFor();
    expect(receiver.arrivals.at(-1)?.body).toMatchObject({ type: "test", data: { app: { name: "Bank events" } } });
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "event-receiver");
    await page.getByRole("list", { name: "Sent" }).getByRole("button").first().click();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect.poll(() => receiver.arrivals.length).toBe(2);
    expect(receiver.arrivals[1]!.headers["webhook-id"]).toBe(receiver.arrivals[0]!.headers["webhook-id"]);
    await page.getByRole("button", { name: "I have stored it" }).click();
    await form.getByRole("button", { name: "Generate a new one" }).click();
    await page.getByText("For a day, every request is signed with both.").waitFor();
    await page.getByRole("button", { name: "Generate a new secret" }).click();
    await fresh.waitFor();
    const [connection] = await dataOf(world, "GET", `/apps/${app.id}/connections`);
    expect(connection.credentials.sort()).toEqual(["previous_secret", "secret"]);
    expect(connection.settings.types).not.toContain("results.recorded");
    await page.setViewportSize(PHONE);
    await shoot(page, "event-receiver-phone");
    await who.close();
    await receiver.close();
  });
});
