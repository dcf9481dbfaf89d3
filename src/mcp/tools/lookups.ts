// Finding what an assistant names. What is not found is answered with what there is, so that the next try is right.

import { Fault, notFound } from "../../domain/fault.ts";
import { parseCode } from "../../domain/issues/issue-code.ts";
import { pickCheck, pickSection } from "../../domain/runbook/find-by-name.ts";
import { nearestWord } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { type App, findApp, listApps } from "../../storage/apps/apps.ts";
import { getCycleOfApp, listCycles } from "../../storage/cycles/cycles.ts";
import { findIssueByCode } from "../../storage/issues/issue-codes.ts";
import { listCandidates } from "../../storage/runbook/checks.ts";
import { listRefsNear } from "../../storage/runbook/refs-near.ts";
import { listSections } from "../../storage/runbook/sections.ts";
import type { ToolContext } from "./mcp-tool.ts";

const NAMED = 20;

/** Throws `not_found`, naming apps that there are. */
export async function findAppNamed({ reader, caller }: ToolContext, name: string): Promise<App> {
  const { reach } = caller.actor;
  const app = name.includes("\0") ? undefined : await findApp(reader, reach, name);
  if (app !== undefined) return app;
  const names = (await listApps(reader, reach)).map((one) => one.name);
  const meant = nearestWord(name, names);
  const some = names.slice(0, NAMED).map(quote).join(", ");
  const known =
    names.length === 0 ? "This key reaches no app" : `There are ${some}${names.length > NAMED ? ", …" : ""}`;
  const hint = meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
  throw new Fault("not_found", `app: no app ${quote(name)}.${hint} ${known}.`);
}

/** The ids of the sections meant. Throws `not_found`, naming one that may be meant; `ambiguous_section`. */
export async function findSectionIds({ reader }: ToolContext, app: App, names: readonly string[]): Promise<string[]> {
  const sections = await listSections(reader, app);
  return names.map((name) => {
    try {
      return pickSection(sections, name).id;
    } catch (error) {
      if (!(error instanceof Fault) || error.code !== "not_found") throw error;
      const known = sections.flatMap(({ ref, title }) => [title, ref]);
      const meant = nearestWord(name, known);
      const hint = meant === undefined ? "" : ` Did you mean ${quote(meant)}?`;
      const words = `section: ${quote(app.name)} has no section ${quote(name)}.${hint} get_app shows its sections.`;
      throw new Fault("not_found", words);
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
  const candidates = name.includes("\0") ? [] : await listCandidates(reader, app, name);
  try {
    return pickCheck(candidates, name, sectionId).id;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "not_found") throw error;
    const meant = name.includes("\0") ? undefined : nearestWord(name, await listRefsNear(reader, app, name));
    const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
    throw new Fault(
      "not_found",
      `check: ${quote(app.name)} has no check ${quote(name)}.${hint} list_checks shows its refs.`,
    );
  }
}

/** The id of a cycle of the app. Throws `not_found`, naming those that are open. */
export async function findCycleId({ reader }: ToolContext, app: App, name: string): Promise<string> {
  try {
    if (name.includes("\0")) throw notFound("cycle");
    return (await getCycleOfApp(reader, app, name)).id;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== "not_found") throw error;
    const open = (await listCycles(reader, app, "open", null, NAMED)).map((cycle) => cycle.name);
    const known = open.length === 0 ? "None is open" : `Open are ${open.map(quote).join(", ")}`;
    throw new Fault("not_found", `cycle: ${quote(app.name)} has no cycle ${quote(name)}. ${known}.`);
  }
}

/** The id of an issue that is named by its id or its code. Throws `not_found`. */
export async function findIssueId({ reader, caller }: ToolContext, name: string): Promise<string> {
  const code = parseCode(name);
  if (code === null) return name;
  const id = await findIssueByCode(reader, caller.actor.reach, code);
  if (id !== undefined) return id;
  throw new Fault("not_found", `issue: there is no ${quote(name)} in your reach; list_issues with q finds issues.`);
}
