// Searching and filtering against a model: random issues that are edited, fixed and reopened, random combinations of
// filters, read page by page.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IssueClient, type IssueData, issueClientOf } from "../../support/clients/issue-client.ts";
import { randomFrom } from "../../support/machine/seeded-random.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

/** Words as people write them, and as a search takes them. */
const WORDS: [written: string, plain: string][] = [
  ["Crash", "crash"],
  ["crashes", "crashes"],
  ["CRÈME", "creme"],
  ["creme", "creme"],
  ["login", "login"],
  ["Straße", "strasse"],
  ["42", "42"],
  ["421", "421"],
  ["поиск", "поиск"],
  ["Ünïque", "unique"],
];
const PRIORITIES = ["urgent", "high", "medium", "low", null];
const ISSUES = 60;
const SEARCHES = 60;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let issueClient: IssueClient;
  beforeAll(async () => {
    world = await createWorld(kind);
    issueClient = issueClientOf(world);
  });
  afterAll(() => world.close());

  test("every combination of filters lists what the model lists, once each and in order, on pages of any size", async () => {
    const { next: random, pick } = randomFrom(7);
    const some = () => Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(WORDS));
    const apps = [await world.app({ mode: "live" }), await world.app({ mode: "live" })];
    const words = new Map<string, string[]>();
    const start = Date.UTC(2031, 0, 1);
    world.clock.frozenAt = start;
    const person = await world.person("tester");
    for (let i = 0; i < ISSUES; i++) {
      world.clock.frozenAt = start + Math.floor(i / 3) * 1_000;
      const said = some();
      const place = pick([
        { check: "SIGN-1" },
        { check: "PAY-1" },
        { check: undefined, section: "SIGN" },
        { check: undefined },
      ]);
      const fields = {
        text: said.map(([written]) => written).join(pick([" ", ", ", "\n", "-"])),
        platforms: pick([[], ["ios"], ["android"], ["ios", "android"]]),
        priority: pick(PRIORITIES) ?? undefined,
        ...place,
      };
      const { id } = await issueClient.raise(pick(apps), fields, pick([world.tester, person]));
      words.set(
        id,
        said.map(([, plain]) => plain),
      );
    }
    const ids = [...words.keys()];
    for (let i = 0; i < ISSUES / 2; i++) {
      world.clock.frozenAt = start + 100_000 + Math.floor(i / 2) * 1_000;
      const id = pick(ids);
      const said = some();
      const step = Math.floor(random() * 3);
      if (step === 0) {
        await issueClient.edit(id, { text: said.map(([written]) => written).join(" "), priority: pick(PRIORITIES) });
        words.set(
          id,
          said.map(([, plain]) => plain),
        );
      } else if (step === 1) await issueClient.fix(id);
      else await issueClient.reopen(id);
    }
    const facts = (await Promise.all(ids.map((id) => issueClient.read(id)))).sort((a, b) => (a.id < b.id ? 1 : -1));
    let found = 0;
    for (let i = 0; i < SEARCHES; i++) {
      const maybe = <T>(share: number, make: () => T): T | undefined => (random() < share ? make() : undefined);
      const app = maybe(0.6, () => pick(apps));
      const asked = maybe(0.6, some);
      const cut = asked && Math.max(1, asked.at(-1)![0].length - Math.floor(random() * 3));
      const query: Record<string, string | undefined> = {
        app: app?.id,
        status: maybe(0.7, () => pick(["open", "fixed", "all"])),
        q: asked?.map(([written], k) => (k === asked.length - 1 ? written.slice(0, cut) : written)).join(" "),
        priority: maybe(0.3, () => pick(PRIORITIES) ?? "none"),
        via: maybe(0.3, () => pick(["api", "interface", "webhook"])),
        platform: maybe(0.3, () => pick(["ios", "android"])),
        section: app && maybe(0.3, () => pick(["SIGN", "Pay"])),
        raised_after: maybe(0.2, () => new Date(start + Math.floor(random() * 20) * 1_000).toISOString()),
        raised_before: maybe(0.2, () => new Date(start + Math.floor(random() * 20) * 1_000).toISOString()),
      };
      if (query.status === "fixed" && random() < 0.5) query.sort = "fixed_at";
      const expected = facts.filter((issue) => isMeant(issue, query, words.get(issue.id)!, asked));
      if (query.sort === "fixed_at") {
        expected.sort((a, b) =>
          a.fixed_at === b.fixed_at ? (a.id < b.id ? 1 : -1) : a.fixed_at! < b.fixed_at! ? 1 : -1,
        );
      }
      const given = Object.entries(query).filter(([, value]) => value !== undefined) as [string, string][];
      const text = new URLSearchParams(given).toString();
      expect([text, await issueClient.walk(text, pick([1, 3, 50]))]).toEqual([text, expected.map(({ id }) => id)]);
      found += expected.length;
    }
    expect(found).toBeGreaterThan(SEARCHES);
    expect(await world.problems()).toEqual([]);
  });
});

function isMeant(
  issue: IssueData,
  query: Record<string, string | undefined>,
  words: string[],
  asked: [string, string][] | undefined,
): boolean {
  const status = query.status ?? "open";
  const section = issue.section_id !== null ? "SIGN" : (issue.check?.ref.split("-")[0] ?? "");
  const last = asked && query.q!.split(" ").at(-1)!;
  // What a word becomes when it is cut, the model learns from the whole one.
  const start = asked && asked.at(-1)![1].slice(0, last!.length + (last!.includes("ß") ? 1 : 0));
  return (
    (query.app === undefined || issue.app.id === query.app) &&
    (status === "all" || issue.status === status) &&
    (asked === undefined ||
      (asked.slice(0, -1).every(([, plain]) => words.includes(plain)) &&
        words.some((word) => word.startsWith(start!)))) &&
    (query.priority === undefined || (issue.priority ?? "none") === query.priority) &&
    (query.via === undefined || (issue.via ?? "interface") === query.via) &&
    (query.platform === undefined || issue.all_platforms || issue.platforms.includes(query.platform)) &&
    (query.section === undefined || section === query.section.toUpperCase()) &&
    (query.raised_after === undefined || issue.raised_at >= query.raised_after) &&
    (query.raised_before === undefined || issue.raised_at < query.raised_before)
  );
}
