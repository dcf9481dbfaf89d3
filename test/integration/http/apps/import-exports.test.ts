// Importing what other tools have exported, by the same door and with the same plan as a runbook.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { dataOf } from "../../../support/checks/route-table.ts";
import { HOSTILE_EXPORTS, READ } from "../../../support/hostile/hostile-imports.ts";
import { EXPECTED_EXPORTS, EXPORTS } from "../../../support/samples/export-samples.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const BYTES = { "content-type": "application/octet-stream" };

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const send = (file: string | Buffer, query: string, headers = BYTES) =>
    world.call(world.admin, "POST", `/apps/import?${query}`, file, headers);

  test.each(Object.keys(EXPECTED_EXPORTS))(
    "%s becomes an app; the dry run tells so, and a second import changes nothing",
    async (name) => {
      const { importer, sections } = EXPECTED_EXPORTS[name]!;
      const file = readFileSync(`${EXPORTS}/${name}`);
      const query = `name=${encodeURIComponent(name)}&platforms=web,ios`;
      const dry = await send(file, `${query}&dry_run=true`);
      expect(dry.status, JSON.stringify(dry.body)).toBe(200);
      const made = await send(file, query);
      expect([made.status, made.body.data.format.name]).toEqual([201, importer]);
      expect(dry.body.data).toEqual({ ...made.body.data, app: null, dry_run: true });
      const checks = await dataOf(world, "GET", `/checks?app=${encodeURIComponent(name)}`);
      const titles = sections.flatMap((section) => section.checks.map(({ title }) => title));
      expect(checks.map(({ title }: { title: string }) => title)).toEqual(titles);
      const again = await send(file, `app=${encodeURIComponent(name)}`);
      expect([again.status, again.body.data.plan]).toEqual([200, []]);
    },
  );

  test("it is imported into an app that is there; what is already there by its ref is changed, and what came of tests says how to send it", async () => {
    const { id } = await world.app();
    const csv =
      "ID,Title,Section,Section Depth,Priority,Status\nSIGN-1,Password twice,Sign in,0,High,Passed\nC9,New,More,0,,\n";
    const { data } = (await send(csv, `app=${id}`)).body;
    const how = "by `retest results upload`, `POST /api/v1/results/report`, or Add CI results on the runbook";
    expect(data.left_out).toEqual([
      { field: "Priority", why: "a check has no such field", count: 1, lines: [2] },
      {
        field: "Status",
        why: `it says what came of a test: send the same file as results, ${how}`,
        count: 1,
        lines: [2],
      },
    ]);
    expect(data.plan.map(({ change, ref, title }: Record<string, unknown>) => [change, ref, title])).toEqual([
      ["change", "SIGN-1", "Password twice"],
      ["create", null, "More"],
      ["create", "C9", "New"],
    ]);
    const kept = (await send(csv, `app=${id}&keep_fields=true&ref_prefix=T-&dry_run=true`)).body.data;
    expect([kept.left_out, kept.plan.at(-1).ref]).toEqual([[], "T-C9"]);
  });

  test("columns of any table are matched by the query, and shown by the dry run", async () => {
    const { id } = await world.app();
    const csv = "Nr;What to do;Owner\n7;Add a book;Ann\n";
    const dry = (await send(csv, `app=${id}&dry_run=true`)).body.data;
    expect([dry.format.name, dry.columns[1]]).toEqual([
      "table",
      { name: "What to do", field: "title", samples: ["Add a book"] },
    ]);
    expectError(await send(csv, `app=${id}`), 400, "invalid_request", "match one of");
    const match = (columns: unknown) => `app=${id}&columns=${encodeURIComponent(JSON.stringify(columns))}`;
    const { data } = (await send(csv, match({ title: "What to do", ref: ["Nr"], notes: "Owner" }))).body;
    expect(data.plan.at(-1)).toMatchObject({ change: "create", ref: "7", title: "Add a book" });
    for (const wrong of [{ titel: "Nr" }, [], "x", { title: 7 }]) {
      expectError(await send(csv, match(wrong)), 400, "invalid_request", "columns");
    }
    expectError(await send(csv, `app=${id}&columns={`), 400, "invalid_request", "columns");
    expectError(await send(csv, match({ title: "Whta to do" })), 400, "invalid_request", 'did you mean "What to do"');
  });

  test("a file that names no app needs one, or a name and platforms for a new one", async () => {
    const csv = "Name,Folder\nA,B\n";
    expectError(await send(csv, ""), 400, "invalid_request", "give its id or name");
    expectError(await send(csv, "name=Nowhere"), 400, "invalid_request", "platforms");
    expectError(await send(csv, "name=Nowhere&platforms=*"), 400, "invalid_request", "platforms");
    expectError(await send("name: x\nplatforms: [{code: a}]\n", "name=y"), 400, "invalid_request", "leave them out");
    expectError(await send(csv, "format=testrial"), 400, "invalid_request", "format");
  });
});

// A file is read before any database is asked: one of them is enough.
describe("a hostile file", () => {
  let world: World;
  let app: string;
  beforeAll(async () => {
    world = await createWorld("sqlite");
    app = (await world.app()).id;
  });
  afterAll(() => world.close());

  test.each(HOSTILE_EXPORTS)("of %s has its declared answer", async (_what, file, declared) => {
    const answer = await world.call(world.admin, "POST", `/apps/import?dry_run=true&app=${app}`, file, BYTES);
    if (declared === READ) expect(answer.status, answer.body.error?.message).toBe(200);
    else expectError(answer, 400, "invalid_request", declared);
  });
});
