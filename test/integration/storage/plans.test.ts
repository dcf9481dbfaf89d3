// Reading costs the same at a thousand and at three hundred thousand issues: the plans of the very statements that reads run.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { askedOf, type IssueFilter } from "../../../src/domain/issues/search-terms.ts";
import { DAY_MS } from "../../../src/lib/clock.ts";
import { ANY_TIME } from "../../../src/lib/ids.ts";
import { getAppConfig } from "../../../src/storage/apps/app-config.ts";
import { type App, getApp, listApps } from "../../../src/storage/apps/apps.ts";
import type { Reader, Reads, Value } from "../../../src/storage/database/database.ts";
import { listInbox } from "../../../src/storage/inbox/inbox.ts";
import { issueIdOf } from "../../../src/storage/issues/issue-codes.ts";
import { listIssues } from "../../../src/storage/issues/issue-pages.ts";
import type { AskedIssues, IssuePageQuery } from "../../../src/storage/issues/issue-ranges.ts";
import { findIssueText } from "../../../src/storage/issues/issues.ts";
import type { ManyAppsQuery } from "../../../src/storage/issues/issues-of-many-apps.ts";
import { listResults, type ResultPageQuery } from "../../../src/storage/results/result-pages.ts";
import {
  LOOKED_THROUGH as RESULTS_LOOKED_THROUGH,
  type ResultFilter,
} from "../../../src/storage/results/result-ranges.ts";
import { readRunbookSnapshot } from "../../../src/storage/runbook/runbook-snapshot.ts";
import { listSections } from "../../../src/storage/runbook/sections.ts";
import { readGateFigures } from "../../../src/storage/status/release-gate-figures.ts";
import { listSnapshots } from "../../../src/storage/status/trend-days.ts";
import { type Database, idOf, openDatabase, PAGE, resultIdOf, SIZES } from "../../support/database/big-database.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { notingReader } from "../../support/database/statement-cost.ts";
import { expectAtMost } from "../../support/machine/linear-time.ts";
import { secondWorkspace } from "../../support/server/second-workspace.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

/** How many rows each read touched, at one size after the other. */
type Costs = Record<string, number[]>;

