// Importing a runbook: what is made, changed, moved, archived; what stays; and that a plan tells it beforehand.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { type Answer, createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

const YAML = { "content-type": "application/yaml" };
const CSV = { "content-type": "text/csv" };

interface PlanStep {
  change: string;
  kind: string;
  ref: string | null;
  title: string;
  details: Record<string, { from: unknown; to: unknown }>;
}

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(kind);
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const send = (file: string, query = "", headers: Record<string, string> = YAML, key = world.admin) =>
    world.call(key, "POST", `/apps/import${query}`, file, headers);
  const imported = async (...args: Parameters<typeof send>) => {
    const answer = await send(...args);
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
    return answer.body.data;
  };
  const brief = ({ plan }: { plan: PlanStep[] }) =>
    plan.map(({ change, kind: what, ref, title }) => `${change} ${what} ${ref} ${title}`);
  const runbookOf = async (app: string) => {
    const { sections } = await dataOf(world, "GET", `/apps/${app}`);
    const checks = await dataOf(world, "GET", `/checks?app=${app}&limit=200`);
    return sections.map(({ id, ref, title }: { id: string; ref: string; title: string }) => [
      `${ref} ${title}`,
      ...checks
        // biome-ignore lint/suspicious/noExplicitAny: an answer's data
        .filter((check: any) => check.section.id === id)
        .map((check: { ref: string; title: string }) => `${check.ref} ${check.title}`),
    ]);
  };
  const revisionOf = async (id: string) =>
    Number((await rowsOf(world, `select revision from app where id = '${id}'`))[0]!.revision);
  /** As the sample app is, under its name. */
  const sample = (name: string, sections: string) =>
    `name: ${name}\nplatforms: [{code: ios, label: iOS}, {code: android, label: Android}]\nsections:\n${sections}`;
  const SIGN = "  - ref: SIGN\n    title: Sign in\n    checks:\n";
  const PAY = "  - ref: PAY\n    title: Pay\n    checks:\n";
  const CHECKS = {
    one: "      - {ref: SIGN-1, title: Password}\n",
    two: "      - {ref: SIGN-2, title: Wallet}\n",
    pay: "      - {ref: PAY-1, title: Card}\n",
  };
  const WHOLE = SIGN + CHECKS.one + CHECKS.two + PAY + CHECKS.pay;

  test("a file whose name no app has creates one, with everything in it", async () => {
    const file = [
      "name: Harbour",
      "mode: live",
      "prefix: HARB",
      "platforms:",
      "  - {code: web}",
      "  - {code: ios, label: iOS}",
      "repositories: [{repo: h/web, platforms: [web]}]",
      "sections:",
      "  - title: First",
      "    checks:",
      "      - title: One",
      "        instructions: |",
      "          Do this.",
      "",
      "          Then that.",
      "        not_applicable: [ios]",
      "  - {ref: S2, title: Second}",
    ].join("\n");
    const answer = await send(file);
    expect(answer.status).toBe(201);
    const { app, created, dry_run, counts } = answer.body.data;
    expect([created, dry_run]).toEqual([true, false]);
    expect(counts).toEqual({ created: 6, changed: 0, moved: 0, archived: 0, deleted: 0, unchanged: 0 });
    expect(answer.headers.get("location")).toBe(`/api/v1/apps/${app.id}`);
    const made = await dataOf(world, "GET", `/apps/${app.id}`);
    expect(made).toMatchObject({
      name: "Harbour",
      mode: "live",
      prefix: "HARB",
      platforms: [
        { code: "web", label: "web" },
        { code: "ios", label: "iOS" },
      ],
      repositories: [{ repo: "h/web", platforms: ["web"] }],
    });
    const [check] = await dataOf(world, "GET", `/checks?app=${app.id}`);
    expect(check).toMatchObject({
      title: "One",
      instructions: "Do this.\n\nThen that.",
      platforms: [{ status: "untested" }, { status: "not_applicable" }],
    });
    const before = await revisionOf(app.id);
    const again = await imported(file);
    expect([again.created, again.plan, again.counts.unchanged]).toEqual([false, [], 6]);
    expect(await revisionOf(app.id)).toBe(before);
  });

  test("a dry run tells the very plan, and changes nothing", async () => {
    const { id, name } = await world.app();
    const file = sample(name, `${PAY + CHECKS.pay}      - {title: New}\n${SIGN}${CHECKS.two}`);
    const before = [await runbookOf(id), await revisionOf(id)];
    const dry = await imported(file, "?dry_run=true&prune=true");
    expect([await runbookOf(id), await revisionOf(id)]).toEqual(before);
    const real = await imported(file, "?dry_run=false&prune=true");
    expect(dry).toEqual({ ...real, dry_run: true });
    expect(await revisionOf(id)).toBe((before[1] as number) + 1);
  });

  test("a dry run that would create an app creates none", async () => {
    const dry = await imported(sample("Never", WHOLE), "?dry_run=true");
    expect([dry.app, dry.created]).toEqual([null, true]);
    expect((await world.call(world.admin, "GET", "/apps/Never")).status).toBe(404);
  });

  test("renames, moves and new order follow the refs; results and issues stay with their check", async () => {
    const { id, name } = await world.app();
    await dataOf(world, "POST", "/results", { app: id, check: "SIGN-1", outcome: "passed", platforms: ["ios"] });
    const issue = await dataOf(world, "POST", "/issues", {
      app: id,
      check: "SIGN-1",
      text: "Broken",
      platforms: ["android"],
    });
    const file = sample(
      name,
      `  - {ref: PAY, title: Checkout, checks: [{ref: SIGN-1, title: Passphrase}, {ref: PAY-1, title: Card}]}\n${SIGN}${CHECKS.two}`,
    );
    const done = await imported(file);
    expect(brief(done)).toEqual(["move section PAY Checkout", "move check SIGN-1 Passphrase"]);
    expect(done.plan[1].details).toEqual({
      title: { from: "Password", to: "Passphrase" },
      section: { from: "SIGN", to: "PAY" },
    });
    expect(await runbookOf(id)).toEqual([
      ["PAY Checkout", "SIGN-1 Passphrase", "PAY-1 Card"],
      ["SIGN Sign in", "SIGN-2 Wallet"],
    ]);
    const [check] = await dataOf(world, "GET", `/checks?app=${id}`);
    expect(check.platforms).toMatchObject([{ status: "passed" }, { status: "failed", open_issues: 1 }]);
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).check).toMatchObject({
      ref: "SIGN-1",
      title: "Passphrase",
    });
    const { summary } = await dataOf(world, "GET", `/apps/${id}`);
    expect(summary).toMatchObject({ checks: 3, passed: 1, failed: 1, untested: 4 });
  });

  test("what the file leaves out stays, behind what it stood behind", async () => {
    const { id, name } = await world.app();
    const done = await imported(sample(name, `${PAY}      - {title: Before}\n${CHECKS.pay}`));
    expect(brief(done)).toEqual(["create check null Before"]);
    expect(done.counts).toMatchObject({ created: 1, unchanged: 8, archived: 0 });
    expect(await runbookOf(id)).toEqual([
      ["SIGN Sign in", "SIGN-1 Password", "SIGN-2 Wallet"],
      ["PAY Pay", expect.stringMatching(/^C\d+ Before$/), "PAY-1 Card"],
    ]);
  });

  test("prune archives checks and deletes sections and unused platforms, but nothing that is in use", async () => {
    const { id, name } = await world.app({
      mode: "live",
      platforms: [{ code: "ios" }, { code: "android" }, { code: "web" }],
      sections: [
        {
          ref: "A",
          title: "A",
          checks: [
            { ref: "A-1", title: "One" },
            { ref: "A-2", title: "Two" },
          ],
        },
        { ref: "B", title: "B", checks: [{ ref: "B-1", title: "Three" }] },
        { ref: "C", title: "C" },
      ],
    });
    const issue = await dataOf(world, "POST", "/issues", {
      app: id,
      check: "B-1",
      text: "Broken",
      platforms: ["android"],
    });
    await dataOf(world, "POST", "/issues", { app: id, section: "C", text: "On the section" });
    const done = await imported(
      `name: ${name}\nplatforms: [{code: ios}]\nsections: [{ref: A, title: A, checks: [{ref: A-2, title: Two}]}]`,
      "?prune=true",
    );
    expect(brief(done)).toEqual([
      "delete platform web web",
      "archive check A-1 One",
      "archive check B-1 Three",
      "delete section B B",
    ]);
    const app = await dataOf(world, "GET", `/apps/${id}`);
    expect(app.platforms.map(({ code }: { code: string }) => code)).toEqual(["ios", "android"]);
    expect(app.sections.map(({ ref }: { ref: string }) => ref)).toEqual(["A", "C"]);
    expect(app.summary).toMatchObject({ checks: 1, untested: 2, open_issues: 2 });
    expect((await dataOf(world, "GET", `/issues/${issue.id}`)).check).toMatchObject({ ref: "B-1" });
    const back = await imported(
      `name: ${name}\nplatforms: [{code: ios}]\nsections: [{ref: A, title: A, checks: [{ref: B-1, title: Three}]}]`,
    );
    expect(brief(back)).toEqual(["create check B-1 Three"]);
  });

  test("a section is found by its ref, else by its title, and then takes the ref of the file", async () => {
    const { id, name } = await world.app();
    const done = await imported(
      sample(name, `  - {title: Pay, checks: [{title: Card}]}\n  - {ref: LOGIN, title: Sign in}\n`),
    );
    expect(brief(done)).toEqual(["move section PAY Pay", "change section LOGIN Sign in"]);
    expect(await runbookOf(id)).toEqual([
      ["PAY Pay", "PAY-1 Card"],
      ["LOGIN Sign in", "SIGN-1 Password", "SIGN-2 Wallet"],
    ]);
  });

  test("checks of one title without refs are paired in their order, so that a second import changes nothing", async () => {
    const file = sample(
      `Twins ${kind}`,
      "  - title: S\n    checks: [{title: Same}, {title: Same}, {title: Same}]\n  - title: S\n",
    );
    const { app } = await imported(file);
    expect((await imported(file)).plan).toEqual([]);
    const more = await imported(file.replace("{title: Same}]", "{title: Same}, {title: Same}]"));
    expect(more.counts.created).toBe(1);
    expect((await dataOf(world, "GET", `/apps/${app.id}`)).summary.checks).toBe(4);
  });

  test("fields that the file leaves out stay; nothing in them clears them", async () => {
    const { id, name } = await world.app({
      sections: [
        { ref: "S", title: "S", checks: [{ ref: "X", title: "X", instructions: "How", not_applicable: ["ios"] }] },
      ],
    });
    const file = (fields: string) => sample(name, `  - {ref: S, title: S, checks: [{ref: X, title: X${fields}}]}\n`);
    expect((await imported(file(""))).plan).toEqual([]);
    const cleared = await imported(file(', instructions: "", not_applicable: []'));
    expect(cleared.plan).toMatchObject([
      {
        change: "change",
        details: { instructions: { from: "How", to: null }, not_applicable: { from: ["ios"], to: [] } },
      },
    ]);
    const [check] = await dataOf(world, "GET", `/checks?app=${id}`);
    expect(check).toMatchObject({ instructions: null, platforms: [{ status: "untested" }, { status: "untested" }] });
  });

  test("a new platform is covered by open issues; a mark settles an issue that is fixed everywhere else", async () => {
    const { id, name } = await world.app({
      repositories: [
        { repo: "a", platforms: ["ios"] },
        { repo: "b", platforms: ["android"] },
      ],
    });
    await dataOf(world, "POST", "/issues", { app: id, check: "PAY-1", text: "Everywhere" });
    const partly = await dataOf(world, "POST", "/issues", {
      app: id,
      check: "SIGN-1",
      text: "Partly",
      platforms: ["ios", "android"],
    });
    await dataOf(world, "POST", `/issues/${partly.id}/fix`, { platforms: ["ios"] });
    const file = `name: ${name}\nplatforms: [{code: web}, {code: ios}]\nsections: [{ref: SIGN, title: Sign in, checks: [{ref: SIGN-1, title: Password, not_applicable: [android]}]}]`;
    const done = await imported(file);
    expect(brief(done)).toEqual(["create platform web web", "change check SIGN-1 Password"]);
    const [, , card] = await dataOf(world, "GET", `/checks?app=${id}`);
    expect(card.platforms.map(({ code, status }: { code: string; status: string }) => `${code} ${status}`)).toEqual([
      "web failed",
      "ios failed",
      "android failed",
    ]);
    expect((await dataOf(world, "GET", `/issues/${partly.id}`)).status).toBe("fixed");
  });

  test("app names the app to update, by id or name, and the file's name then renames it", async () => {
    const { id, name } = await world.app();
    const done = await imported(
      sample(`${name} 2`, WHOLE)
        .replace("\n", "\nmode: live\nprefix: REN\n")
        .replace("REN", kind === "sqlite" ? "RENA" : "RENB"),
      `?app=${encodeURIComponent(name)}`,
    );
    expect(done.app).toEqual({ id, name: `${name} 2` });
    expect(done.plan).toMatchObject([
      { change: "change", kind: "app", details: { name: { from: name, to: `${name} 2` }, mode: { to: "live" } } },
    ]);
    expect((await imported(sample(name, WHOLE), `?app=${id}&dry_run=true`)).app).toEqual({ id, name: `${name} 2` });
  });

  test("a name or a prefix that another app has answers 409, in a dry run too", async () => {
    const one = await world.app();
    const two = await world.app();
    for (const dry of ["", "&dry_run=true"]) {
      expect(outcomeOf(await send(sample(one.name, WHOLE), `?app=${two.id}${dry}`))).toBe("409 name_taken");
      const prefixed = sample(two.name, WHOLE).replace("\n", `\nprefix: ${one.prefix}\n`);
      expect(outcomeOf(await send(prefixed, `?app=${two.id}${dry}`))).toBe("409 name_taken");
    }
    expect((await dataOf(world, "GET", `/apps/${two.id}`)).name).toBe(two.name);
  });

  test("a name that reads like another app's id is a name", async () => {
    const { id } = await world.app();
    expect((await imported(sample(id, WHOLE), "?dry_run=true")).created).toBe(true);
  });

  test("an admin of one app updates it, by its name too, and creates none", async () => {
    const { id, name } = await world.app();
    const scoped = await world.key("admin", [id]);
    expect((await send(sample(name, WHOLE), "", YAML, scoped)).status).toBe(200);
    const other = await world.app();
    for (const file of [sample("Brand new", WHOLE), sample(other.name, WHOLE)]) {
      const answer = await send(file, "", YAML, scoped);
      expect(outcomeOf(answer)).toBe("403 forbidden");
      expect(answer.body.error.message).toContain("every app");
    }
    expect(outcomeOf(await send(sample(other.name, WHOLE), `?app=${other.id}`, YAML, scoped))).toBe("404 not_found");
  });

  test("a person imports a file of any type, from a page of our own only", async () => {
    const { id, name } = await world.app();
    const person = await world.person("admin", [id]);
    for (const type of ["application/yaml", "text/plain", "application/octet-stream"]) {
      const headers = { "content-type": type };
      expect((await send(sample(name, WHOLE), "", headers, person)).status).toBe(200);
      const foreign = { ...headers, "sec-fetch-site": "cross-site" };
      expect(outcomeOf(await send(sample(name, WHOLE), "", foreign, person))).toBe("403 forbidden");
    }
  });

  test("the bytes say what a file is where its type does not", async () => {
    const { name } = await world.app();
    const json = JSON.stringify({ name, platforms: [{ code: "ios", label: "iOS" }] });
    const csv = "section_ref,section,ref,title\nPAY,Pay,PAY-1,Card\n";
    for (const type of ["text/plain", "application/octet-stream", "application/x-www-form-urlencoded"]) {
      const headers = { "content-type": type };
      for (const file of [json, ` \n${json}`, `\ufeff${json}`, sample(name, WHOLE)]) {
        expect((await imported(file, "", headers)).plan).toEqual([]);
      }
      expect((await imported(csv, `?app=${encodeURIComponent(name)}`, headers)).plan).toEqual([]);
    }
  });

  test("a table of checks updates the app that is named, and needs one", async () => {
    const { id } = await world.app();
    const table = [
      "section_ref;section;ref;title;instructions;not_applicable;status:ios",
      'PAY;;PAY-1;\'=Card;"Do\nthis";ios, android;failed',
      ";Extra;;Fresh;;;",
      "NEW;New section;;;;;",
    ].join("\r\n");
    expect(outcomeOf(await send(table, "", CSV))).toBe("400 invalid_request");
    const done = await imported(table, `?app=${id}`, CSV);
    expect(done.plan).toMatchObject([
      {
        change: "change",
        ref: "PAY-1",
        title: "=Card",
        details: { instructions: { to: "Do\nthis" }, not_applicable: { to: ["ios", "android"] } },
      },
      { change: "create", kind: "section", title: "Extra" },
      { change: "create", kind: "check", title: "Fresh" },
      { change: "create", kind: "section", ref: "NEW" },
    ]);
    expect((await imported(table, `?app=${id}`, CSV)).plan).toEqual([]);
  });

  test("of many imports at the same time on two servers each finds the app as the one before left it", async () => {
    const second = await world.anotherServer();
    const name = `Race ${kind}`;
    const answers: Answer[] = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        world.callAt(
          i % 2 === 0 ? world.address : second,
          world.admin,
          "POST",
          "/apps/import",
          sample(name, WHOLE),
          YAML,
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    const checks = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        world.callAt(
          i % 2 === 0 ? world.address : second,
          world.admin,
          "POST",
          "/apps/import",
          sample(name, `${SIGN}      - {title: Check ${i}}\n`),
          YAML,
        ),
      ),
    );
    expect(checks.map(outcomeOf)).toEqual(Array(10).fill("200"));
    expect((await dataOf(world, "GET", `/apps/${encodeURIComponent(name)}`)).summary.checks).toBe(13);
  });
});
