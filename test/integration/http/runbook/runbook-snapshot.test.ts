// The whole runbook in one answer, and what has changed since a revision.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createApp } from "../../../../src/actions/apps/create-app.ts";
import { getApp } from "../../../../src/storage/apps/apps.ts";
import { readRunbookSnapshot } from "../../../../src/storage/runbook/runbook-snapshot.ts";
import { presentRunbook } from "../../../../src/wire/runbook/runbook-snapshot.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf } from "../../../support/checks/route-table.ts";
import { AT_MOST, expectAtMost } from "../../../support/machine/linear-time.ts";
import { FIRST_REVISION } from "../../../support/server/open-cycles.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Data = any;

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(() => world.close());

  const runbook = (app: string, since?: number): Promise<Data> =>
    dataOf(world, "GET", `/apps/${app}/runbook${since === undefined ? "" : `?since=${since}`}`);
  const record = (app: string, check: string, outcome = "passed", platforms?: string[]) =>
    dataOf(world, "POST", "/results", { app, check, outcome, ...(platforms && { platforms }) });
  const raise = (app: string, check: string, platforms?: string[]) =>
    dataOf(world, "POST", "/issues", { app, check, text: "Broken", ...(platforms && { platforms }) });
  const refsOf = (data: Data) => data.checks.map(({ ref }: { ref: string }) => ref);

  describe("the whole", () => {
    test("has platforms, sections and checks in runbook order, each status in the order of the platforms", async () => {
      const app = await world.app();
      await raise(app.id, "SIGN-2", ["android"]);
      await raise(app.id, "SIGN-2", ["android"]);
      await record(app.id, "PAY-1", "passed", ["ios"]);
      const data = await runbook(app.id);
      const [sign, pay] = app.sections;
      const [first, second, third] = data.checks;
      expect(data).toEqual({
        revision: FIRST_REVISION + 3,
        whole: true,
        app: { id: app.id, name: app.name, mode: "testing" },
        platforms: [
          { code: "ios", label: "iOS" },
          { code: "android", label: "Android" },
        ],
        sections: [
          { id: sign.id, ref: "SIGN", title: "Sign in" },
          { id: pay.id, ref: "PAY", title: "Pay" },
        ],
        checks: [
          {
            ...first,
            section: sign.id,
            ref: "SIGN-1",
            title: "Password",
            has_instructions: false,
            statuses: ["untested", "untested"],
            open_issues: [0, 0],
          },
          { ...second, section: sign.id, ref: "SIGN-2", statuses: ["untested", "failed"], open_issues: [0, 2] },
          { ...third, section: pay.id, ref: "PAY-1", statuses: ["passed", "untested"], open_issues: [0, 0] },
        ],
      });
    });

    test("says the same of every check as the list of checks does, whatever happened", async () => {
      const app = await world.app({ mode: "live", name: "Spaces, commas & Ünïcode 🧪" });
      const platforms = [{ code: "web site", label: "Web" }, ...app.platforms, { code: "zß𝄞", label: "Ω" }];
      await dataOf(world, "PATCH", `/apps/${app.id}`, { platforms });
      const added = await dataOf(world, "POST", "/checks", {
        app: app.id,
        section: "PAY",
        title: "First of all",
        position: 0,
        instructions: "Look",
        not_applicable: ["ios"],
      });
      await dataOf(world, "PATCH", `/sections/${app.sections[1].id}`, { position: 0 });
      const { id } = await raise(app.id, "SIGN-1");
      await dataOf(world, "POST", `/issues/${id}/fix`);
      await raise(app.id, "SIGN-1", ["ios", "zß𝄞"]);
      await record(app.id, "SIGN-2", "failed", ["web site"]);
      const data = await runbook(encodeURIComponent(app.name));
      expect(data.app).toEqual({ id: app.id, name: app.name, mode: "live" });
      expect(data.platforms).toEqual(platforms);
      expect(data.sections.map(({ ref }: { ref: string }) => ref)).toEqual(["PAY", "SIGN"]);
      const listed = await dataOf(world, "GET", `/checks?app=${app.id}`);
      expect(data.checks).toEqual(
        listed.map((check: Data) => ({
          id: check.id,
          section: check.section.id,
          ref: check.ref,
          title: check.title,
          has_instructions: check.id === added.id,
          statuses: check.platforms.map(({ status }: Data) => status),
          open_issues: check.platforms.map(({ open_issues }: Data) => open_issues),
        })),
      );
    });

    test("of an app without sections is empty, and archived checks are not in it", async () => {
      const empty = await world.app({ sections: [] });
      expect(await runbook(empty.id)).toMatchObject({ revision: 1, whole: true, sections: [], checks: [] });
      const app = await world.app();
      const { checks } = await runbook(app.id);
      await dataOf(world, "DELETE", `/checks/${checks[0].id}`);
      expect(refsOf(await runbook(app.id))).toEqual(["SIGN-2", "PAY-1"]);
    });

    test("is of the revision it names, while others write", async () => {
      const app = await world.app();
      const seen = new Map<number, string>();
      const wrong: string[] = [];
      let writing = true;
      const writer = async (check: string) => {
        for (let i = 0; i < 15; i++) await record(app.id, check, i % 2 ? "passed" : "failed");
      };
      const reader = async () => {
        while (writing) {
          const data = await runbook(app.id);
          const text = JSON.stringify(data);
          const before = seen.get(data.revision);
          if (before !== undefined && before !== text) wrong.push(`${before}\n${text}`);
          seen.set(data.revision, text);
        }
      };
      const readers = [reader(), reader()];
      await Promise.all([writer("SIGN-1"), writer("SIGN-2"), writer("PAY-1")]);
      writing = false;
      await Promise.all(readers);
      expect(wrong).toEqual([]);
      const data = await runbook(app.id);
      expect(data.revision).toBe(FIRST_REVISION + 45);
      expect(data.checks.flatMap((check: Data) => check.statuses)).toEqual(Array(6).fill("failed"));
    });
  });

  describe("since a revision", () => {
    test("come only the checks that changed after it, with all their platforms", async () => {
      const app = await world.app();
      const { revision } = await runbook(app.id);
      await record(app.id, "SIGN-2", "passed", ["ios"]);
      await raise(app.id, "PAY-1", ["android"]);
      const data = await runbook(app.id, revision);
      expect(data).toMatchObject({ revision: revision + 2, whole: false, app: { id: app.id, name: app.name } });
      expect(data.platforms).toHaveLength(2);
      expect(data.sections).toHaveLength(2);
      expect(data.checks).toMatchObject([
        { ref: "SIGN-2", statuses: ["passed", "untested"], open_issues: [0, 0] },
        { ref: "PAY-1", statuses: ["untested", "failed"], open_issues: [0, 1] },
      ]);
      expect(refsOf(await runbook(app.id, revision + 1))).toEqual(["PAY-1"]);
      expect(await runbook(app.id, revision + 2)).toMatchObject({ whole: false, checks: [] });
    });

    test.each<[string, (app: string, check: string) => Promise<unknown>]>([
      ["a result", (app) => record(app, "SIGN-1")],
      ["an issue", (app) => raise(app, "SIGN-1")],
      ["a fix", async (app) => dataOf(world, "POST", `/issues/${await openIssue(app)}/fix`)],
      ["a reopening", async (app) => dataOf(world, "POST", `/issues/${await fixedIssue(app)}/fix`, { fixed: false })],
      [
        "other platforms of an issue",
        async (app) => dataOf(world, "PATCH", `/issues/${await openIssue(app)}`, { platforms: ["ios"] }),
      ],
      ["an N/A mark", (_, check) => dataOf(world, "PUT", `/checks/${check}/not-applicable`, { platforms: ["ios"] })],
    ])("%s changes its check and no other", async (_, change) => {
      const app = await world.app();
      const { checks } = await runbook(app.id);
      await openIssue(app.id);
      await fixedIssue(app.id);
      const before = await runbook(app.id);
      await change(app.id, checks[0].id);
      const after = await runbook(app.id, before.revision);
      expect([after.whole, refsOf(after)]).toEqual([false, ["SIGN-1"]]);
      const whole = await runbook(app.id);
      expect(whole.checks).toEqual([after.checks[0], ...before.checks.slice(1)]);
    });
    // One open and one fixed issue of the check that these are about, on the platform that was not touched.
    const issues = new Map<string, string>();
    const keptIssue = async (app: string, state: "open" | "fixed") => {
      const key = `${app} ${state}`;
      if (issues.has(key)) return issues.get(key)!;
      const { id } = await raise(app, "SIGN-1", state === "open" ? ["ios", "android"] : ["android"]);
      if (state === "fixed") await dataOf(world, "POST", `/issues/${id}/fix`);
      issues.set(key, id);
      return id as string;
    };
    const openIssue = (app: string) => keptIssue(app, "open");
    const fixedIssue = (app: string) => keptIssue(app, "fixed");

    const STRUCTURE: [string, (app: Data, checks: Data[]) => Promise<unknown>][] = [
      ["a check was added", ({ id }) => dataOf(world, "POST", "/checks", { app: id, section: "PAY", title: "New" })],
      ["a check was renamed", (_, [check]) => dataOf(world, "PATCH", `/checks/${check.id}`, { title: "New" })],
      [
        "a check has instructions",
        (_, [check]) => dataOf(world, "PATCH", `/checks/${check.id}`, { instructions: "A" }),
      ],
      ["a check was moved", (_, [check]) => dataOf(world, "PATCH", `/checks/${check.id}`, { position: 1 })],
      [
        "a check changed its section",
        (_, [check]) => dataOf(world, "PATCH", `/checks/${check.id}`, { section: "PAY" }),
      ],
      ["a check was archived", (_, [check]) => dataOf(world, "DELETE", `/checks/${check.id}`)],
      ["a section was added", ({ id }) => dataOf(world, "POST", "/sections", { app: id, title: "New" })],
      [
        "a section was renamed",
        ({ sections }) => dataOf(world, "PATCH", `/sections/${sections[0].id}`, { title: "New" }),
      ],
      ["a section was moved", ({ sections }) => dataOf(world, "PATCH", `/sections/${sections[0].id}`, { position: 1 })],
      ["a section was deleted", ({ sections }) => dataOf(world, "DELETE", `/sections/${sections[2].id}`)],
      [
        "a platform was added",
        ({ id, platforms }) =>
          dataOf(world, "PATCH", `/apps/${id}`, { platforms: [...platforms, { code: "web", label: "Web" }] }),
      ],
      [
        "a platform was dropped",
        ({ id, platforms }) => dataOf(world, "PATCH", `/apps/${id}`, { platforms: platforms.slice(1) }),
      ],
      [
        "a platform has another label",
        ({ id, platforms }) =>
          dataOf(world, "PATCH", `/apps/${id}`, { platforms: [{ code: "ios", label: "iPad" }, platforms[1]] }),
      ],
    ];
    test.each(STRUCTURE)("comes the whole when %s since then, and no more after that", async (_, change) => {
      const app = await world.app({
        sections: [
          { ref: "SIGN", title: "Sign in", checks: [{ title: "Password" }, { title: "Wallet" }] },
          { ref: "PAY", title: "Pay", checks: [{ title: "Card" }] },
          { title: "Empty" },
        ],
      });
      const before = await runbook(app.id);
      await change(app, before.checks);
      const since = await runbook(app.id, before.revision);
      const whole = await runbook(app.id);
      expect(since).toEqual(whole);
      expect(since.whole).toBe(true);
      expect(await runbook(app.id, whole.revision)).toMatchObject({ whole: false, checks: [] });
      await record(app.id, whole.checks.at(-1).ref);
      const changed = await runbook(app.id, whole.revision);
      expect([changed.whole, refsOf(changed)]).toEqual([false, [whole.checks.at(-1).ref]]);
    });

    test("another name or mode of the app comes along, and is no reason for the whole", async () => {
      const app = await world.app();
      const { revision } = await runbook(app.id);
      await dataOf(world, "PATCH", `/apps/${app.id}`, { name: `${app.name} 2`, mode: "live" });
      const data = await runbook(app.id, revision);
      expect(data).toMatchObject({ whole: false, app: { name: `${app.name} 2`, mode: "live" }, checks: [] });
    });

    test("that the app has not reached comes the whole", async () => {
      const app = await world.app();
      const whole = await runbook(app.id);
      for (const since of [whole.revision + 1, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
        expect(await runbook(app.id, since)).toEqual(whole);
      }
      expect(await runbook(app.id, 0)).toEqual(whole);
    });

    test("a page that adds up what it is told has what the whole says, after any number of writes", async () => {
      const app = await world.app();
      let mine = await runbook(app.id);
      const refs = refsOf(mine);
      for (let round = 0; round < 12; round++) {
        await Promise.all([
          record(app.id, refs[round % 3], round % 2 ? "passed" : "failed"),
          raise(app.id, refs[(round + 1) % 3]).then(({ id }) => dataOf(world, "POST", `/issues/${id}/fix`)),
        ]);
        if (round === 6) await dataOf(world, "PATCH", `/sections/${app.sections[0].id}`, { title: "Again" });
        const told = await runbook(app.id, mine.revision);
        expect(told.whole).toBe(round === 6);
        const byId = new Map(told.checks.map((check: Data) => [check.id, check]));
        const checks = told.whole ? told.checks : mine.checks.map((check: Data) => byId.get(check.id) ?? check);
        mine = { ...told, whole: true, checks };
        expect(mine).toEqual(await runbook(app.id));
      }
      expect(await world.problems()).toEqual([]);
    });
  });

  test("a `since` that is no whole number is refused, and names itself", async () => {
    const app = await world.app();
    for (const since of ["", "-1", "1.5", "01", "1e3", "0x1", " 1", "９", "9007199254740992", "99999999999999999999"]) {
      const path = `/apps/${app.id}/runbook?since=${encodeURIComponent(since)}`;
      expectError(
        await ask(world, world.viewer, "GET", path),
        400,
        "invalid_request",
        "since: expected a whole number",
      );
    }
    expectError(
      await ask(world, world.viewer, "GET", `/apps/${app.id}/runbook?sinse=1`),
      400,
      "invalid_request",
      "sinse",
    );
  });

  test("people get the same answer as keys, and one app's runbook is never another's", async () => {
    const [app, other] = [await world.app(), await world.app()];
    const person = await world.person("viewer", [app.id]);
    for (let i = 0; i < 3; i++) {
      const answer = await ask(world, person, "GET", `/apps/${app.id}/runbook`);
      expect(answer.body.data).toEqual(await runbook(app.id));
      expectError(await ask(world, person, "GET", `/apps/${other.id}/runbook`), 404, "not_found");
      await record(app.id, "PAY-1", i % 2 ? "passed" : "failed");
    }
  });
});

