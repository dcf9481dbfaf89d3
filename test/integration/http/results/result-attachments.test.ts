// Screenshots and recordings of a result: who may attach and remove them, where they are shown, and what becomes of them.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { MAX_ATTACHMENTS } from "../../../../src/domain/limits.ts";
import { expectError } from "../../../support/checks/expect-refusal.ts";
import { ask, dataOf, outcomeOf } from "../../../support/checks/route-table.ts";
import { rowsOf } from "../../../support/clients/person-client.ts";
import { attach, attachmentPath, download, grown, MP4, PNG } from "../../../support/samples/sample-files.ts";
import { createWorld, DATABASES, type World } from "../../../support/server/test-server.ts";

describe.each(DATABASES)("on %s", (kind) => {
  let world: World;
  let app: string;
  let tester: string;
  let id: string;
  beforeAll(async () => {
    world = await createWorld(kind);
    app = (await world.app()).id;
    tester = await world.person("tester");
  });
  beforeEach(async () => {
    id = await record(tester);
  });
  afterAll(async () => {
    expect(await world.problems()).toEqual([]);
    await world.close();
  });

  const record = async (who: string) => {
    const body = { app, check: "PAY-1", outcome: "failed", platforms: ["ios"] };
    return (await ask(world, who, "POST", "/results", body)).body.data[0].id as string;
  };
  const send = (name: string, file = PNG, who = tester) => attach(world, who, id, name, file);
  const remove = async (name: string, who = tester) =>
    outcomeOf(await ask(world, who, "DELETE", attachmentPath(id, name)));
  const listed = async () =>
    (await dataOf(world, "GET", `/results?app=${app}`)).find((result: { id: string }) => result.id === id);
  const orphaned = async () => (await rowsOf(world, "select file from loose_file")).length;

  test.each([
    ["shot.png", "screenshot", "image/png", PNG],
    ["film.mp4", "recording", "video/mp4", MP4],
  ])(
    "%s is taken as a %s, shown with its result, and comes back as %s byte for byte",
    async (name, what, type, start) => {
      const file = grown(start, 100_000);
      const answer = await ask(world, tester, "POST", `${attachmentPath(id)}?name=${name}`, file);
      expect(answer.status).toBe(201);
      expect(answer.body.data).toMatchObject({ id, attachments: [{ name, kind: what }] });
      expect(answer.body.data).toEqual(await listed());
      const back = await download(world, await world.person("viewer"), id, name);
      expect([back.status, back.headers.get("content-type")]).toEqual([200, type]);
      expect(back.bytes.equals(file)).toBe(true);
      const range = await download(world, tester, id, name, { range: "bytes=10-19" });
      expect([range.status, range.bytes.equals(file.subarray(10, 20))]).toEqual([206, true]);
    },
  );

  test("a result without attachments says nothing of them, also once they were removed", async () => {
    const before = await listed();
    expect(before).not.toHaveProperty("attachments");
    await send("shot.png");
    expect(await remove("shot.png")).toBe("200");
    expect(await listed()).toEqual(before);
    expect((await download(world, tester, id, "shot.png")).status).toBe(404);
  });

  test("whoever recorded a result attaches to it and removes again; others do only as admins", async () => {
    const [other, admin] = [await world.person("tester"), await world.person("admin")];
    expectError(await send("shot.png", PNG, other), 403, "forbidden", "Somebody else recorded");
    expect((await send("shot.png")).status).toBe(201);
    expect((await send("more.png", PNG, admin)).status).toBe(201);
    expect(await remove("shot.png", other)).toBe("403 forbidden");
    expect(await remove("shot.png", admin)).toBe("200");
    expect(await remove("more.png")).toBe("200");
    expect(outcomeOf(await send("shot.png", PNG, await world.person("viewer")))).toBe("403 forbidden");
  });

  test("what a key recorded is an admin's to attach to", async () => {
    id = await record(world.tester);
    expect(outcomeOf(await send("shot.png"))).toBe("403 forbidden");
    expect((await send("shot.png", PNG, await world.person("admin"))).status).toBe(201);
  });

  test("a refused file leaves nothing behind", async () => {
    const [before, shown] = [await orphaned(), await listed()];
    expect(outcomeOf(await send("page.html", Buffer.from("<p>")))).toBe("415 unsupported_media_type");
    expect(outcomeOf(await send("shot.png", Buffer.alloc(0)))).toBe("400 invalid_request");
    expect(await orphaned()).toBe(before);
    expect(await listed()).toEqual(shown);
  });

  test("every file has a name of its own, which is never used again", async () => {
    for (let i = 0; i < 2; i++) await send("shot.png");
    expect(await remove("shot 2.png")).toBe("200");
    await send("shot.png");
    const names = (await listed()).attachments.map(({ name }: { name: string }) => name);
    expect(names).toEqual(["shot.png", "shot 3.png"]);
  });

  test("files that come at once are all kept", async () => {
    await Promise.all([1, 2, 3, 4].map(() => send("shot.png")));
    expect((await listed()).attachments.length).toBe(4);
  });

  test("one more than a result may have answers 413", async () => {
    for (let i = 0; i < MAX_ATTACHMENTS; i++) expect((await send(`${i}.png`)).status).toBe(201);
    expectError(await send("more.png"), 413, "too_large", "A result may have at most 20");
    expect((await listed()).attachments.length).toBe(MAX_ATTACHMENTS);
  });

  test("a result that is taken back takes its files along", async () => {
    await send("shot.png");
    const before = await orphaned();
    expect(outcomeOf(await ask(world, tester, "DELETE", `/results/${id}`))).toBe("204");
    expect(await orphaned()).toBe(before + 1);
    expect((await download(world, tester, id, "shot.png")).status).toBe(404);
    expect(await rowsOf(world, `select name from result_attachment where result_id = '${id}'`)).toEqual([]);
  });

  test("statuses and other readings stay as they are, and whoever follows the app is told", async () => {
    const runbook = async () => (await world.call(world.viewer, "GET", `/apps/${app}/runbook`)).body.data;
    const before = await runbook();
    await send("shot.png");
    expect(await runbook()).toEqual({ ...before, revision: before.revision + 1 });
    await remove("shot.png");
    const kinds = await rowsOf(
      world,
      `select kind from event where app_id = '${app}' and revision > ${before.revision} order by revision`,
    );
    expect(kinds).toEqual([{ kind: "result_attached" }, { kind: "result_detached" }]);
  });

  test.each(["POST", "GET", "DELETE"])("%s of what is not there, or out of reach, answers 404", async (method) => {
    await send("shot.png");
    const stranger = await world.person("admin", [(await world.app()).id]);
    const path = (result: string) =>
      method === "POST" ? `${attachmentPath(result)}?name=a.png` : attachmentPath(result, "shot.png");
    const body = method === "POST" ? PNG : undefined;
    for (const [who, result] of [
      [stranger, id],
      [tester, "res_none"],
    ] as const) {
      expect(outcomeOf(await world.call(who, method, path(result), body))).toBe("404 not_found");
    }
    if (method !== "POST") {
      expect(outcomeOf(await world.call(tester, method, attachmentPath(id, "none.png")))).toBe("404 not_found");
    }
  });

  test("attachments are for people: the API has no such address", async () => {
    await send("shot.png");
    expect(outcomeOf(await world.call(world.admin, "GET", attachmentPath(id, "shot.png")))).toBe("404 not_found");
  });
});
