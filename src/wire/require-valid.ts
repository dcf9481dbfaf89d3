// Holds what was sent against the schema of it, and says what is wrong in the same words wherever it came in.
import type { ZodType, z } from "zod";
import { Fault } from "../domain/fault.ts";

/** What a field is called where it is not called one. */
const CALLED: Record<string, string> = { query: "parameter", arguments: "argument" };

/** Throws `invalid_request` naming every field that is wrong. */
export function requireValid<Schema extends ZodType>(schema: Schema, value: unknown, what: string): z.infer<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  // What a body as a whole lacks is no news beside a field that it should not have.
  const isNews = (issue: z.core.$ZodIssue) => issue.path.length > 0 || issue.code !== "custom";
  const hasUnknown = read.error.issues.some((issue) => issue.code === "unrecognized_keys");
  const issues = hasUnknown ? read.error.issues.filter(isNews) : read.error.issues;
  const faults = issues.slice(0, 5).map((issue) => describe(issue, value, what));
  const more = issues.length - faults.length;
  const message = `${faults.join("; ")}${more > 0 ? `; and ${more} more` : ""}`;
  throw new Fault("invalid_request", message.endsWith("?") ? message : `${message}.`);
}

function describe(issue: z.core.$ZodIssue, value: unknown, what: string): string {
  const path = issue.path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? String(step) : `${text}.${String(step)}`,
    "",
  );
  const where = path === "" ? what : path;
  if (issue.code === "unrecognized_keys" && path === "") return issue.message.replace("field", CALLED[what] ?? "field");
  if (issue.code.startsWith("invalid_") && valueAt(value, issue.path) === undefined) return `${where}: required`;
  return `${where}: ${issue.message.startsWith("Invalid") ? lowered(issue.message) : issue.message}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let at = value;
  for (const step of path) at = (at as Record<PropertyKey, unknown> | null | undefined)?.[step];
  return at;
}

function lowered(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1);
}
