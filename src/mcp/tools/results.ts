// Tools about results: what was found so far, and recording what was found.
import * as z from "zod";
import { ASSISTANT_RECORDED } from "../../domain/limits/assistant-limits.ts";
import { DEFAULT_PAGE, MAX_BUILD, MAX_NOTE, MAX_PAGE, MAX_RESULTS } from "../../domain/limits.ts";
import { OUTCOMES } from "../../domain/status/platform-status.ts";
import type { ResultSchema } from "../../wire/results/result.ts";
import {
  appInput,
  checkInput,
  cursorInput,
  cycleInput,
  limitInput,
  momentInput,
  personInput,
  platformInput,
  platformsInput,
  sectionInput,
  wordsInput,
} from "./inputs.ts";
import { shortened } from "./issue-text.ts";
import { findAppNamed, findCheckId, findCycleId } from "./lookups.ts";
import { type McpTool, queryOf, tool } from "./mcp-tool.ts";

type Result = z.infer<typeof ResultSchema>;

/** Results that are told one by one. */

export const resultTools: McpTool[] = [
  tool({
    name: "list_results",
    title: "List results",
    description:
      "Results of an app, newest first; of one of its checks, platforms or cycles, of one outcome, tester or build, or of some days.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      check: checkInput.optional(),
      section: sectionInput.optional().describe("Only to decide between checks with the same title"),
      platform: platformInput.optional(),
      outcome: z.enum(OUTCOMES).optional(),
      tester: personInput.optional(),
      build: wordsInput(MAX_BUILD).optional().describe("The build that they name"),
      cycle: cycleInput
        .optional()
        .describe("Only those that were recorded for this cycle: its name or id (see list_cycles)"),
      since: momentInput.optional().describe("Recorded at this time or later: ISO 8601 with Z or an offset"),
      until: momentInput.optional().describe("Recorded before this time: ISO 8601 with Z or an offset"),
      limit: limitInput(MAX_PAGE, DEFAULT_PAGE),
      cursor: cursorInput.optional(),
    }),
    async run(context, { section: within, ...input }) {
      const found = await findAppNamed(context, input.app);
      const { id, name } = found;
      const of = input.check === undefined ? undefined : await findCheckId(context, found, input.check, within);
      const cycle = input.cycle === undefined ? undefined : await findCycleId(context, found, input.cycle);
      const query = queryOf({ ...input, app: id, check: of, cycle });
      const page = (await context.caller.ask("GET /results", { query })) as {
        data: Result[];
        next_cursor: string | null;
      };
      const results = page.data.map(({ id: _, app: __, ...one }) => ({ ...one, check: one.check.ref }));
      const lines = page.data.map(
        (one) =>
          `- ${one.recorded_at} ${one.check.ref} on ${one.platform}: ${one.outcome}, by ${one.recorded_by}${
            one.build === null ? "" : ` (build ${one.build})`
          }${one.note === null ? "" : `: ${shortened(one.note, 200)}`}`,
      );
      const head = results.length === 0 ? `${name} has no results here.` : `${name}: ${results.length} results`;
      return { text: [head, ...lines].join("\n"), data: { results, next_cursor: page.next_cursor } };
    },
  }),
  tool({
    name: "record_results",
    title: "Record results",
    description:
      "Records results: all of the list, or nothing. Only a result that is recorded after a fix brings a platform from needs_retest back to passed. Record only what was really tested.",
    role: "tester",
    effect: "adds",
    input: z.strictObject({
      app: appInput,
      results: z
        .array(
          z.strictObject({
            check: checkInput,
            section: sectionInput.optional(),
            platforms: platformsInput.optional(),
            outcome: z.enum(OUTCOMES),
            note: wordsInput(MAX_NOTE).optional().describe("What was seen"),
            build: wordsInput(MAX_BUILD).optional().describe("The build or version that was tested"),
          }),
        )
        .min(1)
        .max(MAX_RESULTS),
      cycle: cycleInput
        .optional()
        .describe(
          "The open cycle that all of them are for: its name or id (see list_cycles). If left out, they count for every open cycle of their build",
        ),
    }),
    async run(context, { app: name, results, cycle: named }) {
      const app = await findAppNamed(context, name);
      const cycle = named === undefined ? undefined : await findCycleId(context, app, named);
      const body = { app: app.id, results: results.map((one) => ({ ...one, cycle })) };
      const { data } = (await context.caller.ask("POST /results", { body })) as { data: Result[] };
      const told = data.slice(0, ASSISTANT_RECORDED);
      const lines = told.map((one) => `- ${one.check.ref} on ${one.platform}: ${one.outcome}`);
      if (data.length > told.length) lines.push(`… and ${data.length - told.length} more`);
      return {
        text: `Recorded ${data.length} results.\n${lines.join("\n")}`,
        data: {
          recorded: data.length,
          results: told.map((one) => ({ check: one.check.ref, platform: one.platform, outcome: one.outcome })),
        },
      };
    },
  }),
];
