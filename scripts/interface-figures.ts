// `npm run interface-figures`: how soon a long runbook is there on a slow network, how soon a key and a result of somebody else
// are seen, and how smoothly it scrolls, in a real Chromium on a built server.
// Options: --database sqlite|postgres, --results 20, --arrivals 7, --only arrival|keys|results|scroll
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type PostgresServer, startPostgres } from "../test/support/database/postgres-server.ts";
import { CHROMIUM } from "../test/support/machine/find-chromium.ts";
import { freePort } from "../test/support/machine/free-port.ts";
import { firstPassButton, keysOf, keyToPaint, SLOW_4G, SLOWER_4G } from "./runbook-speed.ts";

const DATABASES = ["sqlite", "postgres"] as const;
const PROGRAM = resolve(import.meta.dirname, "../bin/retest.js");
const DESKTOP = { width: 1280, height: 800 };
const SECTIONS = 20;
const CHECKS_EACH = 100;
const PLATFORMS = ["web", "ios", "android", "tv"];
/** Pixels of one turn of the wheel. */
const WHEEL = 240;
/** Results that don't count: nothing was drawn by then. */
const WARM_UP = 3;
const PASSWORD = "correct horse battery";

/** Keys of each kind that count. */
const KEYS = 150;

const { values: flags } = parseArgs({
  options: {
    database: { type: "string" },
    results: { type: "string" },
    arrivals: { type: "string" },
    only: { type: "string" },
  },
});
const results = Number(flags.results ?? 20);
/** Times that a runbook is opened on a slow network. */
const times = Number(flags.arrivals ?? 7);

interface Running {
  process: ChildProcess;
  address: string;
  /** Of the first admin. */
  link: string;
  key: string;
}

if (CHROMIUM === undefined) throw new Error("There is no Chromium on this machine.");
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const database of DATABASES) {
    if (flags.database === undefined || flags.database === database) await measure(database);
  }
} finally {
  await browser.close();
}

async function measure(database: (typeof DATABASES)[number]): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "retest-figures-"));
  const postgres = database === "postgres" ? await startPostgres({ durable: true }) : null;
  let server: Running | null = null;
  try {
    server = await start(dataDir, postgres);
    const app = await createApp(server);
    const context = await browser.newContext({ viewport: DESKTOP, baseURL: server.address });
    await joinAsAdmin(context, server);
    const page = await context.newPage();
    await page.goto(`/apps/${app}`);
    await page.getByRole("gridcell", { name: /^Check 0 0, web/ }).waitFor();
    if (isAsked("results"))
      report(`${database}: answer of a result to the cell in another browser`, await seenAfter(server, app, page));
    // What is drawn does not depend on the database.
    if (database === "sqlite" || flags.database !== undefined) {
      if (isAsked("arrival")) await reportArrivals(context, `${server.address}/apps/${app}`);
      if (isAsked("keys")) await reportKeys(page);
      if (isAsked("scroll")) report("frames while scrolling", await scroll(page));
    }
    await context.close();
  } finally {
    server?.process.kill("SIGTERM");
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function isAsked(figure: string): boolean {
  return flags.only === undefined || flags.only === figure;
}

async function reportArrivals(context: BrowserContext, address: string): Promise<void> {
  const cookies = await context.cookies();
  const kinds = [
    { what: "slow 4G, phone: first Pass button", isPhone: true, conditions: SLOW_4G },
    { what: "slow 4G, desktop: first cell", isPhone: false, conditions: SLOW_4G },
    { what: "slow 4G as developer tools give it, phone: first Pass button", isPhone: true, conditions: SLOWER_4G },
  ];
  for (const { what, ...how } of kinds) {
    const arrivals = [];
    for (let i = 0; i < times; i++) arrivals.push(await firstPassButton(browser, address, cookies, how));
    report(
      what,
      arrivals.map(({ ms }) => ms),
    );
    const { bytes, requests } = arrivals.at(-1)!;
    console.log(`  ${(bytes / 1_000).toFixed(0)} KB over the network in ${requests} requests`);
  }
}

async function reportKeys(page: Page): Promise<void> {
  await page.getByRole("grid").focus();
  const moved = await keyToPaint(page, keysOf(KEYS, "ArrowDown", "ArrowDown", "ArrowDown", "ArrowRight", "ArrowLeft"));
  report("key to paint, moving", moved);
  await page.keyboard.press("Control+Home");
  const recorded = await keyToPaint(page, keysOf(KEYS, "p", "f", "j"));
  report("key to paint, recording", recorded);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 2 }).waitFor();
  const read = await keyToPaint(page, keysOf(KEYS, "ArrowDown", "ArrowDown", "ArrowUp"));
  report("key to paint, moving with a check open", read);
  report("key to paint, all of them", [...moved, ...recorded, ...read]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Home");
}

