// What works with an address: it can't be erased there, only changed by whoever has set it up.
import { addressPattern } from "../../domain/privacy/address-pattern.ts";
import { query, type Reads } from "../database/database.ts";

interface Setting {
  appName: string;
  what: string;
  text: string;
}

const OF_WORKSPACE = "join app on app.id = s.app_id where app.workspace_id = ?";
const ofConnections = query<Setting>(
  { appName: "app.name", what: "s.name", text: "s.settings" },
  `from connection s ${OF_WORKSPACE}`,
);
const ofWebhooks = query<Setting>(
  { appName: "app.name", what: "'webhook'", text: "coalesce(s.notify_url, '') || s.mapping" },
  `from webhook s ${OF_WORKSPACE}`,
);
const ofPeople = query<{ personId: string; name: string; text: string }>(
  { personId: "p.id", name: "p.name", text: "i.subject" },
  "from identity i join person p on p.id = i.person_id where p.workspace_id = ? and p.removed_at is null order by p.id",
);

/** The setting that works with an address: the name of the connection, or the webhook, and of its app; undefined if none does. */
export async function findWorkingAddress(
  db: Reads,
  workspaceId: string,
  email: string,
): Promise<{ what: string; appName: string } | undefined> {
  const settings = [...(await db.all(ofConnections, workspaceId)), ...(await db.all(ofWebhooks, workspaceId))];
  return settings.find(({ text }) => addressPattern(email).test(text));
}

/** Another person who signs in by this address, because an issuer or proxy calls them so; undefined if nobody does. */
export async function findWhoComesBy(
  db: Reads,
  workspaceId: string,
  email: string,
  except: readonly string[],
): Promise<{ name: string } | undefined> {
  const linked = await db.all(ofPeople, workspaceId);
  return linked.find(({ personId, text }) => !except.includes(personId) && addressPattern(email).test(text));
}
