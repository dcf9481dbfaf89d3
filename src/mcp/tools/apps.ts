// Tools about apps: which there are, how one stands, its runbook, and whether it may be released.
import * as z from "zod";
import {
  ASSISTANT_DEFAULT_RUNBOOK,
  ASSISTANT_MAX_RUNBOOK,
  ASSISTANT_SECTIONS,
} from "../../domain/limits/assistant-limits.ts";
import { DEFAULT_PAGE, MAX_GATE_ALLOWED, MAX_PAGE, MAX_SEARCH } from "../../domain/limits.ts";
import type { AppEntrySchema, AppSchema } from "../../wire/apps/app.ts";
import type { RunbookSchema } from "../../wire/runbook/runbook-snapshot.ts";
import type { GateSchema } from "../../wire/status/release-gate.ts";
import { countsOf, pairs } from "./counts-text.ts";
import { appInput, cursorInput, cycleInput, limitInput, platformsInput } from "./inputs.ts";
import { shortened } from "./issue-text.ts";
import { findAppNamed, findCycleId } from "./lookups.ts";
import { type McpTool, queryOf, tool } from "./mcp-tool.ts";
import { pageAfter } from "./page-after.ts";

type AppEntry = z.infer<typeof AppEntrySchema>;
type App = z.infer<typeof AppSchema>;
type Runbook = z.infer<typeof RunbookSchema>;
type Gate = z.infer<typeof GateSchema>;

export const appTools: McpTool[] = [
  tool({
    name: "list_apps",
    title: "List apps",
    description: "Lists the apps in reach, with their platforms and how many checks and open issues each has.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      q: z.string().max(MAX_SEARCH).optional().describe("Part of a name; upper and lower case make no difference"),
      search: z.string().max(MAX_SEARCH).optional().describe("The former name of q"),
      limit: limitInput(MAX_PAGE, DEFAULT_PAGE),
      cursor: cursorInput.optional(),
    }),
    async run({ caller }, { search = "", q = search, limit: most, cursor: after }) {
      const { data } = (await caller.ask("GET /apps", {})) as { data: AppEntry[] };
      const named = data.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase()));
      const { page, next } = pageAfter(caller, ["list_apps", q], named, after, most);
      const lines = page.map(
        (one) =>
          `- ${one.name} (${one.id}, ${one.mode}): platforms ${one.platforms.map(({ code }) => code).join(", ")}; ${one.checks} checks, ${one.open_issues} open issues`,
      );
      return {
        text: `${named.length} apps\n${lines.join("\n")}`,
        data: { apps: page, total: named.length, next_cursor: next },
      };
    },
  }),
  tool({
    name: "get_app",
    title: "Get an app",
    description:
      "The summary of an app: passed, failed, needs_retest, untested and not_applicable, in total and by section.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({ app: appInput }),
    async run(context, input) {
      const { id } = await findAppNamed(context, input.app);
      const { data } = (await context.caller.ask("GET /apps/:id", { id })) as { data: App };
      const { summary, sections, ...facts } = data;
      const shown = sections.slice(0, ASSISTANT_SECTIONS);
      const left = sections.length - shown.length;
      const lines = [
        `${facts.name} (${id}, ${facts.mode} mode, issues ${facts.prefix}-n)`,
        `platforms: ${facts.platforms.map(({ code, label }) => `${code} (${label})`).join(", ")}`,
        `${summary.percent_complete} % complete; ${countsOf(summary)}; ${summary.checks} checks, ${summary.open_issues} open issues`,
        ...shown.map(
          (one) => `- ${one.ref} ${shortened(one.title, 100)}: ${one.checks} checks; ${countsOf(one.summary)}`,
        ),
        ...(left > 0 ? [`… and ${left} more sections: get_runbook goes through all of them`] : []),
      ];
      return { text: lines.join("\n"), data: { app: { ...facts, summary, sections: shown, more_sections: left } } };
    },
  }),
  tool({
    name: "get_runbook",
    title: "Get the runbook",
    description:
      "The runbook of an app in order: every check with its status on each platform. For what needs work, list_checks with a status is shorter.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      limit: limitInput(ASSISTANT_MAX_RUNBOOK, ASSISTANT_DEFAULT_RUNBOOK),
      cursor: cursorInput.optional(),
    }),
    async run(context, input) {
      const { id } = await findAppNamed(context, input.app);
      const { data } = (await context.caller.ask("GET /apps/:id/runbook", { id })) as { data: Runbook };
      const { page, next } = pageAfter(context.caller, ["get_runbook", id], data.checks, input.cursor, input.limit);
      const lines: string[] = [];
      const sections = data.sections.flatMap(({ id: sectionId, ref, title }) => {
        const inside = page.filter(({ section }) => section === sectionId);
        if (inside.length === 0) return [];
        lines.push(`${ref} ${shortened(title, 100)}`);
        const checks = inside.map((check) => {
          const statuses = Object.fromEntries(data.platforms.map(({ code }, i) => [code, check.statuses[i]!]));
          lines.push(`- ${check.ref} ${shortened(check.title, 100)}: ${pairs(statuses)}`);
          return { id: check.id, ref: check.ref, title: check.title, statuses };
        });
        return [{ ref, title, checks }];
      });
      return {
        text: `${data.app.name}: ${data.checks.length} checks\n${lines.join("\n")}`,
        data: { app: data.app, revision: data.revision, sections, total: data.checks.length, next_cursor: next },
      };
    },
  }),
  tool({
    name: "check_gate",
    title: "Ask the release gate",
    description:
      "Whether an app, or some of its platforms, is good enough to ship: pass or fail, with the reasons. By default everything must be tested, nothing failed, no issue open.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      percent: z.number().int().min(0).max(100).default(100).describe("The percentage that must be tested"),
      max_failed: z.number().int().min(0).max(MAX_GATE_ALLOWED).default(0),
      max_open: z.number().int().min(0).max(MAX_GATE_ALLOWED).default(0),
      platforms: platformsInput.optional(),
      cycle: cycleInput.optional().describe("Decide by this cycle instead of by the app: its name or id"),
    }),
    async run(context, { app: name, platforms = [], cycle: named, ...thresholds }) {
      const app = await findAppNamed(context, name);
      const cycle = named === undefined ? undefined : await findCycleId(context, app, named);
      const query = queryOf({ ...thresholds, platforms: platforms.join(","), cycle });
      const { data } = (await context.caller.ask("GET /apps/:id/gate", { id: app.id, query })) as { data: Gate };
      const of = data.cycle === undefined ? data.app.name : `${data.app.name}, cycle ${data.cycle.name}`;
      const lines = [
        `${data.result}: ${of} (${data.platforms.join(", ")})`,
        ...data.reasons.map(({ message }) => `- ${message}`),
        `${data.percent_complete} % complete; ${countsOf(data)}; ${data.open_issues} open issues`,
      ];
      return { text: lines.join("\n"), data: { gate: data } };
    },
  }),
];
