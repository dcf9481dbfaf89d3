// Assistants that were let in: keys that have a client, as they stand with the person who let them in.
import type { Role } from "../../domain/access/grant.ts";
import { query, type Reads } from "../database/database.ts";
import { KEY_COLUMNS, type Key } from "./keys.ts";

/** An assistant with what its person may do now. */
export interface FoundAssistant extends Key {
  /** When its token expires. */
  secretExpiresAt: number;
  personRole: Role;
  personApps: string | null;
  requestRate: number | null;
  /** 1 if the workspace demands a second factor that its person does not have. */
  needsFactor: number;
}

/** True where person p of workspace w has no second factor though the workspace requires one. */
const LACKS_FACTOR =
  "w.second_factor = 'required' and not exists (select 1 from second_factor f where f.person_id = p.id)";

const found = query<FoundAssistant>(
  {
    ...KEY_COLUMNS,
    secretExpiresAt: "s.expires_at",
    personRole: "p.role",
    personApps: "p.apps",
    requestRate: "w.request_rate",
    needsFactor: `case when k.vouched = 0 and ${LACKS_FACTOR} then 1 else 0 end`,
  },
  `from key_secret s join key k on k.id = s.key_id join person p on p.id = k.created_by join workspace w on w.id = k.workspace_id
    where s.hash = ? and k.client_id is not null and k.revoked_at is null and p.removed_at is null`,
);
const ofPerson = query<Key>(
  KEY_COLUMNS,
  "from key k where k.created_by = ? and k.client_id is not null and k.revoked_at is null and k.expires_at > ? order by k.id",
);
const runOut = query<{ id: string }>(
  { id: "id" },
  "from key where client_id is not null and revoked_at is null and expires_at <= ? order by expires_at",
);
const demanded = query<{ needed: number }>(
  {
    needed: `case when ${LACKS_FACTOR} then 1 else 0 end`,
  },
  "from person p join workspace w on w.id = p.workspace_id where p.id = ?",
);

/**
 * Finds an assistant by the hash of its token. Whether that has expired and what its person may still do is the
 * caller's to check.
 */
export async function findAssistant(db: Reads, hash: string): Promise<FoundAssistant | undefined> {
  return db.get(found, hash);
}

/** The assistants that a person let in and that have neither ended nor expired. The caller has reached the person. */
export async function listAssistantsOf(db: Reads, personId: string, now: number): Promise<Key[]> {
  return db.all(ofPerson, personId, now);
}

/** Ids of assistants, in every workspace, that nobody has used for too long. */
export async function listRunOutAssistants(db: Reads, now: number): Promise<string[]> {
  return (await db.all(runOut, now)).map(({ id }) => id);
}

/** Whether a second factor is demanded of a person who has none. */
export async function lacksFactor(db: Reads, personId: string): Promise<boolean> {
  return (await db.get(demanded, personId))?.needed === 1;
}
