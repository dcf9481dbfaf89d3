// The typed client, from its package and against a real server.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dataOf, RetestClient, RetestError } from "../../../clients/typescript/src/retest-client.ts";
import { type FlakyEndpoint, openFlakyEndpoint } from "../../support/clients/flaky-endpoint.ts";
import { openRunnerProject } from "../../support/clients/runner-project.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";
import { documented } from "./stories.ts";

const TSCONFIG = JSON.stringify({
  compilerOptions: { module: "nodenext", target: "es2023", strict: true, noEmit: true, types: ["node"] },
  files: ["client.ts", "wrong.ts"],
});
/** Each line is wrong, which the compiler must see. */
const WRONG = `import { RetestClient } from "retest-client";
const retest = new RetestClient({ url: "", key: "" });
// @ts-expect-error: there is no such path
await retest.get("/nothing");
// @ts-expect-error: the app is missing
await retest.post("/issues", { body: { text: "It stays empty" } });
// @ts-expect-error: the id is missing
await retest.get("/issues/{id}");
const answer = await retest.get("/issues/{id}", { path: { id: "SHOP-1" } });
// @ts-expect-error: reading an issue is never refused with this
if (!answer.ok && answer.error.code === "limit_reached") console.log(answer);
// @ts-expect-error: there is no body where it was refused
console.log(answer.body);
`;

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  let endpoint: FlakyEndpoint;
  let app: string;
  beforeAll(async () => {
    endpoint = await openFlakyEndpoint(world.address);
    const checks = [{ ref: "CART-1", title: "Adds" }];
    app = (await world.app({ sections: [{ title: "Cart", checks }] })).id;
  });
  afterAll(() => endpoint?.close());
  const client = (attempts = 4) =>
    new RetestClient({ url: endpoint.address, key: world.admin, retries: { attempts, waitMs: 1 } });

  test("from its package, what the docs show compiles and runs, and what is wrong does not compile", async () => {
    const files = {
      "package.json": '{"type": "module"}',
      "tsconfig.json": TSCONFIG,
      "client.ts": documented("client.ts"),
      "wrong.ts": WRONG,
    };
    const project = openRunnerProject(files, {
      packed: { "retest-client": "clients/typescript" },
      borrowed: ["@types/node", "undici-types", "typescript", "tsx"],
    });
    const env = { RETEST_URL: world.address, RETEST_API_KEY: world.admin, RETEST_APP: app };
    const checked = await project.run([process.execPath, "node_modules/typescript/bin/tsc"], env);
    const ran = await project.run([process.execPath, "node_modules/tsx/dist/cli.mjs", "client.ts"], env);
    project.remove();
    expect([checked.output, ran.output]).toEqual([
      "",
      expect.stringMatching(/^raised (\S+)\n\1 It stays empty\nadmin\n$/),
    ]);
  });

  test("a refusal is a value with the API's code; who prefers exceptions asks for the data", async () => {
    const answer = await client().get("/issues/{id}", { path: { id: "NONE-1" } });
    expect(answer).toMatchObject({ ok: false, status: 404, error: { code: "not_found" } });
    expect(() => dataOf(answer)).toThrow(RetestError);
    const wrong = new RetestClient({ url: `${world.address}/elsewhere`, key: "k" });
    expect(await wrong.get("/me")).toMatchObject({ ok: false, status: 404 });
  });

  test("what is lost on the way is sent again and done once; what can happen twice is not", async () => {
    endpoint.begin("lossy");
    // It goes on for as long as the test takes to notice.
    const raised = client(20).post("/issues", { body: { app, check: "CART-1", text: "Raised once" } });
    await expect.poll(() => endpoint.refused).toBeGreaterThan(0);
    endpoint.mood = "open";
    expect((await raised).ok).toBe(true);
    const found = (await world.call(world.admin, "GET", `/issues?app=${app}&q=Raised`)).body.data;
    expect(found).toHaveLength(1);
    endpoint.begin("lossy");
    const key = await client().post("/keys", { body: { name: "Once", role: "viewer" } });
    expect([key, endpoint.refused]).toEqual([expect.objectContaining({ ok: false, status: null }), 1]);
  });

  test("pages follow each other", async () => {
    endpoint.begin("open");
    for (const text of ["One", "Two", "Three"]) {
      dataOf(await client().post("/issues", { body: { app, check: "CART-1", text } }));
    }
    const texts: string[] = [];
    for await (const issue of client().pages("/issues", { query: { app, limit: 2 } })) texts.push(issue.text);
    expect(texts.slice(0, 3)).toEqual(["Three", "Two", "One"]);
    endpoint.begin("closed");
    await expect(client(1).pages("/issues").next()).rejects.toThrow("can't be reached");
  });
});
