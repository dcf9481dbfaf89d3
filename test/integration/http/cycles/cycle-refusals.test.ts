// What is refused of cycles, each with its declared answer, and nothing is changed by it.
import { describe, expect, test } from "vitest";
import { MAX_CYCLES, MAX_OPEN_CYCLES } from "../../../../src/domain/limits.ts";
import { behind } from "../../../support/database/direct-sql.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const begin = (app: string, body: object) => world.call(world.admin, "POST", `/apps/${app}/cycles`, body);
  const started = async (app: string, name = "1.5") => (await begin(app, { name })).body.data.id as string;
  const refused = ({ status, body }: { status: number; body: { error: { code: string } } }) =>
    `${status} ${body.error?.code}`;

  test("a name that is taken, or looks like one, also by a closed cycle", async () => {
    const { id } = await world.app();
    const cycle = await started(id, "Release 1");
    await world.call(world.admin, "POST", `/cycles/${cycle}/close`);
    for (const name of ["Release 1", "  Release 1 ", "Release\u00a01", "Rеlease 1"]) {
      expect([name, refused(await begin(id, { name }))]).toEqual([name, "409 name_taken"]);
    }
    const other = await started(id, "Release 2");
    const renamed = await world.call(world.admin, "PATCH", `/cycles/${other}`, { name: "Release 1" });
    expect(refused(renamed)).toBe("409 name_taken");
    expect((await begin((await world.app()).id, { name: "Release 1" })).status).toBe(201);
  });

  test("the 21st open cycle, until one is closed", async () => {
    const { id } = await world.app();
    const ids: string[] = [];
    for (let n = 0; n < MAX_OPEN_CYCLES; n++) ids.push(await started(id, `Cycle ${n}`));
    const more = await begin(id, { name: "One more" });
    expect(refused(more)).toBe("409 too_many_cycles");
    expect(more.body.error.message).toContain("20");
    await world.call(world.admin, "POST", `/cycles/${ids[7]}/close`);
    expect((await begin(id, { name: "One more" })).status).toBe(201);
    expect(await world.problems()).toEqual([]);
  });

  test("a scope with nothing in it", async () => {
    const { id } = await world.app();
    await world.call(world.admin, "POST", "/sections", { app: id, ref: "NEW", title: "Nothing yet" });
    const first = await started(id);
    const empty: [object, string][] = [
      [{ sections: ["NEW"] }, "sections"],
      [{ from: { cycle: first, statuses: ["passed"] } }, "from"],
    ];
    for (const [scope, field] of empty) {
      const answer = await begin(id, { name: "Empty", ...scope });
      expect(refused(answer)).toBe("400 invalid_request");
      expect(answer.body.error.message).toMatch(new RegExp(`^${field}: .*nothing`));
    }
    const bare = await world.app({ sections: [] });
    expect(refused(await begin(bare.id, { name: "Empty" }))).toBe("400 invalid_request");
    const { data } = (await world.call(world.viewer, "GET", `/apps/${id}/cycles`)).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["1.5"]);
  });

  test("the removal of a platform that only a cycle names", async () => {
    const { id, platforms } = await world.app();
    const set = (list: object[]) => world.call(world.admin, "PATCH", `/apps/${id}`, { platforms: list });
    await set([...platforms, { code: "web", label: "Web" }]);
    await begin(id, { name: "Web alone", platforms: ["web"] });
    const answer = await set(platforms);
    expect(refused(answer)).toBe("409 not_empty");
    expect(answer.body.error.message).toMatch(/^platforms: web can't be removed: .*cycles use it\.$/);
  });

  test("what is not there: section, platform, cycle, person, and the cycle of another app", async () => {
    const { id } = await world.app();
    const other = await world.app();
    const foreign = await started(other.id, "Foreign");
    const person = (await world.call(await world.person("tester", [other.id]), "GET", "/me")).body.data.id;
    const cases: [object, string][] = [
      [{ sections: ["NONE"] }, "404 not_found"],
      [{ sections: [other.sections[0].id] }, "404 not_found"],
      [{ platforms: ["windows"] }, "400 unknown_platform"],
      [{ from: { cycle: "1.4" } }, "404 not_found"],
      [{ from: { cycle: foreign } }, "404 not_found"],
      [{ from: { cycle: "Foreign" } }, "404 not_found"],
      [{ from: { cycle: "1.4", statuses: [] } }, "400 invalid_request"],
      [{ from: { cycle: "1.4", statuses: ["open"] } }, "400 invalid_request"],
      [{ testers: [{ section: "PAY", person: "per_0" }] }, "400 invalid_request"],
      [{ testers: [{ section: "PAY", person }] }, "400 invalid_request"],
      [{ sections: ["SIGN"], testers: [{ section: "PAY", person }] }, "400 invalid_request"],
      [{ scope: "all" }, "400 invalid_request"],
      [{ name: "" }, "400 invalid_request"],
      [{ name: "x".repeat(201) }, "400 invalid_request"],
    ];
    for (const [body, answer] of cases) {
      expect([body, refused(await begin(id, { name: "1.5", ...body }))]).toEqual([body, answer]);
    }
    const unknown = await begin(id, { name: "1.5", sections: ["SIGN", "NONE"] });
    expect(unknown.body.error.message).toContain('"NONE"');
    expect((await world.call(world.viewer, "GET", `/apps/${id}/cycles`)).body.data).toEqual([]);
  });

  test("a closed cycle takes no change, no second close, no result, no batch and no test run", async () => {
    const { id } = await world.app();
    const cycle = await started(id);
    await world.call(world.admin, "POST", `/cycles/${cycle}/close`);
    const result = { app: id, check: "PAY-1", outcome: "passed" };
    const junit = '<testsuite name="Pay"><testcase name="PAY-1 works"/></testsuite>';
    const asked: [string, string, unknown?][] = [
      ["PATCH", `/cycles/${cycle}`, { name: "1.6" }],
      ["POST", `/cycles/${cycle}/close`],
      ["POST", "/results", { ...result, cycle }],
      ["POST", "/results", { ...result, cycle: "1.5" }],
      ["POST", "/results", { app: id, results: [{ check: "PAY-1", outcome: "passed", cycle }] }],
      ["POST", `/results/junit?app=${id}&cycle=1.5`, junit],
      ["POST", `/results/junit?app=${id}&cycle=1.5&dry_run=true`, junit],
      ["POST", `/results/ctrf?app=${id}&cycle=${cycle}`, { results: { tests: [{ name: "PAY-1", status: "passed" }] } }],
    ];
    for (const [method, path, body] of asked) {
      expect([method, path, refused(await world.call(world.admin, method, path, body))]).toEqual([
        method,
        path,
        "409 cycle_closed",
      ]);
    }
    expect((await world.call(world.viewer, "GET", `/results?app=${id}`)).body.data).toEqual([]);
  });

  test("a result or a test run for an unknown cycle, or one of another app, is not recorded", async () => {
    const { id } = await world.app();
    const foreign = await started((await world.app()).id, "Foreign");
    const junit = '<testsuite name="Pay"><testcase name="PAY-1 works"/></testsuite>';
    const ctrf = { results: { tests: [{ name: "PAY-1", status: "passed" }] } };
    for (const cycle of ["1.5", foreign, "Foreign", "cyc_0"]) {
      const result = { check: "PAY-1", outcome: "passed", cycle };
      const asked: [string, unknown][] = [
        ["/results", { app: id, ...result }],
        ["/results", { app: id, results: [result] }],
        [`/results/ctrf?app=${id}&cycle=${cycle}`, ctrf],
        [`/results/junit?app=${id}&cycle=${cycle}`, junit],
        [`/results/junit?app=${id}&cycle=${cycle}&dry_run=true`, junit],
      ];
      for (const [path, body] of asked) {
        expect([path, refused(await world.call(world.tester, "POST", path, body))]).toEqual([path, "404 not_found"]);
      }
    }
    expect((await world.call(world.viewer, "GET", `/results?app=${id}`)).body.data).toEqual([]);
  });

  test("the gate, the export and the badge of an unknown cycle, or of another app's", async () => {
    const { id } = await world.app();
    const foreign = await started((await world.app()).id, "Foreign");
    const { url } = (await world.call(world.admin, "PUT", `/apps/${id}/badge`)).body.data;
    for (const cycle of ["1.5", foreign, "Foreign", "cyc_0"]) {
      for (const read of ["gate", "export", "export?format=csv"]) {
        const path = `/apps/${id}/${read}${read.includes("?") ? "&" : "?"}cycle=${cycle}`;
        expect([path, refused(await world.call(world.viewer, "GET", path))]).toEqual([path, "404 not_found"]);
      }
      const badge = await fetch(`${world.address}${new URL(url).pathname}?cycle=${cycle}`);
      expect([badge.status, ((await badge.json()) as { error: { code: string } }).error.code]).toEqual([
        404,
        "not_found",
      ]);
    }
  });

  test("the 10,001st cycle: those that are closed count too", async () => {
    const { id } = await world.app();
    const first = await started(id, "First");
    await world.call(world.admin, "POST", `/cycles/${first}/close`);
    const [row] = await behind(world, `select * from cycle where id = '${first}'`);
    const { id: _, name: __, name_form: ___, ...rest } = row!;
    const columns = Object.keys(rest).join(", ");
    // Makes as many cycles as there may be, but for the first and one more.
    await behind(
      world,
      `with recursive number (n) as (select 1 union all select n + 1 from number where n < ${MAX_CYCLES - 2})
       insert into cycle (id, name, name_form, ${columns})
       select 'cyc_0' || n, 'Old ' || n, 'old ' || n, ${columns} from cycle cross join number where id = '${first}'`,
    );
    const last = await started(id, "Last");
    const refusal = await begin(id, { name: "Too many" });
    expect([refused(refusal), refusal.body.error.message]).toEqual([
      "409 too_many_cycles",
      "An app has at most 10,000 cycles, open and closed.",
    ]);
    // Closing one makes no room.
    await world.call(world.admin, "POST", `/cycles/${last}/close`);
    expect(refused(await begin(id, { name: "Too many" }))).toBe("409 too_many_cycles");
    const page = (await world.call(world.viewer, "GET", `/apps/${id}/cycles?limit=1`)).body.data;
    expect(page.map((cycle: { id: string }) => cycle.id)).toEqual([last]);
  });

  test("everything about a cycle that is not there, is out of reach, or whose app is archived", async () => {
    const [{ id }, hidden, archived] = [await world.app(), await world.app(), await world.app()];
    const [own, secret, gone] = [await started(id), await started(hidden.id), await started(archived.id)];
    const key = await world.key("admin", [id, archived.id]);
    await world.call(world.admin, "POST", `/apps/${archived.id}/archive`);
    const asked = (cycle: string): [string, string, unknown?][] => [
      ["GET", `/cycles/${cycle}`],
      ["PATCH", `/cycles/${cycle}`, { name: "1.6" }],
      ["POST", `/cycles/${cycle}/close`],
      ["GET", `/cycles/${cycle}/checks`],
      ["GET", `/cycles/${cycle}/runbook`],
      ["GET", `/cycles/${cycle}/compare?with=${own}`],
      ["GET", `/cycles/${cycle}/report`],
      ["GET", `/cycles/${cycle}/report?format=csv`],
      ["GET", `/cycles/${cycle}/burndown`],
    ];
    for (const cycle of ["cyc_0", "1.5", secret, gone]) {
      for (const [method, path, body] of asked(cycle)) {
        expect([method, path, refused(await world.call(key, method, path, body))]).toEqual([
          method,
          path,
          "404 not_found",
        ]);
      }
    }
    expect((await world.call(world.viewer, "GET", `/cycles/${secret}`)).body.data.status).toBe("open");
  });

  test("a batch says which entry names a cycle that is not there, and records nothing", async () => {
    const { id } = await world.app();
    const results = [
      { check: "PAY-1", outcome: "passed" },
      { check: "SIGN-1", outcome: "passed", cycle: "1.5" },
    ];
    const answer = await world.call(world.tester, "POST", "/results", { app: id, results });
    expect(refused(answer)).toBe("404 not_found");
    expect(answer.body.error.message).toMatch(/^results\[1\]: /);
    expect((await world.call(world.viewer, "GET", `/results?app=${id}`)).body.data).toEqual([]);
  });

  test("a change that nobody asked for, and one of a cycle that has changed meanwhile", async () => {
    const { id } = await world.app();
    const cycle = await started(id);
    const path = `/cycles/${cycle}`;
    expect(refused(await world.call(world.admin, "PATCH", path, {}))).toBe("400 invalid_request");
    expect(refused(await world.call(world.admin, "PATCH", path, { platforms: ["ios"] }))).toBe("400 invalid_request");
    const tag = (await world.call(world.viewer, "GET", path)).headers.get("etag")!;
    const change = (name: string) => world.call(world.admin, "PATCH", path, { name }, { "if-match": tag });
    expect((await change("1.6")).status).toBe(200);
    expect(refused(await change("1.7"))).toBe("412 precondition_failed");
    const close = await world.call(world.admin, "POST", `${path}/close`, undefined, { "if-match": tag });
    expect(refused(close)).toBe("412 precondition_failed");
  });

  test("what can't be compared or listed: another app's cycle, unknown parameters, another cycle's cursor", async () => {
    const { id } = await world.app();
    const foreign = await started((await world.app()).id, "Foreign");
    const [first, second] = [await started(id, "1.5"), await started(id, "1.6")];
    const get = async (path: string) => refused(await world.call(world.viewer, "GET", path));
    expect(await get(`/cycles/${first}/compare`)).toBe("400 invalid_request");
    expect(await get(`/cycles/${first}/compare?with=${foreign}`)).toBe("404 not_found");
    expect(await get(`/cycles/${first}/compare?with=Foreign`)).toBe("404 not_found");
    expect(await get(`/cycles/${first}/checks?status=open`)).toBe("400 invalid_request");
    expect(await get(`/cycles/${first}/checks?platform=web`)).toBe("400 unknown_platform");
    expect(await get(`/cycles/${first}/checks?section=NONE`)).toBe("404 not_found");
    expect(await get(`/cycles/${first}/checks?mine=true`)).toBe("400 invalid_request");
    expect(await get(`/cycles/${first}/report?format=pdf`)).toBe("400 invalid_request");
    expect(await get(`/apps/${id}/cycles?status=all`)).toBe("400 invalid_request");
    const page = (await world.call(world.viewer, "GET", `/cycles/${first}/checks?limit=1`)).body;
    expect(await get(`/cycles/${second}/checks?limit=1&cursor=${page.next_cursor}`)).toBe("400 invalid_cursor");
    expect(await get(`/cycles/${first}/checks?status=failed&cursor=${page.next_cursor}`)).toBe("400 invalid_cursor");
  });
});
