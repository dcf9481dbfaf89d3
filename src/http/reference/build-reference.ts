// The whole reference, put together: loaded when somebody first asks for it, so that nobody else pays for it.
import { API_PREFIX, API_ROUTES } from "../routes/all-routes.ts";
import { endpointsOf } from "./document/endpoint.ts";
import { readExamples } from "./document/examples.ts";
import { buildDocument, type OpenApi } from "./document/openapi-document.ts";
import type { OperationGroup } from "./document/operation.ts";
import { apps } from "./operations/apps.ts";
import { connections } from "./operations/connections.ts";
import { cycles } from "./operations/cycles.ts";
import { issues } from "./operations/issues.ts";
import { deliveries, ENDPOINTS_OUTSIDE_THE_API, server } from "./operations/other-endpoints.ts";
import { OUTGOING_EVENTS } from "./operations/outgoing-events.ts";
import { results } from "./operations/results.ts";
import { checks, sections } from "./operations/runbook.ts";
import { notifications, webhook } from "./operations/webhook.ts";
import { keys, workspace } from "./operations/workspace.ts";

export const FAMILIES: readonly OperationGroup[] = [
  issues,
  apps,
  sections,
  checks,
  results,
  cycles,
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
    endpoints: [...endpointsOf(API_PREFIX, API_ROUTES, FAMILIES), ...ENDPOINTS_OUTSIDE_THE_API],
    webhooks: OUTGOING_EVENTS,
    examples: await readExamples(),
  });
}
