// `min_matched`: a report of which too little belongs to the runbook is refused, whole, and says what did not.
import { describe, expect, test } from "vitest";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

const suite = (...cases: string[]) => `<testsuite>${cases.join("")}</testsuite>`;
const named = (name: string) => `<testcase name="${name}"/>`;
const SKIPPED = '<testcase name="SIGN-1"><skipped/></testcase>';
/** Two of four match; one that was not run doesn't count. */
const HALF = suite(named("SIGN-1"), named("PAY-1"), named("nobody's &lt;b&gt;"), named("SIGN-1 and SIGN-2"), SKIPPED);
const NOTHING = suite(...Array.from({ length: 7 }, (_, i) => named(`stray ${i}`)));

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const send = (app: string, file: string, query: string, path = "junit") =>
    ask(world, world.tester, "POST", `/results/${path}?app=${app}${query}`, file);
  const revisionOf = async (id: string) =>
    Number((await rowsOf(world, `select revision from app where id = '${id}'`))[0]!.revision);

  test("fewer cases than asked for is 409 too_few_matched, which names those that don't match, and nothing is recorded", async () => {
    const { id } = await world.app();
    const before = await revisionOf(id);
    const nothing = await send(id, NOTHING, "&min_matched=1", "report");
    expect([nothing.status, nothing.body]).toEqual([
      409,
      {
        error: {
          code: "too_few_matched",
          message:
            "Too few cases matched a check: 0 of 7, and min_matched asks for 1. This request recorded nothing. " +
            'No check, or more than one, fits "stray 0", "stray 1", "stray 2", "stray 3", "stray 4" and 2 more; ' +
            "with dry_run=true and without min_matched the answer says why.",
        },
      },
    ]);
    const half = await send(id, HALF, "&min_matched=51%25");
    expect(half.body.error.message).toContain("2 of 4, and min_matched asks for 51%.");
    expect(half.body.error.message).toContain('fits "nobody\'s <b>", "SIGN-1 and SIGN-2";');
    expect([await revisionOf(id), await dataOf(world, "GET", `/results?app=${id}`)]).toEqual([before, []]);
  });

  test.each(["2", "50%25", "0", "0%25"])(
    "a report of which as much as min_matched=%s matches is recorded",
    async (least) => {
      const { id } = await world.app();
      const answer = await send(id, HALF, `&min_matched=${least}&build=1`);
      expect([answer.status, answer.body.data.counts.recorded]).toEqual([201, 2]);
    },
  );

  test("where nothing was run a number is not reached, and neither is a share but 0%", async () => {
    const { id } = await world.app();
    const skipped =
      "none counts as run (1 was skipped, by a status that is not run or not known, or a check that is applicable nowhere)";
    for (const [file, said] of [
      [suite(SKIPPED), skipped],
      [suite(), "none was run"],
    ] as const) {
      for (const [sent, asked] of [
        ["1", "1"],
        ["1%25", "1%"],
        ["100%25", "100%"],
      ]) {
        const answer = await send(id, file, `&min_matched=${sent}`);
        expect([answer.status, answer.body.error.message]).toEqual([
          409,
          `Too few cases matched a check: ${said}, and min_matched asks for ${asked}. This request recorded nothing.`,
        ]);
      }
      expect(outcomeOf(await send(id, file, "&min_matched=0%25"))).toBe("200");
    }
  });

  test("where all were skipped the answer names the statuses that nobody knows", async () => {
    const { id } = await world.app();
    const file = "ID,Title,Status\nSIGN-1,a,NG\nSIGN-2,b,✗\nPAY-1,c,NG\nPAY-2,d,Untested\n";
    const { status, body } = await send(id, file, "&min_matched=1", "report");
    expect([status, body.error.message]).toEqual([
      409,
      "Too few cases matched a check: none counts as run (4 were skipped, by a status that is not run or not known, " +
        'or a check that is applicable nowhere; not known: "NG", "✗"), and min_matched asks for 1. This request recorded nothing.',
    ]);
  });

  test("a share whose % is not written as %25 is refused, as every such address", async () => {
    const { id } = await world.app();
    const answer = await send(id, HALF, "&min_matched=50%&build=1");
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      "The query is not valid: check its percent-encoding.",
    ]);
  });

  test("a dry run is refused alike", async () => {
    const { id } = await world.app();
    expect(outcomeOf(await send(id, NOTHING, "&min_matched=1&dry_run=true"))).toBe("409 too_few_matched");
    expect(outcomeOf(await send(id, HALF, "&min_matched=1&dry_run=true"))).toBe("200");
  });

  test("a request that was recorded is answered again, though fewer match since; one that was refused may be sent again", async () => {
    const { id } = await world.app();
    const post = (file: string, key: string, query = "&min_matched=1") =>
      world.call(world.tester, "POST", `/results/junit?app=${id}${query}`, file, { "idempotency-key": key });
    const file = suite(named("SIGN-1"));
    expect((await post(file, "a")).status).toBe(201);
    const { id: check } = await dataOf(world, "GET", `/checks?app=${id}`).then((checks) =>
      checks.find(({ ref }: { ref: string }) => ref === "SIGN-1"),
    );
    await dataOf(world, "PATCH", `/checks/${check}`, { ref: "OTHER-1" });
    expect((await post(file, "a")).status).toBe(200);
    expect(outcomeOf(await post(file, "b"))).toBe("409 too_few_matched");
    await dataOf(world, "PATCH", `/checks/${check}`, { ref: "SIGN-1" });
    expect((await post(file, "b")).status).toBe(201);
  });

  test.each(["", "some", "-1", "101%25", "1.5", "50%2525"])(
    "min_matched=%s is refused before the file is read",
    async (least) => {
      const { id } = await world.app();
      const answer = await send(id, NOTHING, `&min_matched=${least}`);
      expect([answer.status, answer.body.error]).toEqual([
        400,
        {
          code: "invalid_request",
          message: expect.stringMatching(/^min_matched: .*expected a number of cases, or a share of them such as 50%/),
        },
      ]);
    },
  );
});
