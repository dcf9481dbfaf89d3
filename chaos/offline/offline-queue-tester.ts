// Somebody who tests in a real browser, whatever becomes of the server, and remembers all that they typed and recorded.
import type { BrowserContext, Locator, Page } from "playwright-core";
import type { Client, Json } from "../harness/client.ts";
import { waitUntil } from "../harness/wait-until.ts";

const PLATFORM = { code: "web", label: "Web" };
const SECTION = "All";
/** A part of the page that comes last; without a server it would not. */
const LAST_PART = "unsaved-dialog";
const DONE_WITHIN_MS = 60_000;
const PREFIX = "retest unsaved ";

interface TestedCheck {
  title: string;
  results: number;
}

interface Queued {
  state: string;
  reason: string | null;
  words: string;
  change: Json;
}

export class Tester {
  readonly checks: TestedCheck[] = [{ title: "Check 0", results: 0 }];
  readonly issues: string[] = [];
  readonly app: string;
  #page: Page | null = null;
  readonly #context: BrowserContext;
  readonly #client: Client;
  #count = 0;

  private constructor(context: BrowserContext, client: Client, app: string) {
    this.#context = context;
    this.#client = client;
    this.app = app;
  }

  /** Begins with an app of their own. */
  static async begin(context: BrowserContext, client: Client, name: string): Promise<Tester> {
    const sections = [{ title: SECTION, checks: [{ title: "Check 0" }] }];
    const { id } = await client.data("POST", "/apps", { name, platforms: [PLATFORM], sections });
    return new Tester(context, client, id);
  }

  /** Opens a new tab; the one before is closed, as if by accident. */
  async open(): Promise<void> {
    await this.#page?.close();
    this.#page = await this.#context.newPage();
    await this.#page.goto(`/apps/${this.app}`);
    await this.#arrive();
  }

  async reload(): Promise<void> {
    await this.#page!.reload();
    await this.#arrive();
  }

  /** One of the things that testers do, as long as the page has shown that it took it. */
  async act(): Promise<void> {
    const all = [
      () => this.#addCheck(),
      () => this.#record(),
      () => this.#record(),
      () => this.#raise(),
      () => this.#rename(),
    ];
    await all[Math.floor(Math.random() * all.length)]!();
  }

  async queue(): Promise<Queued[]> {
    const script = `Object.keys(localStorage).filter((key) => key.startsWith("${PREFIX}")).map((key) => localStorage.getItem(key))`;
    return (await this.#page!.evaluate<string[]>(script)).map((text) => JSON.parse(text));
  }

  /** Whether all of it was sent. */
  drained(): Promise<boolean> {
    return waitUntil(DONE_WITHIN_MS, async () => (await this.queue()).length === 0);
  }

  /** What of all that was typed and recorded is neither saved nor waiting, or saved more than once. */
  async missing(): Promise<string[]> {
    // What is saved between the two looks is in both, and not in neither.
    const queue = await this.queue();
    const waiting = JSON.stringify(queue.map(({ change }) => change));
    const titles = (await this.#client.list(`/checks?app=${this.app}`)).map(({ title }) => title as string);
    const texts = (await this.#client.list(`/issues?app=${this.app}&status=all`)).map(({ text }) => text as string);
    const results = await this.#client.list(`/results?app=${this.app}`);
    const problems = [
      ...this.checks.flatMap(({ title }) => once("check", title, titles, waiting)),
      ...this.issues.flatMap((text) => once("issue", text, texts, waiting)),
    ];
    if (titles.length > this.checks.length) problems.push(`${titles.length} checks instead of ${this.checks.length}`);
    const recorded = this.checks.reduce((sum, check) => sum + check.results, 0);
    const queued = queue.filter(({ change }) => change.kind === "results").length;
    if (results.length > recorded || results.length + queued < recorded) {
      problems.push(`${recorded} results recorded, ${results.length} saved, ${queued} waiting`);
    }
    if (queue.length > 0) return problems;
    for (const { title, results: made } of this.checks) {
      const saved = results.filter(({ check }) => check.title === title).length;
      if (saved !== made) problems.push(`${made} results recorded on ${title}, ${saved} saved`);
    }
    return problems;
  }

  async #arrive(): Promise<void> {
    const page = this.#page!;
    await page.getByRole("grid").waitFor();
    const names = `performance.getEntriesByType("resource").map(({ name }) => name)`;
    const isThere = async () => (await page.evaluate<string[]>(names)).some((name) => name.includes(LAST_PART));
    if (!(await waitUntil(DONE_WITHIN_MS, isThere))) throw new Error("the page is not whole");
    // The dialog is loaded now, to be there when the server is not.
    await this.#goTo(this.checks[0]!);
    const field = await this.#openDialog();
    await field.press("Escape");
    await field.waitFor({ state: "detached" });
  }

  async #openDialog(): Promise<Locator> {
    const page = this.#page!;
    await page.keyboard.press("i");
    const field = page.getByRole("dialog").getByRole("textbox").first();
    await field.waitFor();
    return field;
  }

  async #addCheck(): Promise<void> {
    const page = this.#page!;
    const title = `Typed ${++this.#count}.`;
    await page.getByRole("gridcell", { name: `Add a check to ${SECTION}` }).click();
    await page.keyboard.type(title);
    await page.keyboard.press("Enter");
    this.checks.push({ title, results: 0 });
    await page.keyboard.press("Escape");
    await page.getByRole("rowheader", { name: title }).waitFor();
  }

  async #record(): Promise<void> {
    const check = this.#any();
    await this.#goTo(check);
    await this.#page!.keyboard.press(Math.random() < 0.5 ? "p" : "f");
    check.results++;
  }

  async #raise(): Promise<void> {
    await this.#goTo(this.#any());
    const text = `Seen ${++this.#count}.`;
    const field = await this.#openDialog();
    await field.fill(text);
    await field.press("Control+Enter");
    this.issues.push(text);
    await field.waitFor({ state: "detached" });
  }

  async #rename(): Promise<void> {
    const page = this.#page!;
    const check = this.#any();
    await this.#goTo(check);
    const title = `Renamed ${++this.#count}.`;
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "Title of the check" });
    await field.fill(title);
    await field.press("Enter");
    check.title = title;
    await page.getByRole("rowheader", { name: title }).waitFor();
  }

  async #goTo({ title }: TestedCheck): Promise<void> {
    await this.#page!.getByRole("gridcell", { name: `${title}, ${PLATFORM.label}` }).click();
    // The check that a click has opened is closed again: keys are for the grid.
    await this.#page!.keyboard.press("Escape");
  }

  #any(): TestedCheck {
    return this.checks[Math.floor(Math.random() * this.checks.length)]!;
  }
}

function once(what: string, text: string, saved: readonly string[], waiting: string): string[] {
  const count = saved.filter((one) => one === text).length;
  if (count > 1) return [`${what} "${text}" was saved ${count} times`];
  return count === 1 || waiting.includes(JSON.stringify(text)) ? [] : [`${what} "${text}" is lost`];
}
