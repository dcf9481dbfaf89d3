// The platforms on which reports that name none are raised: as long as a webhook or a connection names them, an app keeps them, because
// without them such a report would be raised on every platform.
import { listConnections } from "../../storage/connections/connections.ts";
import { findWebhook } from "../../storage/webhook/webhooks.ts";
import type { AppWrite } from "../app-write.ts";

/** For each platform's code what names it as a default: the webhook, or a connection. */
export async function listDefaultPlatforms({ tx, app }: AppWrite): Promise<Map<string, string>> {
  const named = new Map<string, string>();
  for (const { name, settings } of await listConnections(tx, app.id)) {
    const { default_platforms: codes = [] } = JSON.parse(settings) as { default_platforms?: string[] };
    for (const code of codes) named.set(code, `the connection ${name}`);
  }
  const webhook = await findWebhook(tx, app.id);
  for (const code of JSON.parse(webhook?.defaultPlatforms ?? "[]") as string[]) named.set(code, "the webhook");
  return named;
}
