// Live streams while PostgreSQL is away: they stay, and tell what was written as soon as it is back.
import { afterAll, beforeAll, expect, test } from "vitest";
import { listen } from "../../support/clients/event-source.ts";
import { type OwnPostgres, ownPostgres } from "../../support/database/restartable-postgres.ts";
import { createWorld, type World } from "../../support/server/test-server.ts";

let postgres: OwnPostgres;
let world: World;

beforeAll(async () => {
  postgres = await ownPostgres();
  world = await createWorld("postgres", { databaseUrl: postgres.url });
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
});

test("a stream outlives the database's outage, and who comes meanwhile is told to try again", async () => {
  const app = await world.app();
  const person = await world.person("viewer");
  const stream = await listen(world.address, person);
  await stream.heard(({ event }) => event === "apps");
  await postgres.shutDown("SIGINT");
  const refused = await listen(world.address, person);
  expect([refused.status, refused.headers["retry-after"]]).toEqual([503, "1"]);
  await postgres.startAgain();
  const raise = () => world.call(world.tester, "POST", "/issues", { app: app.id, check: "PAY-1", text: "Broken" });
  await expect.poll(async () => (await raise()).status).toBe(201);
  await stream.heard(({ event, data }) => event === "app" && data.id === app.id);
  expect(stream.events.map(({ event }) => event)).not.toContain("end");
  stream.close();
});
