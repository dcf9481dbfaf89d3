// Signing in, joining, resetting, changing oneself, removing and erasing, all at once on two servers: none waits for what another holds.
import { expect, test } from "vitest";
import { runRetentionJob } from "../../../src/engine/retention-job.ts";
import { ask } from "../../support/checks/route-table.ts";
import { erase } from "../../support/clients/erasing.ts";
import { invite, type Joined, join, PASSWORD, SAME_ORIGIN, ui } from "../../support/clients/person-client.ts";
import { behind } from "../../support/database/direct-sql.ts";
import { createWorld, DATABASES, type World } from "../../support/server/test-server.ts";

const NEW = "quarry lamp seven";
const ROUNDS = 4;

test.each(DATABASES)(
  "on %s nothing fails and no lock is waited for in a circle",
  async (kind) => {
    const world: World = await createWorld(kind);
    try {
      const servers = [world.address, await world.anotherServer()];
      const admins = [await join(world, { role: "admin" }), await join(world, { role: "admin" })];
      const statuses = new Map<string, number>();
      const note = (what: string, status: number) =>
        statuses.set(`${what} ${status}`, (statuses.get(`${what} ${status}`) ?? 0) + 1);
      const at = (n: number) => servers[n % 2]!;
      const call = async (
        what: string,
        n: number,
        cookie: string | null,
        method: string,
        path: string,
        body?: unknown,
      ) => {
        const headers = cookie === null ? SAME_ORIGIN : { ...SAME_ORIGIN, cookie };
        const answer = await ui(at(n), method, path, body, headers);
        note(what, answer.status);
        return answer;
      };
      const linkFor = async (n: number, { id }: Joined) => {
        const made = await call("link", n, admins[n % 2]!.cookie, "POST", `/people/${id}/reset-link`);
        return made.status === 201 ? (made.body.data.link.split("#")[1] as string) : "x".repeat(43);
      };
      for (let round = 0; round < ROUNDS; round++) {
        const people = await Promise.all([0, 1, 2].map(() => join(world, { role: "admin" })));
        const tokens = await Promise.all([0, 1].map(() => invite(world, { role: "tester" })));
        const links = await Promise.all(people.map((person, n) => linkFor(n, person)));
        const [one, two, three] = people as [Joined, Joined, Joined];
        const rename = (n: number, { cookie }: Joined, name: string) =>
          call("rename", n, cookie, "PATCH", "/me", { name });
        await Promise.all([
          ...people.flatMap(({ email }, n) =>
            [0, 1].map((m) => call("sign-in", n + m, null, "POST", "/session", { email, password: PASSWORD })),
          ),
          ...people.map((_, n) =>
            call("reset", n, null, "POST", "/reset-links/use", { token: links[n], password: NEW }),
          ),
          ...people.map((person, n) => linkFor(n + 1, person)),
          ...tokens.map((token, n) =>
            call("join", n, null, "POST", "/invitations/accept", {
              token,
              name: `Same name ${round}`,
              email: `r${round}-${n}@example.com`,
              password: PASSWORD,
            }),
          ),
          rename(0, one, `One ${round}`),
          rename(1, two, `One ${round}`),
          call("role", 0, admins[0]!.cookie, "PATCH", `/people/${one.id}`, { role: "tester" }),
          call("role", 1, two.cookie, "PATCH", `/people/${one.id}`, { role: "viewer" }),
          call("remove", 0, admins[0]!.cookie, "DELETE", `/people/${two.id}`),
          call("remove", 1, admins[1]!.cookie, "DELETE", `/people/${two.id}`),
          call("remove", 1, one.cookie, "DELETE", `/people/${two.id}`),
          call("sign-out", 0, three.cookie, "DELETE", "/sessions"),
          call("password", 1, one.cookie, "PUT", "/me/password", { current_password: PASSWORD, new_password: NEW }),
          erase(world, "person", three.email),
          retention(world),
        ]);
      }
      expect(
        [...statuses.keys()].filter((key) => Number(key.split(" ")[1]) >= 500),
        JSON.stringify([...statuses]),
      ).toEqual([]);
      if (kind === "postgres") {
        const counted = "select deadlocks::int from pg_stat_database where datname = current_database()";
        expect(await behind(world, counted)).toEqual([{ deadlocks: 0 }]);
      }
      // When two join as the same person, one does; and whoever is removed twice is removed once.
      expect([...statuses]).toEqual(
        expect.arrayContaining(["join 201", "join 409", "remove 204"].map((key) => [key, ROUNDS])),
      );
      for (const { cookie } of admins) expect((await ask(world, cookie, "GET", "/people")).status).toBe(200);
      expect(await world.problems()).toEqual([]);
    } finally {
      await world.close();
    }
  },
  120_000,
);

async function retention({ store: { reader, performer, files }, clock }: World): Promise<void> {
  const now = () => Date.now() + clock.offset;
  const onError = (error: unknown) => expect(error).toBeUndefined();
  await runRetentionJob({ reader, performer, files, clock: now, deliveryDays: 30, onError });
}
