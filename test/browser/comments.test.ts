// Comments between two people, each in a browser of their own, and through a lost network.
import type { Locator } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn } from "../support/browser/browser.ts";
import { stageOf } from "../support/browser/use-browser.ts";
import { join } from "../support/clients/person-client.ts";
import { createSampleIssues, type SampleIssues } from "../support/samples/sample-issues.ts";

/** Longer than any column is wide. */
const LINE = `GET /cart 500 ${"/very/long".repeat(20)}`;
const SAID = `I see it, too:

- on \`iOS 17\`
- with <img src=x onerror=alert(1)> in the name

\`\`\`
${LINE}
\`\`\`
See https://example.com/log?id=7.`;

/** How far to the right something reaches. */
async function endOf(what: Locator): Promise<number> {
  const { x, width } = (await what.first().boundingBox())!;
  return x + width;
}

describe("comments", () => {
  const { world, browser } = stageOf("sqlite");
  let scene: SampleIssues;
  beforeAll(async () => {
    scene = await createSampleIssues(world);
  });
  const read = async (issue: { id: string }) =>
    (await world.call(world.admin, "GET", `/issues/${issue.id}/comments`)).body.data as { text: string }[];

  test("are written by keyboard, read live by the other, edited, deleted and brought back", async () => {
    const { card } = scene.issues;
    const tester = await signedIn(browser, world, "tester");
    const admin = await signedIn(browser, world, "admin", { viewport: PHONE });
    for (const who of [tester, admin]) {
      await who.go(`/issues/${card.id}`);
      await who.page.getByRole("region", { name: "Comments" }).waitFor();
    }
    await tester.page.keyboard.press("c");
    await tester.page.keyboard.insertText(SAID);
    await tester.page.keyboard.press("Control+Enter");
    const comments = (who: typeof tester) => who.page.getByRole("region", { name: "Comments" });
    const entry = comments(admin).getByRole("listitem").filter({ hasText: "tester person" }).first();
    await entry.waitFor();
    expect(await entry.getByRole("listitem").allTextContents()).toEqual([
      "on iOS 17",
      "with <img src=x onerror=alert(1)> in the name",
    ]);
    expect(await entry.locator("code").allTextContents()).toEqual(["iOS 17", LINE]);
    // On a phone and beside the details: code scrolls in its box, and the bar shows every place.
    for (const who of [tester, admin]) {
      const [code, column] = [await endOf(comments(who).locator("pre")), await endOf(comments(who))];
      expect(code).toBeLessThanOrEqual(column);
    }
    const search = (await admin.page.getByRole("button", { name: /^Search or go to/ }).boundingBox())!;
    expect(await endOf(admin.page.getByRole("link", { name: "Workspace", exact: true }))).toBeLessThanOrEqual(search.x);
    expect(await entry.getByRole("link").getAttribute("href")).toBe("https://example.com/log?id=7");
    expect(await entry.locator("img").count()).toBe(0);
    expect(await entry.getByRole("button").count()).toBe(0);

    await comments(admin).getByLabel("Write a comment").fill("Thank you. Fixed on main.");
    await comments(admin).getByRole("button", { name: "Comment" }).click();
    await comments(tester).getByText("Thank you. Fixed on main.").waitFor();
    expect(await comments(admin).getByLabel("Write a comment").inputValue()).toBe("");
    await shoot(tester.page, "comments");
    await shoot(admin.page, "comments-phone");
    expect(await accessibilityFaults(tester.page)).toEqual([]);

    await comments(tester).getByRole("button", { name: "Edit this comment" }).click();
    const field = comments(tester).getByLabel("Edit the comment");
    expect(await field.inputValue()).toBe(SAID);
    await field.fill("I see it, too.");
    await field.press("Control+Enter");
    await comments(admin).getByText("I see it, too.", { exact: true }).waitFor();
    await comments(admin).getByText("(edited)").waitFor();
    await comments(admin).getByRole("button", { name: "Delete this comment" }).click();
    await admin.page.getByText("Comment deleted.").waitFor();
    await comments(admin).getByText("Thank you. Fixed on main.").waitFor({ state: "detached" });
    await admin.page.getByRole("button", { name: "Undo" }).click();
    await comments(admin).getByText("Thank you. Fixed on main.").waitFor();
    await tester.close();
    await admin.close();
    expect((await read(card)).map(({ text }) => text)).toEqual(["I see it, too.", "Thank you. Fixed on main."]);
  });

  test("are read again only when something happens to their issue; the newest are there at once, older ones on demand", async () => {
    const { card } = scene.issues;
    const raise = (text: string) => scene.raise({ app: scene.bank.id, section: "CRD", text });
    const long = await raise("Much talked about");
    const say = async (issue: { id: string }, text: string) =>
      (await world.call(world.tester, "POST", `/issues/${issue.id}/comments`, { text })).body.data.id as string;
    const first = await say(long, "The very first");
    for (let n = 1; n <= 100; n++) await say(long, `Said ${n}`);
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    let asked = 0;
    page.on("request", (request) => {
      if (request.url().includes(`/issues/${long.id}/comments?`)) asked++;
    });
    await who.go(`/issues/${long.id}`);
    const comments = page.getByRole("region", { name: "Comments" });
    await comments.getByText("Said 100", { exact: true }).waitFor();
    expect(await comments.getByText("The very first").count()).toBe(0);
    const history = page.waitForResponse((response) => response.url().includes(`/issues/${long.id}/history`));
    await say(card, "In another app");
    await raise("In the same app");
    await history;
    expect(asked).toBe(1);
    await say(long, "The very last");
    await comments.getByText("The very last").waitFor();
    expect(asked).toBe(2);
    await comments.getByRole("button", { name: "Show older comments" }).click();
    await comments.getByText("The very first").waitFor();
    const shown = await comments.getByRole("listitem").allTextContents();
    expect([shown.length, shown[0], shown.at(-1)]).toEqual([
      102,
      expect.stringContaining("The very first"),
      expect.stringContaining("The very last"),
    ]);
    expect(await comments.getByRole("button", { name: "Show older comments" }).count()).toBe(0);
    await who.go(`/issues/${long.id}#${first}`);
    await page.reload();
    await comments.getByText("The very first").waitFor();
    await who.close();
  });

  test("that were typed without a network are kept, shown, and sent once when it is back", async () => {
    const { frozen } = scene.issues;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await who.go(`/issues/${frozen.id}`);
    const comments = page.getByRole("region", { name: "Comments" });
    await comments.waitFor();
    await page.keyboard.press("c");
    await page.keyboard.type("Half a thou");
    await page.reload();
    await comments.waitFor();
    expect(await comments.getByLabel("Write a comment").inputValue()).toBe("Half a thou");
    await who.context.setOffline(true);
    await comments.getByLabel("Write a comment").fill("Written on a train");
    await comments.getByLabel("Write a comment").press("Control+Enter");
    await comments.getByText("not saved yet").waitFor();
    await shoot(page, "comment-offline");
    expect(await read(frozen)).toEqual([]);
    await who.context.setOffline(false);
    await comments.getByText("not saved yet").waitFor({ state: "detached" });
    await comments.getByText("Written on a train").waitFor();
    await who.close();
    expect(await read(frozen)).toMatchObject([{ text: "Written on a train" }]);
  });

  test("are read by viewers, who can't write them; an admin deletes those of people who have left", async () => {
    const { card } = scene.issues;
    const leaver = await join(world, { role: "tester" });
    await world.call(leaver.cookie, "POST", `/issues/${card.id}/comments`, { text: "Said and gone" });
    const boss = await signedIn(browser, world, "admin");
    expect((await world.call(await world.person("admin"), "DELETE", `/people/${leaver.id}`)).status).toBe(204);
    await boss.go(`/issues/${card.id}`);
    const left = boss.page.getByRole("listitem").filter({ hasText: "Said and gone" });
    await left.waitFor();
    expect(await left.getByRole("button").allTextContents()).toEqual(["Delete this comment"]);
    await left.getByRole("button").click();
    await left.waitFor({ state: "detached" });
    await boss.close();
    await world.call(world.admin, "POST", `/issues/${card.id}/comments`, { text: "For all to read" });
    const who = await signedIn(browser, world, "viewer");
    await who.go(`/issues/${card.id}`);
    await who.page.getByText("For all to read").waitFor();
    expect(await who.page.getByLabel("Write a comment").count()).toBe(0);
    await who.close();
  });
});
