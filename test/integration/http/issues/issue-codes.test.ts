// The code of an issue: shown wherever the issue is, and accepted wherever its id is.
import { describe, expect, test } from "vitest";
import { issueClientOf, refused } from "../../../support/clients/issue-client.ts";
import { PNG } from "../../../support/samples/sample-files.ts";
import { DATABASES } from "../../../support/server/test-server.ts";
import { worldOf } from "../../../support/server/use-test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  const world = worldOf(kind);
  const issueClient = issueClientOf(world);
  const codeOf = (app: { prefix: string }, number: number) => `${app.prefix}-${number}`;

  test("every answer with an issue carries its code and its address", async () => {
    const app = await world.app({ mode: "live" });
    const raised = await issueClient.raise(app);
    const { id, code, url } = raised;
    expect(code).toBe(codeOf(app, 1));
    expect(url).toBe(`${world.config.baseUrl}/issues/${id}`);
    const loose = await issueClient.raise(app, { check: undefined });
    expect(loose.code).toBe(codeOf(app, 2));
    const others = [
      await issueClient.read(id),
      await issueClient.edit(id, { text: "Edited" }),
      (await issueClient.list(`app=${app.id}`)).data[1]!,
      (await issueClient.list(`app=${app.id}&q=edited`)).data[0]!,
      await issueClient.fix(id),
      (await issueClient.list(`app=${app.id}&sort=fixed_at`)).data[0]!,
      await issueClient.reopen(id),
    ];
    for (const issue of others) expect(issue).toMatchObject({ id, code, url });
    await issueClient.fix(loose.id);
    expect(await issueClient.confirm(loose.id)).toMatchObject({ code: loose.code });
  });

  test("a code is accepted wherever an id is, whatever its letters", async () => {
    const app = await world.app({ mode: "live" });
    const { id } = await issueClient.raise(app);
    const loose = await issueClient.raise(app, { check: undefined });
    const code = codeOf(app, 1);
    const person = await world.person("admin");
    for (const name of [code, code.toLowerCase()]) {
      for (const key of [world.admin, person]) {
        const steps: [method: string, path: string, body?: unknown][] = [
          ["GET", ""],
          ["PATCH", "", { text: `By ${name}` }],
          ["POST", "/fix"],
          ["POST", "/fix", { fixed: false }],
        ];
        for (const [method, path, body] of steps) {
          const answer = await world.call(key, method, `/issues/${name}${path}`, body);
          expect(answer, `${method} ${path}`).toMatchObject({ status: 200, body: { data: { id, code } } });
        }
        const history = await world.call(key, "GET", `/issues/${name}/history?limit=1`);
        const next = await world.call(key, "GET", `/issues/${id}/history?limit=1&cursor=${history.body.next_cursor}`);
        expect([history.status, next.status]).toEqual([200, 200]);
      }
    }
    await issueClient.fix(codeOf(app, 2));
    expect(await issueClient.confirm(codeOf(app, 2))).toMatchObject({
      id: loose.id,
      confirmed_fixed_by: expect.any(String),
    });
    const etag = (await world.call(world.viewer, "GET", `/issues/${code}`)).headers.get("etag")!;
    expect(
      (await world.call(world.tester, "PATCH", `/issues/${code}`, { text: "A" }, { "if-match": etag })).status,
    ).toBe(200);
    expect(
      (await world.call(world.tester, "PATCH", `/issues/${code}`, { text: "B" }, { "if-match": etag })).status,
    ).toBe(412);
    const picture = `/issues/${code}/attachments`;
    expect(await world.call(person, "POST", `${picture}?name=a.png`, PNG)).toMatchObject({ status: 201 });
    expect((await world.call(person, "GET", `${picture}/a.png`)).status).toBe(200);
    expect(await world.call(person, "DELETE", `${picture}/a.png`)).toMatchObject({
      status: 200,
      body: { data: { id } },
    });
    expect((await world.call(person, "PUT", `/issues/${code}/assignees`, { people: [] })).status).toBe(200);
  });

  test("a code that nobody has, or out of reach, is 404 for every role, as an id is", async () => {
    const app = await world.app();
    const hidden = await world.app();
    await issueClient.raise(app);
    const { id, code } = await issueClient.raise(hidden);
    const absent = [
      codeOf(app, 2),
      codeOf(app, 9_999_999_999),
      `${app.prefix}-0`,
      `${app.prefix}-01`,
      "QQQQQ-1",
      app.prefix,
    ];
    for (const role of ["viewer", "tester", "admin"] as const) {
      const key = await world.key(role, [app.id]);
      for (const name of [...absent, code, id]) {
        for (const [method, path] of [
          ["GET", ""],
          ["PATCH", ""],
          ["POST", "/fix"],
          ["POST", "/confirm"],
          ["GET", "/history"],
        ] as const) {
          const body = method === "PATCH" ? { text: "x" } : undefined;
          refused(await world.call(key, method, `/issues/${name}${path}`, body), 404, "not_found");
        }
      }
    }
    refused(await world.call(world.tester, "POST", `/issues/${code}/fix`), 403, "forbidden");
  });

  test("after a change of prefix issues show the new code, and old codes still lead to them", async () => {
    const app = await world.app();
    const { id, code } = await issueClient.raise(app);
    const rename = (prefix: string, of = app.id) => world.call(world.admin, "PATCH", `/apps/${of}`, { prefix });
    for (let i = 0; i < 3; i++) await issueClient.list(`app=${app.id}`);
    const etag = (await world.call(world.viewer, "GET", `/issues/${id}`)).headers.get("etag");
    expect((await rename("NEWER")).status).toBe(200);
    expect((await issueClient.list(`app=${app.id}`)).data[0]).toMatchObject({ id, code: "NEWER-1" });
    expect((await world.call(world.viewer, "GET", `/issues/${id}`)).headers.get("etag")).not.toBe(etag);
    for (const name of [code, "NEWER-1", "newer-1"]) {
      expect(await issueClient.read(name)).toMatchObject({ id, code: "NEWER-1" });
      expect((await issueClient.list(`q=${name}`)).data[0]).toMatchObject({ id });
    }
    const other = await world.app();
    expect(refused(await rename(app.prefix, other.id), 409, "name_taken")).toContain("used");
    refused(await world.call(world.admin, "POST", "/apps", { ...NAMED, prefix: app.prefix }), 409, "name_taken");
    const scoped = await world.key("viewer", [other.id]);
    refused(await world.call(scoped, "GET", `/issues/${code}`), 404, "not_found");
    expect((await rename(app.prefix)).status).toBe(200);
    expect(await issueClient.read("NEWER-1")).toMatchObject({ id, code });
    expect(await world.problems()).toEqual([]);
  });
});

const NAMED = { name: "Takes a prefix", platforms: [{ code: "web", label: "Web" }] };