async function start(dataDir: string, postgres: PostgresServer | null): Promise<Running> {
  const port = await freePort();
  const env = {
    ...process.env,
    PORT: String(port),
    RETEST_DATA_DIR: dataDir,
    RETEST_BASE_URL: `http://127.0.0.1:${port}`,
    RETEST_LOG_LEVEL: "info",
    ...(postgres === null ? {} : { DATABASE_URL: postgres.url, RETEST_SECRET_KEY: "0123456789abcdef0123456789abcdef" }),
  };
  const child = spawn(process.execPath, [PROGRAM, "serve"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const link = await new Promise<string>((done, fail) => {
    let text = "";
    child.once("exit", () => fail(new Error("The server has stopped.")));
    child.stdout.on("data", (chunk) => {
      text += chunk;
      const found = /http\S+\/join#[^\s"]+/.exec(text);
      if (found !== null) done(found[0]);
    });
  });
  const made = execFileSync(process.execPath, [PROGRAM, "key", "create", "--name", "CI", "--role", "admin", "--json"], {
    env: { ...env, RETEST_LOG_LEVEL: "silent" },
    encoding: "utf8",
  });
  return { process: child, address: env.RETEST_BASE_URL, link, key: JSON.parse(made).key };
}

async function ask(server: Running, path: string, body: unknown): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${server.key}`, "content-type": "application/json" };
  const answer = await fetch(`${server.address}/api/v1${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text).data;
}

async function createApp(server: Running): Promise<string> {
  const sections = Array.from({ length: SECTIONS }, (_, s) => ({
    ref: `S${s}`,
    title: `Section ${s}`,
    checks: Array.from({ length: CHECKS_EACH }, (_, i) => ({ ref: `S${s}-${i}`, title: `Check ${s} ${i}` })),
  }));
  const platforms = PLATFORMS.map((code) => ({ code, label: code }));
  const { id } = await ask(server, "/apps", { name: "Long", platforms, sections });
  // Every status has its colour and shape: an untested grid would be easier to draw.
  const outcomes = sections.flatMap(({ checks }) =>
    checks.map(({ ref }, i) => ({
      check: ref,
      platforms: PLATFORMS.slice(i % 4),
      outcome: i % 3 ? "passed" : "failed",
    })),
  );
  for (let from = 0; from < outcomes.length; from += 1_000) {
    await ask(server, "/results", { app: id, results: outcomes.slice(from, from + 1_000) });
  }
  return id;
}

async function joinAsAdmin({ request }: BrowserContext, { link }: Running): Promise<void> {
  const token = new URL(link).hash.slice(1);
  const data = { token, name: "Mara Lindqvist", email: "mara@example.com", password: PASSWORD };
  const answer = await request.post("/ui/v1/invitations/accept", {
    data,
    headers: { "sec-fetch-site": "same-origin" },
  });
  if (!answer.ok()) throw new Error(`join: ${answer.status()} ${await answer.text()}`);
}

/** Milliseconds from the answer to whoever recorded a result until the cell of somebody else says it. */
async function seenAfter(server: Running, app: string, page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < WARM_UP + results; i++) {
    const outcome = i % 2 === 0 ? "failed" : "passed";
    await page.evaluate(watchFor(`Check 0 1, web, ${outcome}`));
    await ask(server, "/results", { app, check: "S0-1", platforms: ["web"], outcome });
    const answered = performance.timeOrigin + performance.now();
    const seen = await page.evaluate<number>("window.seen");
    if (i >= WARM_UP) times.push(seen - answered);
    // The pages are told four times a second: begin anywhere between.
    await page.waitForTimeout(300 + ((i * 137) % 250));
  }
  return times;
}

/** Code that notes when a cell with this text has been drawn. */
function watchFor(text: string): string {
  return `{
    window.seen = new Promise((resolve) => {
      const look = () => {
        const cells = [...document.querySelectorAll("[role=gridcell]")];
        if (!cells.some((cell) => cell.textContent.startsWith(${JSON.stringify(text)}))) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
      };
      const observer = new MutationObserver(look);
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
    // The code ends without the promise, which would be waited for.
    undefined;
  }`;
}

/** Milliseconds from frame to frame while the wheel turns from the top to the end. */
async function scroll(page: Page): Promise<number[]> {
  const grid = page.getByRole("grid");
  const box = (await grid.boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.evaluate(`{
    window.frames_ = [];
    let last = performance.now();
    const note = (now) => {
      frames_.push(now - last);
      last = now;
      window.noting = requestAnimationFrame(note);
    };
    window.noting = requestAnimationFrame((now) => { last = now; window.noting = requestAnimationFrame(note); });
  }`);
  const worked = await workOf(page);
  const isAtEnd = "(({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight - 1)";
  const atEnd = () => page.evaluate<boolean>(`${isAtEnd}(document.querySelector("[role=grid]"))`);
  while (!(await atEnd())) for (let i = 0; i < 10; i++) await page.mouse.wheel(0, WHEEL);
  const frames = await page.evaluate<number[]>("cancelAnimationFrame(noting), frames_");
  console.log(
    `work of the page's thread: ${(((await worked()) * 1_000) / frames.length).toFixed(1)} ms of processor a frame`,
  );
  return frames;
}

/** Seconds of processor time that the page's thread takes from here on: unlike frames they don't depend on the load. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const read = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration")!.value;
  };
  const before = await read();
  return async () => (await read()) - before;
}

function report(what: string, times: number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  const load = loadavg()[0]!.toFixed(1);
  console.log(
    `${what}: ${sorted.length} times, median ${at(0.5)} ms, p95 ${at(0.95)} ms, p98 ${at(0.98)} ms, worst ${at(1)} ms (load ${load})`,
  );
}
