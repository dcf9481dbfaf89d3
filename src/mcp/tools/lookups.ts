// Finding what an assistant names. What is not found is answered with what there is, so that the next try is right.

import { Fault, notFound } from "../../domain/fault.ts";
import { parseCode } from "../../domain/issues/issue-code.ts";
import { ASSISTANT_NAMES } from "../../domain/limits/assistant-limits.ts";
import { pickSection } from "../../domain/runbook/find-by-name.ts";
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { type App, findApp, listApps } from "../../storage/apps/apps.ts";
import { listAppNamesNear } from "../../storage/apps/similar-app-names.ts";
import { getCycleOfApp, listCycles } from "../../storage/cycles/cycles.ts";
import { findIssueByCode } from "../../storage/issues/issue-codes.ts";
import { listCandidates } from "../../storage/runbook/checks.ts";
import { getNamedCheck } from "../../storage/runbook/named-check.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import type { ToolContext } from "./mcp-tool.ts";

/** Throws `not_found`, naming apps that there are. */
export async function findAppNamed({ reader, caller }: ToolContext, name: string): Promise<App> {
  const { reach } = caller.actor;
  const app = name.includes("\0") ? undefined : await findApp(reader, reach, name);
  if (app !== undefined) return app;
  const names = (await listApps(reader, reach)).map((one) => one.name);
  const hint = suggestion(name, await listAppNamesNear(reader, reach, name));
  const some = names.slice(0, ASSISTANT_NAMES).map(quote).join(", ");
  const known =
    names.length === 0 ? "This key reaches no app" : `There are ${some}${names.length > ASSISTANT_NAMES ? ", …" : ""}`;
  throw new Fault("not_found", `app: no app ${quote(name)}.${hint} ${known}.`);
}

/** The ids of the sections meant. Throws `not_found`, naming one that may be meant; `ambiguous_section`. */
export async function findSectionIds({ reader }: ToolContext, app: App, names: readonly string[]): Promise<string[]> {
  const sections = await listSections(reader, app);
  return names.map((name) => {
    try {
      return pickSection(sections, name).id;
    } catch (error) {
      throw pointing(error, "section", "get_app shows the sections of an app.");
    }
  });
}

/** The id of the one check meant. Throws `not_found`, `ambiguous_check`, `ambiguous_section`. */
export async function findCheckId(
  context: ToolContext,
  app: App,
  name: string,
  section: string | undefined,
): Promise<string> {
  const { reader } = context;
  const [sectionId = null] = section === undefined ? [] : await findSectionIds(context, app, [section]);
  try {
    const candidates = name.includes("\0") ? [] : await listCandidates(reader, app, name);
    return (await getNamedCheck(reader, app, name, sectionId, candidates)).id;
  } catch (error) {
    throw pointing(error, "check", "list_checks shows the refs of an app.");
  }
}

/** The id of a cycle of the app. Throws `not_found`, naming those that are open. */
export async function findCycleId({ reader }: ToolContext, app: App, name: string): Promise<string> {
  try {
    if (name.includes("\0")) throw notFound("cycle");
    return (await getCycleOfApp(reader, app, name)).id;
  } catch (error) {
    const open = (await listCycles(reader, app, "open", null, ASSISTANT_NAMES)).map((cycle) => cycle.name);
    throw pointing(error, "cycle", open.length === 0 ? "None is open." : `Open are ${open.map(quote).join(", ")}.`);
  }
}

/** What the API says of something that is not there, with the argument that names it and where to look. */
function pointing(error: unknown, argument: string, where: string): unknown {
  if (!(error instanceof Fault) || error.code !== "not_found") return error;
  return new Fault("not_found", `${argument}: ${error.message} ${where}`);
}

/** The id of an issue that is named by its id or its code. Throws `not_found`. */
export async function findIssueId({ reader, caller }: ToolContext, name: string): Promise<string> {
  const code = parseCode(name);
  if (code === null) return name;
  const id = await findIssueByCode(reader, caller.actor.reach, code);
  if (id !== undefined) return id;
  throw new Fault("not_found", `issue: there is no ${quote(name)} in your reach; list_issues with q finds issues.`);
}
