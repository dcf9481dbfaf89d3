// A tool as an assistant sees it: what it is for, who may use it, what it takes; and what it gives back.
import type { z } from "zod";
import type { Actor } from "../../domain/access/actor.ts";
import type { Role } from "../../domain/access/grant.ts";
import type { Reader } from "../../storage/database/database.ts";

/** Somebody with a key, and the API as it answers them. */
export interface McpCaller {
  actor: Actor;
  /** Checks, once the whole request came, that its key is still valid. Throws `unauthorized`. */
  admitAgain(): Promise<void>;
  ask(route: string, question: { id?: string; query?: Record<string, string>; body?: unknown }): Promise<unknown>;
  /** A cursor of a list's own, which only this caller can use, and only for the same list. */
  sealCursor(list: string[], place: string): string;
  /** The place that it marks. Throws `invalid_cursor`. */
  openCursor(list: string[], cursor: string): string;
}

export interface ToolContext {
  caller: McpCaller;
  reader: Reader;
  baseUrl: string;
}

/** The answer as a few lines to read, and as data. */
export interface McpToolResult {
  text: string;
  data: Record<string, unknown>;
}

/** What a client may tell the person in front of it before the tool is used. */
export type Effect = "reads" | "adds" | "sets" | "replaces" | "ends";

export interface McpTool {
  name: string;
  title: string;
  description: string;
  role: Role;
  effect: Effect;
  input: z.ZodObject;
  run(context: ToolContext, input: never): Promise<McpToolResult>;
}

type Spec<Input extends z.ZodObject> = Omit<McpTool, "input" | "run"> & {
  input: Input;
  run(context: ToolContext, input: z.output<Input>): Promise<McpToolResult>;
};

/** A tool whose work gets its input in the type of its schema. */
export function tool<Input extends z.ZodObject>(spec: Spec<Input>): McpTool {
  return spec as unknown as McpTool;
}

/** What each effect means to clients; no tool reaches further than this server. */
export const ANNOTATIONS: Record<Effect, Record<string, boolean>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  adds: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  sets: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  replaces: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  ends: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
};

/** What of an input goes into a query: all that is given, as text. */
export function queryOf(input: Record<string, unknown>): Record<string, string> {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}
