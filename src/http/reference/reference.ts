// The whole reference, put together: loaded when somebody first asks for it, so that nobody else pays for it.
import { API_PREFIX, API_ROUTES } from "../routes.ts";
import { buildDocument, type OpenApi } from "./document.ts";
import { DOORS, deliveries, SENT, server } from "./doors.ts";
import { endpointsOf } from "./endpoint.ts";
import { readExamples } from "./examples.ts";
import { apps } from "./families/apps.ts";
import { connections } from "./families/connections.ts";
import { issues } from "./families/issues.ts";
import { results } from "./families/results.ts";
import { checks, sections } from "./families/runbook.ts";
import { notifications, webhook } from "./families/webhooks.ts";
import { keys, workspace } from "./families/workspace.ts";
import type { Family } from "./operation.ts";

export const FAMILIES: readonly Family[] = [
  issues,
  apps,
  sections,
  checks,
  results,
  deliveries,
  webhook,
  notifications,
  connections,
  keys,
  workspace,
  server,
];

export async function documentAt(baseUrl: string, version: string): Promise<OpenApi> {
  return buildDocument({
    baseUrl,
    version,
    families: FAMILIES,
    endpoints: [...endpointsOf(API_PREFIX, API_ROUTES, FAMILIES), ...DOORS],
    webhooks: SENT,
    examples: await readExamples(),
  });
}
