// People in tests: joining by a link, signing in, and asking below /ui/v1 as a browser does.
import { DatabaseSync } from "@photostructure/sqlite";
import pg from "pg";
import { invite as inviteAction } from "../../../src/actions/access/invite-person.ts";
import { randomText } from "../../../src/lib/ids.ts";
import { sqliteFile } from "../../../src/startup/config.ts";
import { TABLES } from "../../../src/storage/migrations/all.ts";
import { SESSION } from "../conformance/session-cookie.ts";
import type { Answer, World } from "../server/test-server.ts";

export const PASSWORD = "correct horse battery";
export const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

export interface Joined {
  id: string;
  email: string;
  /** What the browser sends back. */
  cookie: string;
}

/** One request below /ui/v1 with these headers and no others. */
export async function ui(
  address: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = SAME_ORIGIN,
): Promise<Answer & { cookie: string | undefined }> {
  const type: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
  const content = body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) };
  const response = await fetch(`${address}/ui/v1${path}`, { method, headers: { ...type, ...headers }, ...content });
  const text = await response.text();
  const [cookie] = response.headers.get("set-cookie")?.split(";") ?? [];
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined, cookie };
}

export function signIn(world: World, email: string, password = PASSWORD, headers: Record<string, string> = {}) {
  return ui(world.address, "POST", "/session", { email, password }, { ...SAME_ORIGIN, ...headers });
}

/** The token of a new invitation. */
export async function invite(world: World, fields: Record<string, unknown> = {}): Promise<string> {
  const grant = { workspaceId: world.store.workspace.id, role: "viewer", apps: null, email: null, createdBy: null };
  return (await world.store.performer.perform(inviteAction, { ...grant, ...fields } as never)).token;
}

/** Somebody new with a password, joined by a link as people do. All are called Ada, as people were who joined before names had to differ. */
export async function join(world: World, fields: Record<string, unknown> = {}): Promise<Joined> {
  const token = await invite(world, fields);
  const email = `${randomText(8)}@example.com`;
  const answer = await accept(world, { token, email });
  if (answer.status !== 201) throw new Error(`join: ${answer.status} ${JSON.stringify(answer.body)}`);
  const { id } = answer.body.data;
  await rowsOf(world, `update person set name = 'Ada' where id = '${id}'`);
  return { id, email, cookie: answer.cookie! };
}

/** With a name of their own, if none is given. */
export function accept(world: World, fields: Record<string, unknown>) {
  return ui(world.address, "POST", "/invitations/accept", {
    name: `Ada ${randomText(8)}`,
    password: PASSWORD,
    ...fields,
  });
}

export function tokenOf(cookie: string): string {
  return cookie.slice(SESSION.length);
}

/** Whether a cookie is a session's, at any of the world's servers. */
export async function isSignedIn(address: string, cookie: string): Promise<boolean> {
  const { status } = await ui(address, "GET", "/me", undefined, { cookie });
  if (status !== 200 && status !== 401) throw new Error(`GET /me: ${status}`);
  return status === 200;
}

/** Rows of a statement, read behind the product's back. */
export async function rowsOf(world: World, sql: string): Promise<Record<string, unknown>[]> {
  if (world.config.databaseUrl === null) {
    // The server writes meanwhile: without it, whoever comes while it holds the file fails at once.
    const db = new DatabaseSync(sqliteFile(world.config), { timeout: 5_000 });
    try {
      return db.prepare(sql).all() as Record<string, unknown>[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client({ connectionString: world.config.databaseUrl });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Every row of every table, as one text to look for secrets in. */
export async function everythingOfWorld(world: World): Promise<string> {
  const tables = await Promise.all(TABLES.map((table) => rowsOf(world, `select * from ${table}`)));
  return JSON.stringify(tables);
}
