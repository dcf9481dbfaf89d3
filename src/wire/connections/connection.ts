// Connections with other tools, as they cross the boundary.
import * as z from "zod";
import type { ConnectionSettings, Credentials } from "../../domain/connections/connection.ts";
import { CONNECTION_STATES, connectionState } from "../../domain/connections/connection-state.ts";
import { MAX_NAME } from "../../domain/limits.ts";
import { canForward } from "../../integrations/connection-rules.ts";
import { TOOLS, type Tool, toolNamed } from "../../integrations/tool-registry.ts";
import { setupSteps } from "../../integrations/toolkit/setup-text.ts";
import { isoTime, isoTimeOrNull } from "../../lib/clock.ts";
import { nameText } from "../../lib/schema/fields.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { App } from "../../storage/apps/apps.ts";
import type { Connection } from "../../storage/connections/connections.ts";
import { timestamp } from "../fields.ts";
import { connectionFields } from "./connection-fields.ts";

const tool = z.enum(TOOLS);
const name = nameText(MAX_NAME);
const fields = z.record(z.string(), z.unknown());

export const CreateConnectionBody = z
  .strictObject({ tool, name: optional(name), settings: optional(fields), credentials: optional(fields) })
  .transform((body, context) => ({
    tool: body.tool,
    name: body.name ?? toolNamed(body.tool).label,
    settings: readFields(body.tool, "settings", body.settings ?? {}, context) as ConnectionSettings,
    credentials: readFields(body.tool, "credentials", body.credentials ?? {}, context) as Credentials,
  }));

/** What the fields may be depends on the tool: they are read once the connection is known. */
export const ChangeConnectionBody = z
  .strictObject({
    name: optional(name),
    enabled: optional(z.boolean()),
    paused: optional(z.literal(false, "only Retest pauses a connection; send false to resume it")),
    settings: optional(fields),
    credentials: optional(fields),
  })
  .refine(namesSomething, "name at least one field to change");

/** The change as far as it concerns fields of this tool; null removes one. */
export function changedFields(of: string, part: "settings" | "credentials") {
  return fields.transform((given, context) => {
    const removed = Object.entries(given).filter(([, value]) => value === null);
    const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
    const known = connectionFields(of)[part];
    for (const [field] of removed) if (!Object.hasOwn(known, field)) refuse(of, part, field, context);
    return { ...(readFields(of, part, set, context) as ConnectionSettings), ...Object.fromEntries(removed) };
  });
}

function readFields(
  of: string,
  part: "settings" | "credentials",
  given: Record<string, unknown>,
  context: z.RefinementCtx,
): Record<string, unknown> {
  const known = connectionFields(of)[part];
  const read: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(given)) {
    if (!Object.hasOwn(known, field)) {
      refuse(of, part, field, context);
      continue;
    }
    const parsed = known[field]!.safeParse(value);
    if (parsed.success) read[field] = parsed.data;
    else
      for (const issue of parsed.error.issues)
        context.addIssue({ code: "custom", message: issue.message, path: [part, field, ...issue.path] });
  }
  return read;
}

function refuse(of: string, part: "settings" | "credentials", field: string, context: z.RefinementCtx): void {
  const names = Object.keys(connectionFields(of)[part]).join(", ");
  const message = `a connection to ${toolNamed(of).label} has no such field; it has: ${names}`;
  context.addIssue({ code: "custom", message, path: [part, field.slice(0, MAX_NAME)] });
}

export const ConnectionSchema = z.strictObject({
  id: z.string(),
  tool,
  name: z.string(),
  enabled: z.boolean(),
  state: z.enum(CONNECTION_STATES),
  /** Where the tool sends what it has to say; null for one that only listens. */
  url: z.string().nullable(),
  settings: fields,
  credentials: z.array(z.string()),
  forwards: z.boolean(),
  heard: z.strictObject({ at: timestamp, outcome: z.string() }).nullable(),
  sent: z.strictObject({ at: timestamp, outcome: z.string() }).nullable(),
  failures: z.number(),
  paused_at: timestamp.nullable(),
  created_at: timestamp,
  setup: z.strictObject({ steps: z.array(z.string()), manifest: z.string().nullable() }),
});
export const NewConnectionSchema = ConnectionSchema.extend({ secret: z.string().optional() });

/** Presents a connection; of its credentials only their names. */
export function presentConnection(row: Connection, app: App, url: string | null): z.infer<typeof ConnectionSchema> {
  const { setup } = toolNamed(row.tool);
  return {
    id: row.id,
    tool: row.tool as Tool,
    name: row.name,
    enabled: row.enabled === 1,
    state: connectionState(row),
    url,
    settings: JSON.parse(row.settings),
    credentials: Object.keys(JSON.parse(row.credentials)),
    forwards: canForward(row),
    heard: row.heardAt === null ? null : { at: isoTime(row.heardAt), outcome: row.heard ?? "" },
    sent: row.sentAt === null ? null : { at: isoTime(row.sentAt), outcome: row.sent ?? "" },
    failures: row.failures,
    paused_at: isoTimeOrNull(row.pausedAt),
    created_at: isoTime(row.createdAt),
    setup: { steps: setupSteps(setup, app), manifest: (url !== null && setup.manifest?.(url)) || null },
  };
}
