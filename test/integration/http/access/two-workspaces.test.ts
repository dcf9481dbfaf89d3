// Nothing of one workspace is seen from another: every route answers for what is elsewhere what it answers for what is nowhere, by the same
// statements, and writes nothing there.
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Server, startServer } from "../../../../src/startup/start-server.ts";
import { DUMPED } from "../../../../src/storage/backup/dump.ts";
import { isOfWorkspace } from "../../../../src/storage/workspace/workspace-of-rows.ts";
import { isBackground } from "../../../support/database/background-statements.ts";
import { type CountingReader, countingReader } from "../../../support/database/counting-reader.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { type OtherWorkspace, secondWorkspace } from "../../../support/server/second-workspace.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";
import { ROLES, type Row, setScene, sharedStages, TABLE } from "./access-table.ts";
import { PEOPLE_TABLE } from "./people-table.ts";

const ID = /\b(app|iss|sec|chk|cmt|cyc|res|key|dlv|ntf|con|fwd|per|inv|ers|era)_[0-9a-z]+/g;
/** What every id becomes that nothing has. */
const nowhere = (text: string) => text.replace(ID, (id) => id.slice(0, 4) + "0".repeat(id.length - 4));
const nowhereIn = (body: unknown): unknown => {
  if (typeof body === "string") return nowhere(body);
  return body === undefined || body instanceof Uint8Array ? body : JSON.parse(nowhere(JSON.stringify(body)));
};
const methodOf = ({ route }: Row) => route.split(" ", 1)[0]!;
/** In the names of all that the other workspace has. */
const THEIRS = /Theirs|Elsewhere|elsewhere|of wsp_/;
/** What senders in the background change by themselves: only the number of their rows stays. */
const CHANGING = ["notification", "forward", "connection", "key"];
/** What makes something new names nothing that is there. */
const NEW = ["POST /apps", "POST /apps/import", "POST /erasures"];
const ROWS = [
  ...TABLE.map((entry) => ({ entry, route: entry.route, who: "a key" as const })),
  ...[...TABLE, ...PEOPLE_TABLE]
    .filter(({ route }) => !route.endsWith("/session") && route !== "DELETE /sessions")
    .map((entry) => ({ entry, route: entry.route, who: "a person" as const })),
];

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const theirs = {} as OtherWorkspace;
  const people = new Map<string, string>();
  const stageOf = sharedStages(theirs);
  let counting: CountingReader;
  let server: Server;
  let before: Record<string, string>;

  /** Every row that the other workspace has. */
  const theirRows = async () => {
    const found: Record<string, string> = {};
    for (const table of DUMPED) {
      const condition = isOfWorkspace(table)?.replace("?", `'${theirs.workspaceId}'`);
      if (condition === undefined) continue;
      const rows = await behind(world, `select * from ${table} where ${condition}`);
      found[table] = CHANGING.includes(table)
        ? String(rows.length)
        : rows
            .map((row) => JSON.stringify(row))
            .sort()
            .join("\n");
    }
    return found;
  };

  beforeAll(async () => {
    Object.assign(theirs, await secondWorkspace(world));
    await setScene(world);
    for (const role of ROLES) people.set(role, await world.person(role));
    counting = countingReader(world.store.reader);
    server = await startServer(world.config, { ...world.store, reader: counting.reader }, pino({ level: "silent" }));
  });
  afterAll(() => server.close());

  /** What is answered, and by which statements. */
  const answerOf = async (who: string, entry: Row, path: string, body: unknown) => {
    counting.asked.length = 0;
    const { status, body: told } = await world.callAt(
      `http://127.0.0.1:${server.port}`,
      who,
      methodOf(entry),
      path,
      body,
    );
    const statements = counting.asked.filter((text) => !isBackground(text));
    return { status, told: nowhere(JSON.stringify(told ?? null)), statements };
  };

  test("the other workspace has what every route asks for", { timeout: 120_000 }, async () => {
    for (const { entry } of ROWS) await stageOf(entry);
    before = await theirRows();
    expect(before.issue).toContain("iss_");
  });

  test.each(ROWS)("$route by $who of another workspace: nothing is there", async ({ entry, who }) => {
    const [path, body] = (await stageOf(entry)).request;
    const [absent, without] = [nowhere(path), nowhereIn(body)];
    const names = absent !== path || (without !== body && JSON.stringify(without) !== JSON.stringify(body));
    if (NEW.includes(entry.route) && entry.about === "workspace") return;
    for (const role of ROLES) {
      const asking = who === "a key" ? world[role] : people.get(role)!;
      if (!names && methodOf(entry) !== "GET") continue;
      const elsewhere = await answerOf(asking, entry, path, body);
      expect(elsewhere.told).not.toMatch(THEIRS);
      if (!names) {
        expect(elsewhere.told).not.toContain(theirs.workspaceId);
        continue;
      }
      const absentAnswer = await answerOf(asking, entry, absent, without);
      expect([elsewhere.status, elsewhere.told]).toEqual([absentAnswer.status, absentAnswer.told]);
      if (entry.about !== "reach") expect(elsewhere.status).toBeGreaterThanOrEqual(403);
      expect(elsewhere.statements).toEqual(absentAnswer.statements);
    }
  });

  test("and nothing was written there", async () => {
    expect(await theirRows()).toEqual(before);
  });
});
