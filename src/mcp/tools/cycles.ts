// Tools about cycles: which there are, how one stands and what is left of it, starting one and closing it.
import * as z from "zod";
import { CYCLE_STATES } from "../../domain/cycles/cycle.ts";
import { ASSISTANT_DEFAULT_RUNBOOK, ASSISTANT_MAX_RUNBOOK } from "../../domain/limits/assistant-limits.ts";
import { DEFAULT_PAGE, MAX_BUILD, MAX_NAME, MAX_PAGE } from "../../domain/limits.ts";
import type { Status } from "../../domain/status/platform-status.ts";
import type { CycleSchema } from "../../wire/cycles/cycle.ts";
import type { CycleRunbookSchema } from "../../wire/cycles/cycle-checks.ts";
import { countsOf, pairs } from "./counts-text.ts";
import {
  appInput,
  cursorInput,
  cycleInput,
  limitInput,
  platformsInput,
  sectionInput,
  statusInput,
  wordsInput,
} from "./inputs.ts";
import { shortened } from "./issue-text.ts";
import { findAppNamed, findCycleId, findSectionIds } from "./lookups.ts";
import { type McpTool, queryOf, tool } from "./mcp-tool.ts";
import { pageAfter } from "./page-after.ts";

type Cycle = z.infer<typeof CycleSchema>;
type CycleRunbook = z.infer<typeof CycleRunbookSchema>;

/** Whether somebody still has to do something. */
function isLeft(status: Status | null): boolean {
  return status === "failed" || status === "needs_retest" || status === "untested";
}

export const cycleTools: McpTool[] = [
  tool({
    name: "list_cycles",
    title: "List cycles",
    description: "The cycles of an app, newest first: rounds of testing for releases, and how each stands.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      status: z.enum(CYCLE_STATES).optional().describe("Only cycles that are open, or closed"),
      limit: limitInput(MAX_PAGE, DEFAULT_PAGE),
      cursor: cursorInput.optional(),
    }),
    async run(context, { app: asked, ...filter }) {
      const { id, name } = await findAppNamed(context, asked);
      const page = (await context.caller.ask("GET /apps/:id/cycles", { id, query: queryOf(filter) })) as {
        data: Cycle[];
        next_cursor: string | null;
      };
      const cycles = page.data.map(({ app: _, testers: __, ...one }) => one);
      const what = filter.status === undefined ? "cycles" : `${filter.status} cycles`;
      const head = cycles.length === 0 ? `${name} has no ${what} here.` : `${name}: ${cycles.length} ${what}`;
      return {
        text: [head, ...page.data.map((one) => `- ${lineOf(one)}`)].join("\n"),
        data: { cycles, next_cursor: page.next_cursor },
      };
    },
  }),
  tool({
    name: "get_cycle",
    title: "Get a cycle",
    description:
      "How a cycle stands, and what is left of it in runbook order: checks that are failed, needs_retest or untested, with the platforms where they are.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      cycle: cycleInput,
      limit: limitInput(ASSISTANT_MAX_RUNBOOK, ASSISTANT_DEFAULT_RUNBOOK),
      cursor: cursorInput.optional(),
    }),
    async run(context, { app: name, cycle: named, limit, cursor }) {
      const id = await findCycleId(context, await findAppNamed(context, name), named);
      const { data } = (await context.caller.ask("GET /cycles/:id/runbook", { id })) as { data: CycleRunbook };
      const { cycle, platforms, sections } = data;
      const refs = new Map(sections.map((section) => [section.id, section.ref]));
      const left = data.checks.flatMap(({ id: checkId, ref, title, section, statuses }) => {
        const here = platforms.flatMap(({ code }, i) => (isLeft(statuses[i]!) ? [[code, statuses[i]!]] : []));
        if (here.length === 0) return [];
        return [{ id: checkId, ref, title, section: refs.get(section), platforms: Object.fromEntries(here) }];
      });
      const { page, next } = pageAfter(context.caller, ["get_cycle", id], left, cursor, limit);
      const lines = page.map((one) => `- ${one.ref} ${shortened(one.title, 100)}: ${pairs(one.platforms)}`);
      return {
        text: [lineOf(cycle), `${left.length} checks are left`, ...lines].join("\n"),
        data: { cycle, left: page, total_left: left.length, next_cursor: next },
      };
    },
  }),
  tool({
    name: "start_cycle",
    title: "Start a cycle",
    description:
      "Starts a round of testing of an app, or of some platforms and sections, or of what is left of another cycle. Its checks begin as untested; those outside the cycle stay what they are.",
    role: "admin",
    effect: "adds",
    input: z.strictObject({
      app: appInput,
      name: wordsInput(MAX_NAME).describe("What the cycle is called, such as 1.5 RC 1; unique in the app"),
      build: wordsInput(MAX_BUILD)
        .optional()
        .describe("What is tested: results of another build don't count. If left out, every build counts"),
      platforms: platformsInput.optional(),
      sections: z.array(sectionInput).max(1_000).optional().describe("Sections; if left out or empty, all of them"),
      from: z
        .strictObject({
          cycle: cycleInput,
          statuses: z.array(statusInput).min(1).optional().describe("By default failed, needs_retest and untested"),
        })
        .optional()
        .describe("Only what reads one of these statuses in another cycle of the app: what is left of it"),
    }),
    async run(context, { app: asked, from, sections: named, ...rest }) {
      const app = await findAppNamed(context, asked);
      const sections = named && (await findSectionIds(context, app, named));
      const body = {
        ...rest,
        sections,
        from: from && { ...from, cycle: await findCycleId(context, app, from.cycle) },
      };
      const { data } = (await context.caller.ask("POST /apps/:id/cycles", { id: app.id, body })) as { data: Cycle };
      return { text: `Started.\n${lineOf(data)}`, data: { cycle: data } };
    },
  }),
  tool({
    name: "close_cycle",
    title: "Close a cycle",
    description:
      "Closes a cycle for good: what it found is kept as it is at this moment, and no more results count for it. It can't be opened again.",
    role: "admin",
    effect: "ends",
    input: z.strictObject({ app: appInput, cycle: cycleInput }),
    async run(context, { app: name, cycle: named }) {
      const id = await findCycleId(context, await findAppNamed(context, name), named);
      const { data } = (await context.caller.ask("POST /cycles/:id/close", { id })) as { data: Cycle };
      return { text: `Closed.\n${lineOf(data)}`, data: { cycle: data } };
    },
  }),
];

function lineOf({ name, id, status, build, summary }: Cycle): string {
  const of = build === null ? "" : `, build ${build}`;
  return `${name} (${id}, ${status}${of}): ${summary.percent_complete} % complete; ${countsOf(summary)}; ${summary.checks} checks`;
}