test("2,000 checks on 4 platforms are read by the embedded database in linear time, and are kept while nothing changes", async () => {
  const world = await createWorld("sqlite");
  try {
    const reach = { workspaceId: world.store.workspace.id, apps: null };
    const actor = { name: "Ada", channel: "interface", role: "admin", reach } as const;
    const appOf = (sections: number, perSection: number) =>
      world.store.performer.perform(createApp, {
        actor,
        name: `App of ${sections * perSection} checks`,
        mode: "testing",
        prefix: null,
        platforms: ["a", "b", "c", "d"].map((code) => ({ code, label: code })),
        repositories: [],
        sections: Array.from({ length: sections }, (_, section) => ({
          ref: null,
          title: `Section ${section}`,
          checks: Array.from({ length: perSection }, (_, i) => ({
            ref: null,
            title: `A check with a title of ordinary length ${i}`,
            instructions: null,
            notApplicable: [],
          })),
        })),
      });
    const { reader } = world.store;
    const [part, id] = [await appOf(5, 25), await appOf(20, 100)];
    const read = async (app: string) =>
      presentRunbook(await readRunbookSnapshot(reader, await getApp(reader, reach, app), null));
    const sixteenParts = async () => {
      for (let i = 0; i < 16; i++) await read(part);
    };
    await expectAtMost(AT_MOST, () => read(id), sixteenParts, "as sixteen runbooks of 125 checks");
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await ask(world, world.viewer, "GET", `/apps/${id}/runbook`));
    expect(answers[3]!.body.data.checks).toHaveLength(2_000);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
  } finally {
    await world.close();
  }
});
