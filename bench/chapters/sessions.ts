// People in the interface beside keys: the same questions by a session, and signing in beside checking the password alone.
import { acceptInvitation, invite } from "../../src/actions/access/invite-person.ts";
import { hashPassword } from "../../src/lib/crypto/password-hash.ts";
import { tokenHash } from "../../src/lib/crypto/token.ts";
import { type Contender, takeTurns } from "../load/take-turns.ts";
import type { LoadRequest } from "../load/wrk.ts";
import { type Aim, figuresOf, ratioOf } from "../report/figures.ts";
import { prepareFilled, type SeededDatabase } from "../servers/databases.ts";
import { openSeeded, type Seeded, type SeededPlace, seed } from "../servers/seed.ts";
import { type MeasuredServer, startBaseline, startOurs } from "../servers/start-servers.ts";
import { getOneAnew, summaryAnew } from "../workloads/requests.ts";
import { attempt, compare, type Run, roundsOf } from "./run.ts";

interface SeededPerson extends Seeded {
  /** The value of the cookie of a signed-in person. */
  session: string;
}

const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery staple";
const SIGN_IN = "signing in";
/** The aim: people who look at a page wait no longer than a script with the same request. */
const AIM: Aim = { bar: 0.8, goal: 0.95 };

const WORKS: { name: string; request(seeded: Seeded): LoadRequest }[] = [
  { name: "one issue", request: getOneAnew },
  { name: "summary of an app", request: summaryAnew },
];

const nameOf = (work: string) => `sessions: ${work}`;
export const sessionNames = [...WORKS.map(({ name }) => name), SIGN_IN].map(nameOf);

export async function measureSessions(run: Run): Promise<void> {
  if (!sessionNames.some(run.wants)) return;
  for (const database of run.databases) {
    const places = await prepareFilled(database, [run.sizes[0]!], run, { of: "people", seed: seedPerson });
    run.postgres ??= places.version;
    const [place] = places.all;
    const ours = await startOurs(place!);
    try {
      for (const { name, request } of WORKS.filter((work) => run.wants(nameOf(work.name)))) {
        const { seeded } = place!;
        const byKey = { name: "by a key", server: ours, request: () => request(seeded), isLarge: true };
        const bySession = { name: "by a session", server: ours, request: () => asPerson(seeded, request(seeded)) };
        await attempt(run, `${database}, ${nameOf(name)}`, () =>
          beside(run, place!, {
            work: `${name}, by a session`,
            own: bySession,
            other: { ...byKey, name: `${name}, by a key` },
          }),
        );
      }
      if (run.wants(nameOf(SIGN_IN))) {
        await attempt(run, `${database}, ${nameOf(SIGN_IN)}`, () => measureSignIn(run, place!, ours));
      }
    } finally {
      await ours.stop();
      await places.close();
    }
  }
}

async function measureSignIn(run: Run, place: SeededDatabase<SeededPerson>, ours: MeasuredServer): Promise<void> {
  const program = await startBaseline("password", place, run.scratch, 0);
  const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin" };
  try {
    await beside(run, place, {
      work: SIGN_IN,
      own: { name: SIGN_IN, server: ours, request: () => ({ method: "POST", path: "/ui/v1/session", headers, body }) },
      other: { name: "password", server: program, request: () => ({ method: "GET", path: "/", headers: {} }) },
      connections: 4,
    });
  } finally {
    await program.stop();
  }
}

interface SideBySide {
  work: string;
  own: Contender;
  other: Contender;
  connections?: number;
}

async function beside(
  run: Run,
  { database, size }: SeededDatabase<SeededPerson>,
  { work, own, other, connections }: SideBySide,
): Promise<void> {
  const taken = await takeTurns([own, other], { ...roundsOf(run), connections });
  const [ours, theirs] = taken.map(figuresOf);
  const ratio = ratioOf(taken[0]!, taken[1]!);
  const row = { work, database, size, ours: ours!, beside: other.name, theirs: theirs!, ratio };
  compare(run, { chapter: "sessions", ...row, aim: AIM });
}

/** The same request as a signed-in person sends it: below the interface's path, with a cookie. */
function asPerson({ session }: SeededPerson, request: LoadRequest): LoadRequest {
  const script = request.script?.replaceAll("/api/v1/", "/ui/v1/");
  return { ...request, headers: { cookie: `retest=${session}` }, ...(script === undefined ? {} : { script }) };
}

async function seedPerson(where: SeededPlace, issues: number): Promise<SeededPerson> {
  const seeded = await seed(where, issues);
  const { performer, workspace, close } = await openSeeded(where);
  const asked = { workspaceId: workspace.id, role: "viewer", apps: null, email: EMAIL, createdBy: null } as const;
  const { token } = await performer.perform(invite, asked);
  const passwordHash = await hashPassword(PASSWORD);
  const joined = { hash: tokenHash(token), name: "Ada", email: null, passwordHash };
  const session = await performer.perform(acceptInvitation, joined);
  await close();
  return { ...seeded, session: session.token };
}