function expectFlat(costs: Costs): void {
  for (const [sentence, [few, many]] of Object.entries(costs)) expect([sentence, many]).toEqual([sentence, few]);
}

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let apps: App[];
  let checks: string[];
  beforeAll(async () => {
    world = await createWorld(kind);
    for (let i = 0; i < 3; i++) await world.app();
    apps = await listApps(world.store.reader, reach());
    const listed = await world.call(world.viewer, "GET", `/checks?app=${apps[0]!.id}`);
    checks = listed.body.data.map((check: { id: string }) => check.id);
  });
  afterAll(() => world.close());

  /** The rows that a read touches, and its statements that touch more than `most` of a table. */
  const examine = async (
    database: Database,
    read: (reads: Reads) => Promise<unknown>,
    most: number,
    table?: "result",
  ): Promise<{ rows: number; bad: string[] }> => {
    const { reader: reads, noted: statements } = notingReader(world.store.reader);
    await read(reads);
    expect(statements.length).toBeGreaterThan(0);
    const explained = [];
    for (const statement of statements)
      explained.push({ statement, ...(await database.explain(statement, most, table)) });
    return {
      rows: explained.reduce((sum, { touched }) => sum + touched, 0),
      bad: explained.flatMap(({ statement, bad, plan }) =>
        bad === null ? [] : [`${bad}\n${statement.text}\n${plan}`],
      ),
    };
  };

  const reach = () => ({ workspaceId: world.store.workspace.id, apps: null });
  const asked: AskedIssues & { checkId: null } = {
    checkId: null,
    statuses: ["open"],
    sort: "raised_at",
    asked: askedOf({}),
    raised: ANY_TIME,
    after: null,
    limit: PAGE,
  };
  const page = (fields: Partial<IssuePageQuery>) => (reads: Reads) =>
    listIssues(reads, { ...asked, apps: [apps[0]!], ...fields });
  const many = (fields: Partial<ManyAppsQuery>) => (reads: Reads) =>
    listIssues(reads, { ...asked, reach: reach(), platform: null, ...fields });
  /** A place with most of the list above it, whatever the size. */
  const deep = { id: idOf(300), fixedAt: 300, fixedRevision: 300 };
  const all = ["open", "fixed"] as const;

  const READS: [sentence: string, read: (reads: Reads) => Promise<unknown>][] = [
    [
      "GET app",
      async (reads) => {
        const app = await getApp(reads, reach(), apps[0]!.id);
        await listSections(reads, app);
        await getAppConfig(reads, { ...app, configRevision: -1 });
      },
    ],
    ["the whole runbook", async (reads) => readRunbookSnapshot(reads, apps[0]!, null)],
    ["what has changed since", async (reads) => readRunbookSnapshot(reads, apps[0]!, apps[0]!.revision)],
    ["the trend", (reads) => listSnapshots(reads, apps[0]!, 0, DAY_MS)],
    ["the release gate", (reads) => readGateFigures(reads, apps[0]!, [], 0)],
    ["an issue by its code", async (reads) => issueIdOf(reads, reach(), `${apps[0]!.prefix}-500`)],
    ["GET issue", async (reads) => findIssueText(reads, reach(), idOf(500))],
    ["the list as it is by default", page({})],
    ["the list of fixed issues", page({ statuses: ["fixed"] })],
    ["the list of all issues", page({ statuses: all })],
    ["the list by time of fixing", page({ statuses: ["fixed"], sort: "fixed_at" })],
    ["the list of a check", (reads) => page({ checkId: checks[0]! })(reads)],
    ["the list of a check, all issues", (reads) => page({ checkId: checks[0]!, statuses: all })(reads)],
    ["the list of a check by time of fixing", (reads) => page({ checkId: checks[0]!, sort: "fixed_at" })(reads)],
    ["the list deep below", page({ after: deep })],
    ["the list of all issues deep below", page({ statuses: all, after: deep })],
    ["the list by time of fixing deep below", page({ sort: "fixed_at", after: deep })],
    ["the list of a check deep below", (reads) => page({ checkId: checks[0]!, statuses: all, after: deep })(reads)],
    ["the list over several apps", (reads) => page({ apps })(reads)],
    ["the list over several apps, all issues", (reads) => page({ apps, statuses: all })(reads)],
    ["the list over several apps by time of fixing", (reads) => page({ apps, sort: "fixed_at" })(reads)],
    ["the list over several apps deep below", (reads) => page({ apps, statuses: all, after: deep })(reads)],
    ["the list over every app", many({})],
    ["the list over every app, all issues", many({ statuses: all })],
    ["the list over every app by time of fixing", many({ statuses: ["fixed"], sort: "fixed_at" })],
    ["the list over every app deep below", many({ statuses: all, after: deep })],
    ["the list over every app with a platform", many({ statuses: all, platform: "ios" })],
    ["a time long ago", page({ raised: { from: idOf(290), below: idOf(310) }, statuses: all })],
  ];

  const ask = (filter: IssueFilter, fields: Partial<IssuePageQuery> = {}) =>
    page({ asked: askedOf(filter), statuses: all, ...fields });
  const askMany = (filter: IssueFilter, fields: Partial<ManyAppsQuery> = {}) =>
    many({ asked: askedOf(filter), statuses: all, ...fields });
  /** These may look through the newest issues before they ask the index, but not through more. */
  const SEARCHES: typeof READS = [
    ["a common word", ask({ words: "it crashes" })],
    ["a common word among the open, which the newest are not", ask({ words: "it crash" }, { statuses: ["open"] })],
    ["a common word deep below", ask({ words: "it crash" }, { after: deep })],
    ["a common word over several apps", (reads) => ask({ words: "crashes" }, { apps })(reads)],
    ["a common word by time of fixing", ask({ words: "it" }, { statuses: ["fixed"], sort: "fixed_at" })],
    ["a rare word", ask({ words: "it rare" })],
    ["a rare word, unfinished", ask({ words: "ra" })],
    ["a rare word over several apps", (reads) => ask({ words: "rare" }, { apps })(reads)],
    ["a rare word on a check", (reads) => ask({ words: "rare" }, { checkId: checks[1]! })(reads)],
    ["a rare word by time of fixing", ask({ words: "rare" }, { statuses: ["fixed"], sort: "fixed_at" })],
    ["a common word over every app", askMany({ words: "crashes" })],
    [
      "a common word over every app by time of fixing",
      askMany({ words: "it" }, { statuses: ["fixed"], sort: "fixed_at" }),
    ],
    ["a rare word over every app", askMany({ words: "rare" })],
    [
      "a rare word over every app by time of fixing",
      askMany({ words: "rare" }, { statuses: ["fixed"], sort: "fixed_at" }),
    ],
    ["a word over every app that nothing has", askMany({ words: "it nowhere" })],
    ["a rare priority", ask({ priority: "urgent" })],
    ["a word that nothing has", ask({ words: "it nowhere" })],
    ["a letter that all have", ask({ words: "i" })],
    ["a letter that all have, by time of fixing", ask({ words: "i" }, { statuses: ["fixed"], sort: "fixed_at" })],
    ["a letter that all have, over every app", askMany({ words: "i" })],
    ["a letter that nothing has", ask({ words: "y" })],
    ["a letter that nothing has, by time of fixing", ask({ words: "y" }, { statuses: ["fixed"], sort: "fixed_at" })],
    ["a letter that nothing has, over every app", askMany({ words: "y" })],
  ];
  /** The newest tenth has no such letter, a tenth of the others has: no more than all of those are touched. */
  const OLDER: typeof READS = [
    ["a letter that only older issues have", ask({ words: "z" })],
    ["the same by time of fixing", ask({ words: "z" }, { statuses: ["fixed"], sort: "fixed_at" })],
    ["the same over every app", askMany({ words: "z" })],
    ["the same over every app by time of fixing", askMany({ words: "z" }, { statuses: ["fixed"], sort: "fixed_at" })],
  ];
  const LOOKED_THROUGH = 1_000;

  test("every read that an answer is made of touches as many rows at three hundred thousand issues as at a thousand", async () => {
    const database = await openDatabase(world);
    try {
      const costs: Costs = {};
      const faults: string[] = [];
      let seeded = 0;
      for (const size of SIZES) {
        await database.seed(seeded, size, apps, checks);
        seeded = size;
        for (const [sentence, read] of READS) {
          const { rows, bad } = await examine(database, read, PAGE);
          faults.push(...bad.map((one) => `${sentence}, ${size} issues: ${one}`));
          costs[sentence] = [...(costs[sentence] ?? []), rows];
        }
        for (const [sentence, search] of SEARCHES) {
          const { bad } = await examine(database, search, LOOKED_THROUGH);
          faults.push(...bad.map((one) => `${sentence}, ${size} issues: ${one}`));
        }
        for (const [sentence, search] of OLDER) {
          const { bad } = await examine(database, search, Math.max(LOOKED_THROUGH, size / 10));
          faults.push(...bad.map((one) => `${sentence}, ${size} issues: ${one}`));
        }
      }
      expect(faults).toEqual([]);
      // PostgreSQL has said what it read. SQLite's index doesn't, but its time is this process's own.
      if (kind === "sqlite") await expectFarFromWhole(world.store.reader, SEARCHES);
      expectFlat(costs);
      for (const words of ["it crashes", "it rare", "nowhere", "z"]) {
        for (const fields of [
          {},
          { statuses: ["open"] as const },
          { statuses: ["fixed"] as const, sort: "fixed_at" as const },
        ]) {
          const ids = async (search: ReturnType<typeof ask>) => (await search(world.store.reader)).map(({ id }) => id);
          expect(await ids(askMany({ words }, fields))).toEqual(await ids(ask({ words }, { ...fields, apps })));
        }
      }
    } finally {
      await database.close();
    }
  }, 300_000);

  const resultPage = (filter: Partial<ResultFilter>, fields: Partial<ResultPageQuery> = {}) => {
    return (reads: Reads) =>
      listResults(reads, {
        of: ["ios", "android"].map((platform) => ({ owner: { appId: apps[0]!.id }, platform })),
        filter: { outcome: null, recordedBy: null, build: null, cycleId: null, ...filter },
        recorded: ANY_TIME,
        limit: PAGE,
        ...fields,
      });
  };
  /** To find where it ends, a page looks at one more. */
  const FILTERED = RESULTS_LOOKED_THROUGH + 1;
  /** Far below the newest, whatever the size. */
  const longAgo = { from: resultIdOf(200), below: resultIdOf(900) };
  const RESULTS: [sentence: string, read: (reads: Reads) => Promise<unknown>, most: number][] = [
    ["results", resultPage({}), 2 * PAGE],
    ["results of a check", (reads) => resultPage({}, { of: ofCheck() })(reads), 2 * PAGE],
    ["results over every app", (reads) => resultPage({}, { of: { reach: reach(), platform: null } })(reads), 2 * PAGE],
    [
      "a tester who recorded nothing over every app",
      (reads) => resultPage({ recordedBy: "Nobody" }, { of: { reach: reach(), platform: null } })(reads),
      FILTERED,
    ],
    ["results long ago", resultPage({}, { recorded: longAgo }), 2 * PAGE],
    ["a common outcome", resultPage({ outcome: "failed" }), FILTERED],
    ["a common outcome of a check", (reads) => resultPage({ outcome: "failed" }, { of: ofCheck() })(reads), FILTERED],
    ["a tester who recorded all", resultPage({ recordedBy: "Tester" }), FILTERED],
    ["a tester who recorded nothing", resultPage({ recordedBy: "Nobody" }), FILTERED],
    ["a rare build, far from the newest", resultPage({ build: "rare" }), FILTERED],
    ["a rare build, long ago", resultPage({ build: "rare" }, { recorded: longAgo }), FILTERED],
    ["a cycle", resultPage({ cycleId: "cyc_1" }), FILTERED],
    [
      "all filters at once",
      resultPage({ outcome: "failed", recordedBy: "Tester", build: "1.5", cycleId: "cyc_1" }),
      FILTERED,
    ],
  ];
  const ofCheck = () => [{ owner: { checkId: checks[0]! }, platform: "ios" }];
  /** As many results in another workspace, each of them more recent than all of this one. */
  const newerElsewhere = (workspaceId: string, appId: string, from: string) =>
    `insert into result (id, workspace_id, app_id, check_id, platform, outcome, recorded_by, recorded_at, revision)
     select 'res_9' || substr(id, 6), '${workspaceId}', '${appId}', check_id, platform, outcome, recorded_by, recorded_at, 1
     from result where id >= '${from}' and id < 'res_9'`;
  /** More than a page looks through, in every range. The newest results are alike at both sizes. */
  const RESULT_SIZES = [66_000, 132_000];

  test("a page of results touches as many rows with twice as many of them, also of another workspace, whatever it is narrowed down to", async () => {
    const database = await openDatabase(world);
    const neighbour = await secondWorkspace(world);
    const { id: elsewhere } = await neighbour.app();
    try {
      const costs: Costs = {};
      const faults: string[] = [];
      let seeded = 0;
      for (const size of RESULT_SIZES) {
        await database.seedResults(seeded, size, apps, checks);
        await behind(world, newerElsewhere(neighbour.workspaceId, elsewhere, resultIdOf(seeded)));
        seeded = size;
        for (const [sentence, read, most] of RESULTS) {
          const { rows, bad } = await examine(database, read, most, "result");
          faults.push(...bad.map((one) => `${sentence}, ${size} results: ${one}`));
          costs[sentence] = [...(costs[sentence] ?? []), rows];
        }
      }
      expect(faults).toEqual([]);
      expectFlat(costs);
    } finally {
      await database.close();
    }
  }, 300_000);

  test("what is unread in an inbox is found without reading what was read since", async () => {
    const numbers =
      "(with recursive n (i) as (select 1 union all select i + 1 from n where i < 5000) select i from n) as n";
    await behind(
      world,
      `insert into inbox_entry (id, person_id, app_id, kind, subject, actor, times, at, revision, read_at)
       select 'inb_' || i, 'per_1', '${apps[0]!.id}', 'commented', 'iss_' || i, 'Kim', 1, i, 1, case when i > 3 then i end from ${numbers}`,
    );
    if (kind === "postgres") await behind(world, "analyze inbox_entry");
    const database = await openDatabase(world);
    try {
      const { reader: reads, noted: statements } = notingReader(world.store.reader);
      const found = await listInbox(
        reads,
        { reach: reach(), personId: "per_1" },
        { onlyUnread: true, after: null, limit: PAGE },
      );
      expect(found.map(({ id }) => id)).toEqual(["inb_3", "inb_2", "inb_1"]);
      for (const statement of statements) {
        const { touched, bad, plan } = await database.explain(statement, PAGE, "inbox_entry");
        expect(bad, plan).toBe(null);
        expect(touched, plan).toBeLessThanOrEqual(3);
        if (kind === "sqlite") expect(plan).toContain("inbox_entry_unread_by_time");
      }
    } finally {
      await database.close();
    }
  });

  test("the runbook of an app, whole or what has changed, reads the statuses of no other app", async () => {
    const database = await openDatabase(world);
    try {
      // On two platforms, each looked at twice where only what has changed is asked for.
      const most = 2 * 2 * checks.length;
      for (const since of [null, apps[0]!.revision - 1]) {
        const { reader: reads, noted: statements } = notingReader(world.store.reader);
        await readRunbookSnapshot(reads, apps[0]!, since);
        for (const statement of statements) {
          const { touched, plan } = await database.explain(statement, most, "standing");
          expect(touched, plan).toBeLessThanOrEqual(most);
        }
      }
    } finally {
      await database.close();
    }
  });
});

/** What reads many of the issues, in whatever way, takes longer than this part of what reading each of them once takes. */
const PART = 1 / 2;

async function expectFarFromWhole(
  reader: Reader,
  searches: readonly (readonly [sentence: string, search: (reads: Reads) => Promise<unknown>])[],
): Promise<void> {
  const whole = {
    text: "select count(*) from issue where document like '%nowhere%'",
    read: ([count]: Value[]) => count,
  };
  for (const [sentence, search] of searches) {
    await expectAtMost(
      PART,
      () => search(reader),
      () => reader.get(whole),
      `${sentence} as a look at every issue`,
    );
  }
}
