// The header Idempotency-Key: a request that carries it can be repeated without being done twice.

import type { ArchiveChecks } from "../../actions/archive/archive-checks.ts";
import type { RaiseIssue } from "../../actions/issues/raise-issue.ts";
import { conflict, KEEP_OUTPUTS_MS, type Once } from "../../actions/once-per-idempotency-key.ts";
import type { RecordedResults, RecordResults } from "../../actions/results/record-results.ts";
import type { RecordRun } from "../../actions/results/record-test-run.ts";
import type { CreateSection } from "../../actions/runbook/change-section.ts";
import type { CreateChecks, CreatedChecks } from "../../actions/runbook/create-checks.ts";
import { Fault } from "../../domain/fault.ts";
import { MAX_IDEMPOTENCY_KEY } from "../../domain/limits.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { sha256 } from "../../lib/crypto/sha256.ts";
import type { IssueText } from "../../storage/issues/issues.ts";
import type { Section } from "../../storage/runbook/sections.ts";
import { findOutput } from "../../storage/workspace/idempotency-keys.ts";
import { actorId } from "./request-actor.ts";
import type { Call } from "./route.ts";

const PRINTABLE = new RegExp(`^[\\x20-\\x7e]{1,${MAX_IDEMPOTENCY_KEY}}$`);

interface Repeatable {
  raiseIssue: { input: RaiseIssue; output: IssueText };
  recordResults: { input: RecordResults; output: RecordedResults };
  recordRun: { input: RecordRun; output: null };
  createSection: { input: CreateSection; output: Section };
  createChecks: { input: CreateChecks; output: CreatedChecks };
  archiveChecks: { input: ArchiveChecks; output: string[] };
}

type Asking = Pick<Call, "services" | "actor" | "request">;

/**
 * Performs the action, once for each key if there is one; the headers say if it had been performed before. `asked` tells the
 * request from others, and `part` the parts of one that is performed in several; `author` is who the audit log names.
 */
export async function performOnce<Name extends keyof Repeatable>(
  { services: { performer }, actor, request }: Asking,
  name: Name,
  input: Repeatable[Name]["input"],
  { asked = input, part = "", author }: { asked?: object; part?: string; author?: Author } = {},
): Promise<{ output: Repeatable[Name]["output"]; headers?: Record<string, string> }> {
  const key = request.headers["idempotency-key"] as string | undefined;
  if (key === undefined) return { output: (await performer.perform(name, input as never, author)) as never };
  const once: Once = { owner: actorId(actor), key: requireKey(key) + part, print: printOf(name, asked) };
  const done = await performer.perform(`${name}Once`, { ...input, once } as never, author);
  const { output, replayed } = done as { output: Repeatable[Name]["output"]; replayed: boolean };
  return replayed ? { output, headers: { "idempotent-replayed": "true" } } : { output };
}

/** Whether all that the request asks for was done before. Throws `invalid_request`, `idempotency_conflict`. */
export async function wasDone(
  { services: { reader, clock }, actor, request }: Asking,
  name: keyof Repeatable,
  asked: object,
): Promise<boolean> {
  const key = request.headers["idempotency-key"] as string | undefined;
  if (key === undefined) return false;
  const kept = await findOutput(reader, actorId(actor), requireKey(key), clock() - KEEP_OUTPUTS_MS);
  if (kept !== undefined && kept.print !== printOf(name, asked)) throw conflict();
  return kept !== undefined;
}

/** Throws `invalid_request`. */
function requireKey(key: string): string {
  if (PRINTABLE.test(key)) return key;
  throw new Fault(
    "invalid_request",
    `Idempotency-Key: send 1 to ${MAX_IDEMPOTENCY_KEY} printable ASCII characters, such as a UUID.`,
  );
}

/** By what is asked for, not by how it is written: spaces and the order of fields make no difference. */
function printOf(name: string, { actor: _, ...asked }: { actor?: unknown }): string {
  return sha256(JSON.stringify([name, asked]));
}
