// Settings that something works with: an address in them can't be erased, only changed by whoever has set it up.
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

/** What works with an address: the name of the connection, or the webhook, and of its app; undefined if nothing does. */
export async function findWorkingAddress(
  db: Reads,
  workspaceId: string,
  email: string,
): Promise<{ what: string; appName: string } | undefined> {
  const settings = [...(await db.all(ofConnections, workspaceId)), ...(await db.all(ofWebhooks, workspaceId))];
  return settings.find(({ text }) => text.toLowerCase().includes(email));
}
