// The release gate of a server: asked, and told to people.
import type { z } from "zod";
import { Fault } from "../../domain/fault.ts";
import type { GateSchema } from "../../wire/status/release-gate.ts";
import { type Flags, UsageError } from "../command.ts";
import { askForData, type Remote } from "./ask-server.ts";
import { thresholdsIn } from "./gate-thresholds.ts";

export type Gate = z.infer<typeof GateSchema>;

/** A fail is an answer; that there is none must not be taken for one. Throws `UsageError`. */
export async function askGate(remote: Remote, app: string, flags: Flags): Promise<Gate> {
  const path = `/apps/${encodeURIComponent(app)}/gate${queryOf(flags)}`;
  try {
    return await askForData(remote, { method: "GET", path });
  } catch (error) {
    throw error instanceof Fault ? new UsageError(error.message) : error;
  }
}

/** The server says what is wrong with a platform or a cycle. */
function queryOf(flags: Flags): string {
  const { platform, cycle } = flags.values;
  const query = new URLSearchParams(thresholdsIn(flags));
  for (const code of (platform as string[] | undefined) ?? []) query.append("platform", code);
  if (cycle !== undefined) query.set("cycle", String(cycle));
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

export function describeGate({ app, cycle, result, reasons, platforms, ...figures }: Gate): string {
  const { passed, failed, needs_retest, untested, percent_complete, open_issues } = figures;
  return [
    `${result === "pass" ? "PASS" : "FAIL"}  ${app.name}${cycle === undefined ? "" : `, ${cycle.name}`} (${platforms.join(", ")})`,
    ...reasons.map(({ message }) => `  - ${message}`),
    `  ${percent_complete} % tested: ${passed} passed, ${failed} failed, ${needs_retest} need a retest, ${untested} untested; open issues: ${open_issues}`,
  ].join("\n");
}
