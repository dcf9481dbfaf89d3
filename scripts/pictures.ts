// Takes pictures of every page, on the sample data of `retest demo`: those of the README into docs/images, or with a folder
// as argument all pages there, wide and narrow, on a phone, zoomed, in light, dark and forced colours, for people to look at.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { CHROMIUM } from "../test/support/machine/find-chromium.ts";

const ROOT = resolve(import.meta.dirname, "..");
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const NARROW = { width: 1024, height: 768 };
/** What a page has of a window of 1280 by 800 when it is shown twice as large. */
const ZOOMED = { width: 640, height: 400 };
const TOUCH = { viewport: PHONE, hasTouch: true, isMobile: true };
/** The ways in which pages are looked at. */
const LOOKS: Record<string, BrowserContextOptions> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  forced: { forcedColors: "active" },
  "forced-dark": { forcedColors: "active", colorScheme: "dark" },
  narrow: { viewport: NARROW },
  zoomed: { viewport: ZOOMED, deviceScaleFactor: 2 },
  phone: TOUCH,
  "phone-dark": { ...TOUCH, colorScheme: "dark" },
};
const PASSWORD = "correct horse battery";
const EMAIL = "mara@example.com";

interface Demo {
  process: ChildProcess;
  address: string;
  link: string;
  key: string;
  webhook: string;
}

async function main(folder: string | undefined): Promise<void> {
  if (CHROMIUM === undefined) throw new Error("There is no Chromium on this machine.");
  const demo = await startDemo();
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const page = await (await browser.newContext({ viewport: DESKTOP, baseURL: demo.address })).newPage();
    await joinAsAdmin(page, demo);
    const ids = await fill(demo);
    if (folder === undefined) await readme(page, ids);
    else await everything(browser, page, demo, ids, folder);
  } finally {
    await browser.close();
    demo.process.kill("SIGTERM");
  }
}

