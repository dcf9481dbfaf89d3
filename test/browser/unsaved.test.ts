// What is done while the server is away: it stays shown, is marked until it is saved, is kept when the tab is closed, and
// is saved once the server is back, in order and once.
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { accessibilityFaults, PHONE, shoot, signedIn, type Visitor, visitor } from "../support/browser/browser.ts";
import { handFile } from "../support/browser/hand-file.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";
import { join, PASSWORD, tokenOf } from "../support/clients/person-client.ts";
import { PNG } from "../support/samples/sample-files.ts";
import { sampleRunbook } from "../support/samples/sample-runbook.ts";

interface Listed {
  id: string;
  title: string;
  instructions: string | null;
  section: { ref: string };
  platforms: { status: string }[];
}

describe("without a server", () => {
  const { world, browser } = sampleStage("sqlite");
  let apps = 0;
  const newApp = async () => (await sampleRunbook(world, `Harbour Away ${++apps}`)).id;
  const checks = async (app: string): Promise<Listed[]> =>
    (await world.call(world.viewer, "GET", `/checks?app=${app}&limit=200`)).body.data;
  const titles = async (app: string, section = "CART") =>
    (await checks(app)).filter((one) => one.section.ref === section).map(({ title }) => title);
  const results = async (app: string) =>
    (await world.call(world.viewer, "GET", `/results?app=${app}&limit=200`)).body.data as {
      check: { title: string };
      platform: string;
      outcome: string;
      note: string | null;
    }[];
  const open = async (who: Visitor, app: string) => {
    // The parts that are fetched later are there before the network goes.
    const later = [/unsaved-dialog.*js/, /issue-dialog.*js/].map((part) => who.page.waitForResponse(part));
    await who.go(`/apps/${app}`);
    await Promise.all(later);
  };
  const cell = (page: Page, name: string) => page.getByRole("gridcell", { name: new RegExp(`^${name}`) });
  const marks = (page: Page) => page.locator("[data-unsaved]");
  const pill = (page: Page) => page.getByRole("button", { name: /not saved/ });
  const press = async (page: Page, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };

  test("results stay shown while the cursor moves on, each marked until it is saved, and are saved once, in order", async () => {
    const app = await newApp();
    const before = (await results(app)).length;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await open(who, app);
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape");
    await who.context.setOffline(true);
    await press(page, "f", "f", "p");
    await cell(page, "Receipt arrives by e-mail, Web, passed, not saved yet").waitFor();
    await press(page, "n");
    await pill(page).waitFor();
    expect(await marks(page).count()).toBe(2);
    await shoot(page, "unsaved-results");
    expect(await accessibilityFaults(page)).toEqual([]);
    await pill(page).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    await dialog.getByText("Receipt arrives by e-mail on Web: passed").waitFor();
    expect(await dialog.getByRole("listitem").count()).toBe(4);
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "unsaved-list");
    await press(page, "Escape");
    expect((await results(app)).length).toBe(before);
    // The mark stands beside the count of open issues, not over it.
    await cell(page, "Pay by card, iOS").click();
    await press(page, "Escape", "f");
    const failed = cell(page, "Pay by card, iOS, failed, 1 open issue, not saved yet");
    const leftOfMark = async () => (await failed.getByTitle(/^Not saved yet/).boundingBox())!.x;
    const rightOfCount = async () => {
      const box = (await failed.locator("[data-count]").boundingBox())!;
      return box.x + box.width;
    };
    await expect.poll(async () => (await rightOfCount()) <= (await leftOfMark())).toBe(true);
    await press(page, "u");
    await who.context.setOffline(false);
    await marks(page).first().waitFor({ state: "detached" });
    await expect.poll(() => marks(page).count()).toBe(0);
    const fresh = (await results(app)).slice(0, -before);
    expect(fresh.map(({ outcome }) => outcome)).toEqual(["passed", "failed", "failed"]);
    await who.close();
  });

  test("a server that is away is asked again and again, but with longer and longer pauses", async () => {
    const app = await newApp();
    const who = await signedIn(browser, world, "tester", { isLast: true });
    const { page } = who;
    await page.clock.install();
    await open(who, app);
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await who.context.setOffline(true);
    let attempts = 0;
    page.on("requestfailed", (request) => {
      if (/\/(?:results|checks)\b/.test(request.url())) attempts++;
    });
    await press(page, "f");
    await pill(page).waitFor();
    for (let second = 0; second < 30; second++) await page.clock.runFor(1_000);
    expect(attempts).toBeGreaterThan(2);
    // At once, then after 1, 2, 4, 8 and 15 seconds; the page reads the open check again, too.
    expect(attempts).toBeLessThan(15);
    await page.clock.resume();
    await who.context.setOffline(false);
    await expect.poll(async () => (await results(app))[0]).toMatchObject({ outcome: "failed", platform: "web" });
    await who.close();
  });

  test("six titles typed at speed make six checks, none lost and none joined, also when the tab is closed", async () => {
    const app = await newApp();
    const before = await titles(app);
    const typed = ["Pay by card", "Pay by voucher", "Pay by cheque", "Pay twice", "Pay late", "Pay never"];
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await open(who, app);
    await page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await who.context.setOffline(true);
    for (const title of typed) {
      await page.keyboard.type(title);
      await page.keyboard.press("Enter");
    }
    const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: "Not saved yet" }) });
    await expect.poll(() => rows.count()).toBe(6);
    await press(page, "Escape");
    // Those that the server has never had are archived and brought back like all others.
    await cell(page, "Pay late, Web").click();
    await press(page, "Escape", "Shift+ArrowDown", "Delete");
    await expect.poll(() => rows.count()).toBe(4);
    await press(page, "u");
    await expect.poll(() => rows.count()).toBe(6);
    // A result on one that the server has never heard of waits with it.
    await cell(page, "Pay twice, iOS").click();
    await press(page, "Escape", "p");
    await pill(page).waitFor();
    await shoot(page, "unsaved-checks");
    await page.close();
    expect(await titles(app)).toEqual(before);
    await who.context.setOffline(false);
    const later = await who.context.newPage();
    await later.goto(`/apps/${app}`);
    await expect.poll(() => titles(app)).toEqual([...before, ...typed]);
    await expect.poll(async () => (await results(app))[0]!.check.title).toBe("Pay twice");
    await expect.poll(() => marks(later).count()).toBe(0);
    await later.getByRole("rowheader", { name: /Pay never/ }).waitFor();
    expect(await titles(app)).toEqual([...before, ...typed]);
    await who.close();
  });

  test("two tabs share what waits, and it is saved once", async () => {
    const app = await newApp();
    const before = await titles(app);
    const who = await signedIn(browser, world, "admin");
    const other = await who.context.newPage();
    await open(who, app);
    await other.goto(`/apps/${app}`);
    await other.getByRole("grid").waitFor();
    await who.context.setOffline(true);
    await who.page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await who.page.keyboard.type("Seen in both");
    await press(who.page, "Enter", "Escape");
    await other.getByRole("rowheader", { name: /Seen in both/ }).waitFor();
    await pill(other).waitFor();
    await who.context.setOffline(false);
    await expect.poll(() => titles(app)).toEqual([...before, "Seen in both"]);
    for (const page of [who.page, other]) await expect.poll(() => marks(page).count()).toBe(0);
    await who.close();
  });

  test("a refusal says what was archived or deleted meanwhile; each can be restored and saved, tried again, copied or let go", async () => {
    const app = await newApp();
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await who.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await open(who, app);
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape");
    await who.context.setOffline(true);
    await press(page, "p");
    await page.getByRole("gridcell", { name: "Add a check to Account" }).click();
    await page.keyboard.type("Typed on a train");
    await press(page, "Enter", "Escape");
    const list = await checks(app);
    const receipt = list.find(({ title }) => title.startsWith("Receipt"))!;
    await world.call(world.admin, "DELETE", `/checks/${receipt.id}`);
    for (const { id, section } of list)
      if (section.ref === "ACC") await world.call(world.admin, "DELETE", `/checks/${id}`);
    const { body } = await world.call(world.viewer, "GET", `/sections?app=${app}`);
    const account = body.data.find(({ ref }: { ref: string }) => ref === "ACC").id;
    await world.call(world.admin, "DELETE", `/sections/${account}`);
    await who.context.setOffline(false);
    await page.getByRole("button", { name: /2 not saved/ }).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    await dialog.getByText(/Receipt arrives by e-mail on Web: passed/).waitFor();
    await dialog.getByText("The check “Receipt arrives by e-mail” was archived meanwhile. Restore it").waitFor();
    await dialog.getByText("The section “Account” was deleted meanwhile. Restore it").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await shoot(page, "unsaved-refused");
    const typed = dialog.getByRole("listitem").filter({ hasText: "Typed on a train" });
    await typed.getByRole("button", { name: "Copy the text" }).click();
    await expect.poll(() => page.evaluate("navigator.clipboard.readText()")).toBe("Typed on a train");
    await typed.getByRole("button", { name: "Try again" }).click();
    await typed.getByText(/section/i).waitFor();
    await typed.getByRole("button", { name: "Discard" }).click();
    await typed.waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: /^Restore and save: Receipt arrives by e-mail/ }).click();
    await dialog.getByText("All your changes are saved.").waitFor();
    expect((await results(app))[0]).toMatchObject({ check: { title: receipt.title }, outcome: "passed" });
    await who.close();
  });

  test("a result that waited does not replace what somebody else has recorded meanwhile, unless one wants that", async () => {
    const app = await newApp();
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await open(who, app);
    const web = async () => (await checks(app)).find(({ title }) => title.startsWith("Receipt"))!.platforms[0]!.status;
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape");
    await who.context.setOffline(true);
    await press(page, "p");
    await pill(page).waitFor();
    const failed = { app, check: "Receipt arrives by e-mail", platforms: ["web"], outcome: "failed" };
    await world.call(world.tester, "POST", "/results", failed);
    await who.context.setOffline(false);
    await pill(page).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    await dialog
      .getByText("It was untested when you recorded this, and since then tester key via API has recorded failed there.")
      .waitFor();
    expect(await web()).toBe("failed");
    await dialog.getByRole("button", { name: /^Try again: Receipt/ }).click();
    await dialog.getByText("All your changes are saved.").waitFor();
    expect(await web()).toBe("passed");
    await who.close();
  });

  test("a proxy that says that the server is down, however often, is no refusal", async () => {
    const app = await newApp();
    const before = (await results(app)).length;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await open(who, app);
    let answers = 0;
    await page.route("**/ui/v1/results", (route) => {
      answers++;
      return route.fulfill({ status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" });
    });
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape", "p");
    await page.getByRole("button", { name: "1 not saved yet" }).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    for (let seen = answers; answers < 6; seen = answers) {
      await dialog.getByRole("button", { name: "Try to save now" }).click();
      await expect.poll(() => answers).toBeGreaterThan(seen);
    }
    expect(await dialog.getByRole("listitem").getAttribute("data-state")).toBe("waiting");
    await page.unroute("**/ui/v1/results");
    await dialog.getByText("All your changes are saved.").waitFor();
    expect((await results(app)).length).toBe(before + 1);
    await who.close();
  });

  test("what was done and whose answer got lost is neither done twice nor forgotten when it is changed or taken back", async () => {
    const app = await newApp();
    const [before, recorded] = [await titles(app), (await results(app)).length];
    const who = await signedIn(browser, world, "admin");
    const { page } = who;
    await open(who, app);
    const lost = new Set<string>();
    let isLosing = true;
    // The server does it, and its answer never arrives.
    for (const path of ["checks/batch", "results"]) {
      await page.route(`**/ui/v1/${path}`, async (route) => {
        if (!isLosing) return route.continue();
        await route.fetch();
        lost.add(path);
        await route.abort();
      });
    }
    await page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await page.keyboard.type("Typed at first");
    await press(page, "Enter", "Escape");
    await expect.poll(() => [...lost]).toEqual(["checks/batch"]);
    const row = page.getByRole("rowheader", { name: "Typed at first" });
    await row.dblclick();
    await page.getByRole("textbox", { name: "Title of the check" }).fill("Typed in the end");
    await press(page, "Enter");
    isLosing = false;
    await expect.poll(() => titles(app)).toEqual([...before, "Typed in the end"]);
    await expect.poll(() => marks(page).count()).toBe(0);
    isLosing = true;
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape", "p");
    await expect.poll(() => lost.has("results")).toBe(true);
    await press(page, "u");
    isLosing = false;
    await expect.poll(async () => (await results(app)).length).toBe(recorded);
    await expect.poll(() => marks(page).count()).toBe(0);
    expect(await titles(app)).toEqual([...before, "Typed in the end"]);
    await who.close();
  });

  test("a session that ends meanwhile: one signs in on the spot, and what waits goes on", async () => {
    const app = await newApp();
    const person = await join(world, { role: "admin" });
    const who = await visitor(browser, world.address);
    await who.context.addCookies([
      { name: "retest", value: tokenOf(person.cookie), url: world.address, httpOnly: true, sameSite: "Lax" },
    ]);
    const { page } = who;
    await open(who, app);
    await who.context.setOffline(true);
    await page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
    await page.keyboard.type("Before the end");
    await press(page, "Enter", "Escape");
    await world.call(person.cookie, "DELETE", "/sessions");
    await who.context.setOffline(false);
    await page.getByText("Your session has ended").first().waitFor();
    await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await titles(app)).at(-1)).toBe("Before the end");
    await expect.poll(() => marks(page).count()).toBe(0);
    await who.close();
  });

  test("what one person left is never sent as another's, is said to the other, and is saved once the first is back", async () => {
    const app = await newApp();
    const before = await titles(app);
    const [ada, bo] = [await join(world, { role: "admin" }), await join(world, { role: "admin" })];
    const who = await visitor(browser, world.address);
    const cookieOf = (cookie: string) => [
      { name: "retest", value: tokenOf(cookie), url: world.address, httpOnly: true, sameSite: "Lax" as const },
    ];
    await who.context.addCookies(cookieOf(ada.cookie));
    const { page } = who;
    await open(who, app);
    const type = async (title: string) => {
      await page.getByRole("gridcell", { name: "Add a check to Cart" }).click();
      await page.keyboard.type(title);
      await press(page, "Enter", "Escape");
      await pill(page).waitFor();
    };
    await who.context.setOffline(true);
    await type("Of Ada alone");
    await page.getByRole("button", { name: /: Ada/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    const dialog = page.getByRole("dialog", { name: "Not saved yet" });
    for (const name of ["Sign out and discard them", "Sign out and keep them here"])
      await dialog.getByRole("button", { name }).waitFor();
    await shoot(page, "unsaved-sign-out");
    await dialog.getByRole("button", { name: "Stay signed in" }).click();
    await page.close();
    await who.context.clearCookies();
    await who.context.setOffline(false);
    const later = await who.context.newPage();
    await later.goto(`/apps/${app}`);
    await later.getByText("1 change is waiting in this browser").waitFor();
    await who.context.addCookies(cookieOf(bo.cookie));
    await later.reload();
    await later.getByText(/^Ada.* did something here that is not saved yet/).waitFor();
    await later.getByRole("button", { name: "1 of somebody else not saved" }).click();
    const others = later.getByRole("region", { name: "Changes of somebody else" });
    await others.getByText(/^1 change is waiting in this browser for Ada.* to sign in here again/).waitFor();
    expect(await later.getByText("Of Ada alone").count()).toBe(0);
    await shoot(later, "unsaved-of-others");
    expect(await accessibilityFaults(later)).toEqual([]);
    expect(await titles(app)).toEqual(before);
    await who.context.clearCookies();
    await who.context.addCookies(cookieOf(ada.cookie));
    const hers = await who.context.newPage();
    await hers.goto(`/apps/${app}`);
    await expect.poll(() => titles(app)).toEqual([...before, "Of Ada alone"]);
    await expect.poll(() => marks(hers).count()).toBe(0);
    await who.close();
  });

  test("issues written without a server are raised once it is back, each once; notes and N/A marks, too", async () => {
    const app = await newApp();
    const issues = async () =>
      (await world.call(world.viewer, "GET", `/issues?app=${app}&limit=200`)).body.data as { text: string }[];
    const before = (await issues()).length;
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await open(who, app);
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape", "Enter");
    await page.getByRole("heading", { name: "Receipt arrives by e-mail" }).waitFor();
    await page.getByRole("grid").focus();
    await press(page, "i");
    const text = page.getByRole("dialog", { name: "Raise an issue" }).getByRole("textbox");
    await text.waitFor();
    await press(page, "Escape");
    await who.context.setOffline(true);
    for (const words of ["It never arrives", "It arrives twice"]) {
      await press(page, "i");
      await text.fill(words);
      await text.press("Control+Enter");
      await page.getByText("The issue is kept here").first().waitFor();
      await text.waitFor({ state: "detached" });
    }
    await page.getByLabel("Note for the next result recorded here").fill("Seen on a train");
    await page.getByRole("group", { name: "Record on Web" }).getByRole("button", { name: "Fail" }).click();
    await page.getByRole("group", { name: "Record on Android" }).getByRole("button", { name: "N/A" }).click();
    await cell(page, "Receipt arrives by e-mail, Web, failed, 1 open issue, not saved yet").waitFor();
    await shoot(page, "unsaved-detail");
    expect((await issues()).length).toBe(before);
    await who.context.setOffline(false);
    await expect.poll(async () => (await issues()).length).toBe(before + 2);
    await expect.poll(() => marks(page).count()).toBe(0);
    expect((await issues()).slice(0, 2).map((one) => one.text)).toEqual(["It arrives twice", "It never arrives"]);
    expect((await results(app))[0]).toMatchObject({ outcome: "failed", note: "Seen on a train", platform: "web" });
    const receipt = (await checks(app)).find(({ title }) => title.startsWith("Receipt"))!;
    expect(receipt.platforms.map(({ status }) => status)).toContain("not_applicable");
    expect((await issues()).length).toBe(before + 2);
    await who.close();
  });

  test("an issue written without a server takes its files along, also after the page was left, each once; one that is refused stays listed", async () => {
    const app = await newApp();
    const newest = async () =>
      (await world.call(world.viewer, "GET", `/issues?app=${app}&limit=1`)).body.data[0] as {
        text: string;
        attachments: { name: string }[];
      };
    const who = await signedIn(browser, world, "tester");
    const { page } = who;
    await open(who, app);
    await cell(page, "Receipt arrives by e-mail, Web").click();
    await press(page, "Escape", "i");
    const dialog = page.getByRole("dialog", { name: "Raise an issue" });
    await dialog.waitFor();
    await who.context.setOffline(true);
    await dialog.getByRole("textbox").fill("It has no logo");
    for (const name of ["lost.png", "refused.png"]) {
      await page.evaluate(handFile("paste", "clipboardData", PNG.toString("base64"), name, "image/png", "form"));
      await dialog.getByText(name).waitFor();
    }
    await press(page, "Control+Enter");
    await page.getByText("raised once it is back, with its files.").first().waitFor();
    await dialog.waitFor({ state: "detached" });
    await pill(page).click();
    const list = page.getByRole("dialog", { name: "Not saved yet" });
    await list.getByText("3 changes are kept in this browser, even if you close it, and sent").waitFor();
    await list.getByText("File lost.png of the issue: It has no logo").waitFor();
    await page.goto("about:blank");
    await who.context.setOffline(false);

    let lost = 0;
    await page.route("**/attachments?name=lost.png", async (route) => {
      if (lost++ > 0) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const refusal = { error: { code: "unsupported_media_type", message: "This kind of file is not accepted." } };
    await page.route("**/attachments?name=refused.png", (route) => route.fulfill({ status: 415, json: refusal }));
    await who.go(`/apps/${app}`);
    await page.getByRole("button", { name: "1 not saved", exact: true }).click();
    const refused = list.getByRole("listitem").filter({ hasText: "File refused.png of the issue: It has no logo" });
    await refused.getByText("This kind of file is not accepted.").waitFor();
    expect(await newest()).toMatchObject({ text: "It has no logo", attachments: [{ name: "lost.png" }] });
    await page.unroute("**/attachments?name=refused.png");
    await refused.getByRole("button", { name: "Try again" }).click();
    await list.getByText("All your changes are saved.").waitFor();
    expect((await newest()).attachments.map(({ name }) => name)).toEqual(["lost.png", "refused.png"]);
    await who.close();
  });

  test("on a phone: what is touched stays, marked, until it is saved, and the page never scrolls sideways", async () => {
    const app = await newApp();
    const before = (await results(app)).length;
    const who = await signedIn(browser, world, "tester", { viewport: PHONE, hasTouch: true });
    const { page } = who;
    const width = () => page.evaluate("document.documentElement.scrollWidth");
    await open(who, app);
    const pass = page.getByRole("button", { name: "Pass Change the quantity in the cart" });
    await pass.waitFor();
    await who.context.setOffline(true);
    await page.getByRole("button", { name: "Fail Change the quantity in the cart" }).tap();
    await pass.tap();
    await page.getByRole("button", { name: /^Change the quantity in the cart.*Not saved yet/ }).waitFor();
    await page.getByText("The server can't be reached").first().waitFor();
    await shoot(page, "unsaved-phone");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: /2 not saved yet/ }).waitFor();
    expect(await width()).toBe(PHONE.width);
    await page.getByRole("button", { name: /2 not saved yet/ }).tap();
    await page.getByRole("dialog", { name: "Not saved yet" }).getByRole("listitem").first().waitFor();
    await shoot(page, "unsaved-phone-list");
    await page.getByRole("button", { name: "Close" }).last().tap();
    await who.context.setOffline(false);
    await expect.poll(async () => (await results(app)).length).toBe(before + 2);
    await expect.poll(() => marks(page).count()).toBe(0);
    expect((await results(app))[0]!.outcome).toBe("passed");
    await who.close();
  });
});
