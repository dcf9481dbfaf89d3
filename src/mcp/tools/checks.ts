// Tools about checks: what needs a look, and one check whole.
import * as z from "zod";
import { DEFAULT_PAGE, MAX_PAGE } from "../../domain/limits.ts";
import type { CheckSchema } from "../../wire/runbook/check.ts";
import { appInput, checkInput, cursorInput, limitInput, platformInput, sectionInput, statusInput } from "./inputs.ts";
import { shortened } from "./issue-text.ts";
import { findAppNamed, findCheckId } from "./lookups.ts";
import { type McpTool, queryOf, tool } from "./mcp-tool.ts";

type Check = z.infer<typeof CheckSchema>;

export const checkTools: McpTool[] = [
  tool({
    name: "list_checks",
    title: "List checks",
    description:
      "Checks of an app in runbook order, with their status per platform. With status=needs_retest: what was fixed and must be tested again; with untested or failed: what else is left to do.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput,
      status: statusInput.optional().describe("Only checks that have this status, on the platform if one is given"),
      platform: platformInput.optional(),
      section: sectionInput.optional(),
      limit: limitInput(MAX_PAGE, DEFAULT_PAGE),
      cursor: cursorInput.optional(),
    }),
    async run(context, input) {
      const { id, name } = await findAppNamed(context, input.app);
      const query = queryOf({ ...input, app: id });
      const page = (await context.caller.ask("GET /checks", { query })) as {
        data: Check[];
        next_cursor: string | null;
      };
      const checks = page.data.map((one) => ({
        ref: one.ref,
        id: one.id,
        title: one.title,
        section: one.section.ref,
        platforms: one.platforms.map(({ code, status: now, open_issues }) => ({ code, status: now, open_issues })),
      }));
      const lines = page.data.map((one) => `- ${one.ref} ${shortened(one.title, 120)}: ${statusesOf(one)}`);
      const what = input.status === undefined ? "checks" : `checks that are ${input.status}`;
      const head = checks.length === 0 ? `${name} has no ${what} here.` : `${name}: ${checks.length} ${what}`;
      return { text: [head, ...lines].join("\n"), data: { checks, next_cursor: page.next_cursor } };
    },
  }),
  tool({
    name: "get_check",
    title: "Get a check",
    description: "One check with its instructions, and its status, last result and open issues on each platform.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({ app: appInput, check: checkInput, section: sectionInput.optional() }),
    async run(context, input) {
      const found = await findAppNamed(context, input.app);
      const id = await findCheckId(context, found, input.check, input.section);
      const { data } = (await context.caller.ask("GET /checks/:id", { id })) as { data: Check };
      const lines = [
        `${data.ref} ${data.title} (${data.id}), section ${data.section.ref} ${data.section.title}`,
        ...data.platforms.map(({ code, status: now, open_issues, last_result: last }) => {
          const result =
            last === null
              ? "no result yet"
              : `last ${last.outcome} by ${last.recorded_by} at ${last.recorded_at}${last.build === null ? "" : `, build ${last.build}`}${last.note === null ? "" : `: ${shortened(last.note)}`}`;
          return `- ${code}: ${now}, ${open_issues} open issues; ${result}`;
        }),
        "",
        data.instructions ?? "No instructions.",
      ];
      return { text: lines.join("\n"), data: { check: data } };
    },
  }),
];

function statusesOf({ platforms: all }: Check): string {
  return all
    .map(({ code, status: now, open_issues: open }) => `${code}: ${now}${open > 0 ? ` (${open} open)` : ""}`)
    .join(", ");
}
