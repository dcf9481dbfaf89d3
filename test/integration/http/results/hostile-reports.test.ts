// Reports that are made to harm whoever reads them, in every format: each gets a declared answer. That nobody else waits for it is measured by
// `npm run hostile`.
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { formWithMap, READ_MAPS, REFUSED_MAPS } from "../../../support/hostile/hostile-maps.ts";
import { HOSTILE_RUNBOOK, LIKE_REFS, READ_REPORTS, REFUSED_REPORTS } from "../../../support/hostile/hostile-reports.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  let id: string;
  beforeAll(async () => {
    ({ id } = await world.app({ sections: HOSTILE_RUNBOOK }));
  });
  const send = (file: string | Buffer) =>
    world.call(world.tester, "POST", `/results/report?app=${id}`, file, { "content-type": "application/octet-stream" });

  test.each(REFUSED_REPORTS)("%s is refused in a sentence", async (_what, file, naming) => {
    expectError(await send(file), 400, "invalid_request", naming);
  });

  test.each(READ_REPORTS)("%s: read, and no harm done", async (_what, file, cases) => {
    const { status, body } = await send(file);
    expect(status).toBe(200);
    expect(body.data.counts.cases).toBe(cases);
  });

  test.each(REFUSED_MAPS)("a mapping with %s is refused in a sentence", async (_what, map, naming) => {
    expectError(await send(formWithMap(map)), 400, "invalid_request", naming);
  });

  test.each(READ_MAPS)("a mapping with %s: read, and matches nothing", async (_what, map) => {
    const { status, body } = await send(formWithMap(map));
    expect([status, body.data?.counts]).toMatchObject([200, { cases: 2_000, unmatched: 2_000 }]);
  });

  test("a small report whose names look like refs of a small runbook is held against it, and matches nothing", async () => {
    const { body } = await send(LIKE_REFS);
    expect(body.data.counts).toMatchObject({ cases: 100, unmatched: 100 });
  });
});
