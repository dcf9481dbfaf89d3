// The API's document as far as the client's types are made of it, and the mark by which one sees that they were made of this one.
import { createHash } from "node:crypto";
import { documentAt } from "../../src/http/reference/build-reference.ts";

/** What says nothing of a type: the reference has it. */
const LEFT_OUT = new Set(["example", "examples", "headers", "webhooks", "securitySchemes", "description"]);

export async function apiDocument(): Promise<Record<string, unknown>> {
  return bare(await documentAt("https://retest.invalid", "0.0.0")) as Record<string, unknown>;
}

function bare(value: unknown, within = ""): unknown {
  if (Array.isArray(value)) return value.map((one) => bare(one));
  if (typeof value !== "object" || value === null) return value;
  const isNames = within === "properties";
  const kept = Object.entries(value).filter(([key]) => isNames || !LEFT_OUT.has(key));
  return Object.fromEntries(kept.map(([key, one]) => [key, bare(one, isNames ? "" : key)]));
}

/** Those that take an Idempotency-Key: they may be sent again by who heard no answer. */
export function repeatableIn(document: Record<string, unknown>): string[] {
  return Object.entries(document.paths as object).flatMap(([path, item]) =>
    Object.entries(item as object)
      .filter(([, operation]) => JSON.stringify(operation).includes('"name":"Idempotency-Key"'))
      .map(([method]) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
}

/** Of the document and of the types that were made from it: nobody changes either without the other. */
export function markOf(document: Record<string, unknown>, types: string): string {
  return createHash("sha256").update(JSON.stringify(document)).update(types).digest("hex");
}
