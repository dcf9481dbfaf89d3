// The webhook page from nothing to a delivered issue, with a mapping made in the preview.
import { describe, expect, test } from "vitest";
import { PHONE, shoot } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { BANK, copied, reached, webhookAdmin } from "../support/browser/webhook-page.ts";
import { dataOf } from "../support/checks/route-table.ts";
import { openHook, post } from "../support/clients/webhook-client.ts";
import { templateBodyOf } from "../support/samples/template-samples.ts";
import { ANY_DATABASE } from "../support/server/test-server.ts";

describe.each(ANY_DATABASE)("the mapping editor on %s", (kind) => {
  const { world, browser } = stageOf(kind);

  test("leads from nothing to a delivered issue", async () => {
    const app = await world.app(BANK);
    const who = await webhookAdmin(browser, world, app.id);
    const { page } = who;
    await page.getByText("Waiting for the first delivery").waitFor();
    await page.getByRole("button", { name: "Copy URL" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const url = reached(world, await copied(page));
    expect(await page.content()).not.toContain(url.split("/").at(-1)!);

    await page.getByRole("radio", { name: /Custom/ }).check();
    await page.getByText("Payloads are read by your own mapping now.").waitFor();
    await page.getByRole("link", { name: "Write the mapping" }).click();
    await page.getByLabel("Payload to try").selectOption("pasted");
    const payload = { alarm: { "short.name": "Fees are wrong", level: "P1", id: 7 }, os: ["iPhone"] };
    await page.getByLabel("Text of the payload").fill(JSON.stringify(payload));
    await page.getByText("Tree", { exact: true }).click();
    await page.getByRole("treeitem", { name: /short.name/ }).click();
    await expect.poll(() => page.getByLabel("Title").inputValue()).toBe('alarm["short.name"]');
    await page.getByRole("article", { name: "Issue" }).getByText("Fees are wrong").waitFor();
    await page.getByLabel("Priority", { exact: true }).focus();
    await page.getByRole("treeitem", { name: /level/ }).click();
    await page.getByText("Priority urgent").waitFor();
    await page.getByLabel("Put paths into").selectOption("platform");
    await page.getByRole("treeitem", { name: /^os/ }).click();
    await page.getByLabel("External id").fill("alarm.id |");
    await page.getByText(/At character 11: a key is missing here/).waitFor();
    expect(await page.getByRole("button", { name: "Save mapping" }).isDisabled()).toBe(true);
    await shoot(page, "mapping-mistake");
    await page.getByLabel("External id").fill("alarm.id");
    await page.getByRole("region", { name: "The issue" }).getByText("alarm.id").waitFor();
    await shoot(page, "mapping-pasted");
    await page.getByRole("button", { name: "Save mapping" }).click();
    await page.getByText("The mapping is saved.").waitFor();

    await page.getByRole("link", { name: "Deliveries" }).click();
    await page.getByText("Waiting for the first delivery").waitFor();
    await shoot(page, "deliveries-none");
    const answer = await post(url, payload);
    expect(answer.status).toBe(201);
    await page.getByRole("button", { name: /Raised/ }).waitFor();
    const { code, id } = answer.body.issue;
    await page.getByRole("link", { name: code }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`/apps/${app.id}/issues/${id}`);
    const issue = await dataOf(world, "GET", `/issues/${id}`);
    expect(issue).toMatchObject({ text: "Fees are wrong", priority: "urgent", platforms: ["ios"] });
    expect(issue.webhook.external_id).toBe("7");
    await who.close();
  });

  test("is worked by keyboard, fits a known tool with one button, and keeps what is unsaved", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 2" });
    const who = await webhookAdmin(browser, world, hook.app.id, "mapping");
    const { page } = who;
    await page.getByText("Not in use: deliveries are read as Plain JSON.").waitFor();
    await page.getByLabel("Payload to try").selectOption("sample Grafana");
    await page.getByRole("button", { name: "Fill in a mapping for Grafana" }).click();
    await page
      .getByRole("article", { name: "Issue" })
      .getByText("Transfer queue is long: 4,120 transfers are waiting")
      .waitFor();
    await shoot(page, "mapping-grafana");

    await page.getByLabel("Put paths into").selectOption("title");
    await page.getByRole("treeitem", { name: /^receiver/ }).press("End");
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.getByText("status is in Title.").waitFor();
    const changed = "{commonLabels.alertname}: {alerts[0].annotations.summary}{status}";
    expect(await page.getByLabel("Title").inputValue()).toBe(changed);
    await page.getByText("Unsaved changes. They are kept in this tab.").waitFor();

    await page.reload();
    await page.getByText("Unsaved changes. They are kept in this tab.").waitFor();
    expect(await page.getByLabel("Title").inputValue()).toBe(changed);
    await page.getByLabel("Title").press("Control+s");
    await page.getByText("The mapping is saved.").waitFor();
    expect((await hook.config()).preset).toBe("custom");
    await page.getByText("Saved. Deliveries are read with this mapping.").waitFor();
    await page.getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(async () => (await hook.config()).preset).toBe("native");
    expect(await page.getByLabel("Title").inputValue()).toBe(changed);
    await who.close();
  });

  test("is filled in for a tool by a template, whose steps then stand in the setup, and the log leads through its handshake", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 4" });
    const who = await webhookAdmin(browser, world, hook.app.id, "mapping");
    const { page } = who;
    const template = page.getByLabel("Template", { exact: true });
    await template.selectOption("aws-sns");
    await page.getByText("The expressions are filled in for Amazon CloudWatch (SNS).").waitFor();
    await expect
      .poll(() => page.getByLabel("Recovered", { exact: true }).inputValue())
      .toContain("Message.NewStateValue");
    const confirmation = templateBodyOf("aws-sns-subscription.json").toString();
    await page.getByLabel("Payload to try").selectOption("pasted");
    await page.getByLabel("Text of the payload").fill(confirmation);
    await page
      .getByRole("region", { name: "Outcome" })
      .getByText(/^This would be ignored/)
      .waitFor();
    await shoot(page, "mapping-template");
    await page.getByRole("button", { name: "Save and use it" }).click();
    await page.getByText("The mapping is saved.").waitFor();
    expect(await template.inputValue()).toBe("aws-sns");
    await page.getByText(/^The mapping is saved.*, and a recovery marks its issue fixed/).waitFor();
    expect((await hook.config()).recoveries).toBe("fix");
    await page.getByLabel("Platform", { exact: true }).fill("Message.Region");
    await expect.poll(() => template.inputValue()).toBe("");

    await page.getByRole("link", { name: "Set up", exact: true }).click();
    await page.getByText(/create a subscription with the protocol HTTPS/).waitFor();
    expect((await hook.deliver(confirmation)).body).toEqual({ ignored: "event" });
    await page.getByRole("link", { name: "Deliveries" }).click();
    await page.getByRole("button", { name: /Ignored.*A message that reports nothing/ }).click();
    const link = page.getByRole("link", { name: "confirm the subscription" });
    expect(await link.getAttribute("href")).toBe(JSON.parse(confirmation).SubscribeURL);
    await shoot(page, "delivery-confirmation");
    await who.close();
  });

  test("shows its panes one at a time on a phone, and hostile text as text", async () => {
    const hook = await openHook(world, { ...BANK, name: "Lantern Bank 3" });
    const title = "<img src=x onerror=alert(1)> \u202Egpj.exe =HYPERLINK(1)";
    await hook.raised({
      title,
      description: `${"long".repeat(300)}\n<script>alert(2)</script>`,
      link: "https://a.example",
    });
    const who = await webhookAdmin(browser, world, hook.app.id, "mapping", { viewport: PHONE, hasTouch: true });
    const { page } = who;
    await page.getByRole("treeitem", { name: /^title/ }).tap();
    await page.getByText("title is in Title.").waitFor();
    await shoot(page, "mapping-phone-payload");
    await page.getByRole("button", { name: "Expressions" }).tap();
    expect(await page.getByLabel("Title").inputValue()).toBe("title");
    await shoot(page, "mapping-phone-expressions");
    await page.getByRole("button", { name: "Issue", exact: true }).tap();
    const shown = page.getByRole("article", { name: "Issue" }).getByRole("heading");
    await expect.poll(() => shown.textContent()).toContain("<img src=x onerror=alert(1)>");
    await shoot(page, "mapping-phone-issue");
    expect(await page.evaluate<boolean>("document.documentElement.scrollWidth > innerWidth")).toBe(false);
    await who.close();
  });
});
