// Reports that are made to harm whoever reads them, in every format: each gets a declared answer. That nobody else waits for it is measured by
// `npm run hostile`.
import { beforeAll, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
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

  test("a small report whose names look like refs of a small runbook is held against it, and matches nothing", async () => {
    const { body } = await send(LIKE_REFS);
    expect(body.data.counts).toMatchObject({ cases: 100, unmatched: 100 });
  });
});
