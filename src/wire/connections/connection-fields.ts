// What each tool's connection may hold: what the tool names itself, and what all that forward or raise issues have.
import * as z from "zod";
import { EVENT_TYPES, ISSUE_EVENT_KINDS } from "../../domain/connections/connection.ts";
import { TOOLS, toolNamed } from "../../integrations/tool-registry.ts";
import type { FieldKind } from "../../integrations/toolkit/tool-definition.ts";
import { listOf } from "../../lib/schema/fields.ts";
import { platformCodes, priority } from "../fields.ts";
import { fieldSchema } from "./field-schemas.ts";

const OF_FORWARDERS = { forward: listOf(z.enum(ISSUE_EVENT_KINDS), ISSUE_EVENT_KINDS.length) };
const OF_PUBLISHERS = { types: listOf(z.enum(EVENT_TYPES), EVENT_TYPES.length) };
const OF_RAISERS = { default_platforms: platformCodes, default_priority: priority };

interface ConnectionFields {
  settings: Record<string, z.ZodType>;
  credentials: Record<string, z.ZodType>;
}

const FIELDS = new Map<string, ConnectionFields>(TOOLS.map((tool) => [tool, fieldsOf(tool)]));

/** What a connection with the tool may hold, by the names of the fields. */
export function connectionFields(tool: string): ConnectionFields {
  return FIELDS.get(tool)!;
}

function fieldsOf(tool: string): ConnectionFields {
  const { fields, forwarder, publisher, raises } = toolNamed(tool);
  return {
    settings: {
      ...(forwarder === null ? {} : OF_FORWARDERS),
      ...(publisher === undefined ? {} : OF_PUBLISHERS),
      ...schemasOf(fields.settings),
      ...(raises ? OF_RAISERS : {}),
    },
    credentials: schemasOf(fields.credentials),
  };
}

function schemasOf(kinds: Record<string, FieldKind>): Record<string, z.ZodType> {
  return Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, fieldSchema(kind)]));
}
