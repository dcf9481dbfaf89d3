// Who sees to an issue: people who reach its app, by name, in the order given.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { join, rowsOf } from "../../../support/clients/person-client.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let other: string;
  let tester: string;
  let admin: string;
  let id: string;
  /** People who reach the app, by name. */
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    world = await createWorld(kind);
    app = (await world.app()).id;
    other = (await world.app()).id;
    tester = await world.person("tester", [app]);
    admin = await world.person("admin");
    for (const name of ["Grace", "ada", "Zoë", "Émile"]) {
      ids[name] = await newcomer(name, { apps: name === "ada" ? null : [app, other] });
    }
    ids.Outsider = await newcomer("Outsider", { apps: [other] });
  });
  beforeEach(async () => {
    id = (await dataOf(world, "POST", "/issues", { app, check: "PAY-1", text: "Broken" })).id;
  });
  afterAll(() => world.close());

  async function newcomer(name: string, grant: { apps: string[] | null }): Promise<string> {
    const joined = await join(world, grant);
    const { id: person } = joined;
    // Joined as Ada: the name that counts is the one in the table.
    await rename(person, name);
    return person;
  }
  async function rename(person: string, name: string): Promise<void> {
    const set = `update person set name = '${name}' where id = '${person}'`;
    await rowsOf(world, kind === "sqlite" ? `${set} returning id` : set);
  }
  const assign = (people: unknown, who = tester) => ask(world, who, "PUT", `/issues/${id}/assignees`, { people });
  const history = async () => (await dataOf(world, "GET", `/issues/${id}/history`)).slice(0, -1);
  const rows = async () =>
    (await rowsOf(world, `select person_id from assignee where issue_id = '${id}' order by position`)).map(
      (row) => row.person_id,
    );

  test("the issue names them in the order given, everywhere it is shown", async () => {
    const answer = await assign([ids.Zoë, ids.ada]);
    expect(answer.status).toBe(200);
    expect(answer.body.data.assignees).toEqual(["Zoë", "ada"]);
    expect(await dataOf(world, "GET", `/issues/${id}`)).toEqual(answer.body.data);
    expect((await dataOf(world, "GET", `/issues?app=${app}`))[0].assignees).toEqual(["Zoë", "ada"]);
    expect(await rows()).toEqual([ids.Zoë, ids.ada]);
  });

  test("the history says who it was and who it is, and an empty list clears it", async () => {
    await assign([ids.Grace]);
    await assign([ids.ada, ids.Grace]);
    expect((await assign([])).body.data.assignees).toEqual([]);
    expect(await history()).toMatchObject([
      { kind: "assigned", by: "tester person", changes: { assignees: { from: ["ada", "Grace"], to: [] } } },
      { kind: "assigned", changes: { assignees: { from: ["Grace"], to: ["ada", "Grace"] } } },
      { kind: "assigned", changes: { assignees: { from: [], to: ["Grace"] } } },
    ]);
    expect(await rows()).toEqual([]);
  });

  test("the same people again are not recorded, another order is, and one who appears twice counts once", async () => {
    await assign([ids.Grace, ids.ada]);
    const { revision } = (await rowsOf(world, `select revision from app where id = '${app}'`))[0]!;
    expect((await assign([ids.Grace, ids.ada, ids.Grace])).body.data.assignees).toEqual(["Grace", "ada"]);
    expect((await rowsOf(world, `select revision from app where id = '${app}'`))[0]!.revision).toBe(revision);
    expect(await history()).toHaveLength(1);
    expect((await assign([ids.ada, ids.Grace])).body.data.assignees).toEqual(["ada", "Grace"]);
    expect(await history()).toHaveLength(2);
  });

  test("somebody who does not reach the app, or does not exist, answers 400 and is named; nothing changes", async () => {
    await assign([ids.Grace]);
    for (const nobody of [ids.Outsider!, "per_0000", "Grace", "ines@example.com", "'; drop table person; --"]) {
      expectError(await assign([ids.ada, nobody]), 400, "invalid_request", nobody);
    }
    expect((await dataOf(world, "GET", `/issues/${id}`)).assignees).toEqual(["Grace"]);
    expect(await history()).toHaveLength(1);
  });

  test("people of another workspace don't reach it", async () => {
    const { workspaceId } = { workspaceId: "wsp_other" };
    const insert =
      kind === "sqlite" ? (sql: string) => rowsOf(world, `${sql} returning 1`) : (sql: string) => rowsOf(world, sql);
    const [row] = await rowsOf(world, "select * from workspace");
    const columns = Object.keys(row!);
    const values = columns.map((column) => (column === "id" ? workspaceId : row![column]));
    const spelled = values.map((value) => (value === null ? "null" : typeof value === "number" ? value : `'${value}'`));
    await insert(`insert into workspace (${columns.join(", ")}) values (${spelled.join(", ")})`);
    await insert(`insert into person (id, workspace_id, name, email, role, apps, password_hash, created_at, removed_at)
      values ('per_elsewhere', '${workspaceId}', 'Elsewhere', 'else@example.com', 'admin', null, null, 0, null)`);
    expectError(await assign(["per_elsewhere"]), 400, "invalid_request", "per_elsewhere");
    expect((await dataOfPeople(tester)).map(({ name }) => name)).not.toContain("Elsewhere");
  });

  test.each([
    ["no list", undefined],
    ["null", null],
    ["a text", "per_1"],
    ["a number in it", [1]],
    ["an empty id", [""]],
    ["an id with NUL", ["per_\u0000"]],
    ["more than 20", Array.from({ length: 21 }, (_, i) => `per_${i}`)],
  ])("%s answers 400 and names people", async (_what, people) => {
    expectError(await assign(people), 400, "invalid_request", "people");
  });

  test("unknown fields are refused", async () => {
    const answer = await ask(world, tester, "PUT", `/issues/${id}/assignees`, { people: [], names: [] });
    expectError(answer, 400, "invalid_request", "names");
  });

  test("assigned to by several at once, the issue and the table agree on one of them", async () => {
    const lists = [[ids.Grace], [ids.ada], [ids.Zoë, ids.ada], [ids.Émile], [], [ids.Grace, ids.Émile]];
    const answers = await Promise.all(lists.map((people) => assign(people)));
    expect(answers.map(outcomeOf)).toEqual(lists.map(() => "200"));
    const { assignees } = await dataOf(world, "GET", `/issues/${id}`);
    const names = new Map(Object.entries(ids).map(([name, person]) => [person, name]));
    expect((await rows()).map((person) => names.get(String(person)))).toEqual(assignees);
    expect(await world.problems()).toEqual([]);
    const [latest] = await history();
    expect(latest.changes.assignees.to).toEqual(assignees);
  });

  test("whoever was removed stays named, and can't be assigned anew", async () => {
    const leaver = await newcomer("Leaver", { apps: [app] });
    await assign([leaver, ids.Grace]);
    expect((await ask(world, admin, "DELETE", `/people/${leaver}`)).status).toBe(204);
    expect((await dataOf(world, "GET", `/issues/${id}`)).assignees).toEqual(["Leaver", "Grace"]);
    await dataOf(world, "PATCH", `/issues/${id}`, { text: "Reworded" });
    expect((await dataOf(world, "GET", `/issues/${id}`)).assignees).toEqual(["Leaver", "Grace"]);
    expectError(await assign([leaver]), 400, "invalid_request", leaver);
    expect((await dataOfPeople(tester)).map((person) => person.id)).not.toContain(leaver);
  });

  test("keys can't assign", async () => {
    const answer = await world.call(world.admin, "PUT", `/issues/${id}/assignees`, { people: [] });
    expect(outcomeOf(answer)).toBe("404 not_found");
  });

  const dataOfPeople = async (who: string, name = app): Promise<{ id: string; name: string }[]> =>
    (await ask(world, who, "GET", `/apps/${encodeURIComponent(name)}/people`)).body.data;

  test("the people of an app are those who reach it, by name, without their addresses", async () => {
    const people = await dataOfPeople(await world.person("viewer", [app]));
    const known = people.filter((person) => Object.values(ids).includes(person.id));
    expect(known.map(({ name }) => name)).toEqual(["ada", "Émile", "Grace", "Zoë"]);
    expect(people.every((person) => Object.keys(person).join() === "id,name")).toBe(true);
    expect(JSON.stringify(people)).not.toContain("@");
    const elsewhere = (await dataOfPeople(admin, other)).map((person) => person.id);
    expect(elsewhere).toEqual(expect.arrayContaining([ids.Outsider, ids.ada]));
    const name = (await dataOf(world, "GET", `/apps/${app}`)).name;
    expect(await dataOfPeople(admin, name)).toEqual(await dataOfPeople(admin));
  });
});