function startDemo(): Promise<Demo> {
  const process_ = spawn(process.execPath, [join(ROOT, "bin/retest.js"), "demo"], {
    env: { ...process.env, PORT: "0" },
  });
  let text = "";
  return new Promise((done, fail) => {
    process_.stderr.on("data", (chunk) => fail(new Error(String(chunk))));
    process_.stdout.on("data", (chunk) => {
      text += chunk;
      const found = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
      if (!text.includes("external_id")) return;
      done({
        process: process_,
        address: found(/runs at (\S+),/),
        link: found(/(http\S+\/join#\S+)/),
        key: found(/admin\s+(rt_\S+)/),
        webhook: found(/curl -s (\S+\/api\/integrations\/webhook\/\S+)/),
      });
    });
  });
}

async function joinAsAdmin(page: Page, { link, address }: Demo): Promise<void> {
  await page.goto(address + new URL(link).pathname + new URL(link).hash);
  await page.getByLabel("Your name").fill("Mara Lindqvist");
  await page.getByLabel("E-mail address").fill(EMAIL);
  await page.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create the admin" }).click();
  await page.getByRole("heading", { name: "Apps", exact: true }).waitFor();
}

interface Ids {
  shop: string;
  bank: string;
  issue: string;
  /** The open one of the shop. */
  cycle: string;
}

/** A little life on top of the samples. */
async function fill({ address, key, webhook }: Demo): Promise<Ids> {
  const ask = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${address}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
    return ((await answer.json()) as { data: { id: string; name: string }[] & { id: string } }).data;
  };
  const apps = await ask("GET", "/apps");
  const idOf = (name: string) => apps.find((app) => app.name === name)!.id;
  const text =
    "The card form stays empty after going back\n\nSeen three times on a slow connection.\n1. Put something into the cart and go to the checkout\n2. Go back, then forward again\n\nExpected: the card that was typed is still there.";
  const fields = { app: "Harbour Shop", check: "PAY-1", platforms: ["ios"], priority: "high", text };
  const issue = await ask("POST", "/issues", {
    ...fields,
    reporter: { name: "Ines Duarte", email: "ines@example.com" },
  });
  const alarm = {
    alert: { id: 4711, name: "Payment service", summary: "p95 above 8 s since 10:02", severity: "critical" },
    links: [{ rel: "self", href: "https://status.example.com/alerts/4711" }],
    tags: ["ios", "checkout"],
  };
  const mapping = {
    title: "{alert.name}: {alert.summary}",
    link: "links[0].href",
    external_id: "alert.id",
    priority: "alert.severity",
    platform: "tags",
  };
  await ask("PATCH", `/apps/${idOf("Lantern Bank")}/webhook`, { preset: "custom", mapping });
  for (const body of [{ deploy: "4.2.0" }, alarm, alarm]) {
    await fetch(webhook, { method: "POST", body: JSON.stringify(body) });
  }
  const shop = idOf("Harbour Shop");
  const [cycle] = await ask("GET", `/apps/${shop}/cycles?status=open`);
  return { shop, bank: idOf("Lantern Bank"), issue: issue.id, cycle: cycle!.id };
}

async function readme(page: Page, { shop, bank, issue, cycle }: Ids): Promise<void> {
  const folder = join(ROOT, "docs/images");
  mkdirSync(folder, { recursive: true });
  await shoot(page, `/apps/${shop}`, join(folder, "runbook.png"));
  await shoot(page, `/issues/${issue}`, join(folder, "issue.png"));
  await shoot(page, `/apps/${shop}?cycle=${cycle}`, join(folder, "cycle.png"));
  await shoot(page, `/apps/${shop}/cycles/${cycle}/report`, join(folder, "report.png"));
  await shoot(page, `/apps/${bank}/webhook#mapping`, join(folder, "mapping.png"));
}

async function everything(browser: Browser, page: Page, demo: Demo, ids: Ids, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const { shop, bank, issue, cycle } = ids;
  const pages: Record<string, string> = {
    apps: "/",
    runbook: `/apps/${shop}`,
    cycle: `/apps/${shop}?cycle=${cycle}`,
    cycles: `/apps/${shop}/cycles`,
    report: `/apps/${shop}/cycles/${cycle}/report`,
    "runbook-report": `/apps/${shop}/report`,
    issues: "/issues",
    issue: `/issues/${issue}`,
    "webhook-setup": `/apps/${bank}/webhook`,
    "webhook-mapping": `/apps/${bank}/webhook#mapping`,
    "webhook-deliveries": `/apps/${bank}/webhook#deliveries`,
    "webhook-notifications": `/apps/${bank}/webhook#notifications`,
    connections: `/apps/${bank}/connections`,
    settings: `/apps/${bank}/settings`,
    "app-issue": `/apps/${shop}/issues/${issue}`,
    nothing: "/nothing-here",
    keys: "/workspace/keys",
    people: "/workspace/people",
    plan: "/workspace/plan",
    audit: "/workspace/audit",
    account: "/account",
  };
  const storageState = await page.context().storageState();
  for (const [look, options] of Object.entries(LOOKS)) {
    const context = await browser.newContext({ viewport: DESKTOP, ...options, storageState, baseURL: demo.address });
    const own = await context.newPage();
    for (const [name, path] of Object.entries(pages)) await shoot(own, path, join(folder, `${name}-${look}.png`));
    await context.clearCookies();
    await shoot(own, "/sign-in", join(folder, `sign-in-${look}.png`));
    await context.close();
  }
}

async function shoot(page: Page, path: string, file: string): Promise<void> {
  await page.goto("about:blank");
  await page.goto(path);
  await page.locator("main, pre").first().waitFor();
  // Nothing says that a page has all of its data but that it asks for nothing more.
  await page.waitForTimeout(1_200);
  await page.screenshot({ path: file });
}

await main(process.argv[2]);
