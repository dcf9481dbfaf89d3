// Tools about issues: finding, reading, raising, editing, fixing, confirming.
import * as z from "zod";
import { ASSISTANT_DEFAULT_ISSUES, ASSISTANT_MAX_ISSUES } from "../../domain/limits/assistant-limits.ts";
import { MAX_NAME, MAX_SEARCH } from "../../domain/limits.ts";
import { ListIssuesQuery } from "../../wire/issues/issue.ts";
import {
  appInput,
  checkInput,
  cursorInput,
  issueInput,
  issueTextInput,
  limitInput,
  momentInput,
  platformInput,
  platformsInput,
  priorityInput,
  sectionInput,
} from "./inputs.ts";
import { type IssueAnswer, tellIssue, tellIssues } from "./issue-text.ts";
import { findAppNamed, findCheckId, findIssueId, findSectionIds } from "./lookups.ts";
import { type McpTool, queryOf, type ToolContext, tool } from "./mcp-tool.ts";

const search = z.string().min(1).max(MAX_SEARCH);

export const issueTools: McpTool[] = [
  tool({
    name: "list_issues",
    title: "List and search issues",
    description: "Issues, newest first, with filters; open ones by default.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({
      app: appInput.optional(),
      check: checkInput.optional().describe("Check: its ref, id or exact title; needs app"),
      section: sectionInput.optional().describe("Section: its ref, id or exact title; needs app"),
      status: z.enum(["open", "fixed", "all"]).optional(),
      q: search.optional().describe("Words of the text, or a code such as SHOP-12"),
      search: search.optional().describe("The former name of q"),
      priority: ListIssuesQuery.shape.priority,
      via: ListIssuesQuery.shape.via.describe("The channel that they were raised through"),
      platform: platformInput.optional(),
      assignee: z.string().min(1).max(MAX_NAME).optional().describe("Exact name"),
      raised_after: momentInput.optional(),
      raised_before: momentInput.optional(),
      sort: z.enum(["raised_at", "fixed_at"]).optional().describe("fixed_at: most recently fixed first"),
      limit: limitInput(ASSISTANT_MAX_ISSUES, ASSISTANT_DEFAULT_ISSUES),
      cursor: cursorInput.optional(),
    }),
    async run(context, { search: q, ...input }) {
      const found = input.app === undefined ? undefined : await findAppNamed(context, input.app);
      const named = found && input.check && (await findCheckId(context, found, input.check, undefined));
      const query = queryOf({ q, ...input, app: found?.id, check: named ?? input.check });
      const page = (await context.caller.ask("GET /issues", { query })) as {
        data: IssueAnswer[];
        next_cursor: string | null;
      };
      const told = tellIssues(page.data);
      const head = page.data.length === 0 ? "No issue fits." : `${page.data.length} issues`;
      return { text: `${head}\n${told.text}`, data: { ...told.data, next_cursor: page.next_cursor } };
    },
  }),
  tool({
    name: "get_issue",
    title: "Get an issue",
    description: "One issue with its whole text and all its details.",
    role: "viewer",
    effect: "reads",
    input: z.strictObject({ issue: issueInput }),
    run: async (context, input) => tellIssue(await act(context, "GET /issues/:id", input.issue)),
  }),
  tool({
    name: "raise_issue",
    title: "Raise an issue",
    description:
      "Raises an issue on a check: it reads failed on the platforms until the issue is fixed. In an app in live mode the check may be left out. Check with list_issues first whether it has been raised already.",
    role: "tester",
    effect: "adds",
    input: z.strictObject({
      app: appInput,
      check: checkInput.optional(),
      section: sectionInput
        .optional()
        .describe("Section: decides between checks with the same title, or is where an issue without a check belongs"),
      text: issueTextInput,
      platforms: platformsInput.optional(),
      priority: priorityInput.optional(),
      reporter: z
        .strictObject({ name: z.string().min(1), email: z.string().optional() })
        .optional()
        .describe("The person outside the team who reported it"),
    }),
    async run(context, input) {
      const { id } = await findAppNamed(context, input.app);
      const { data } = (await context.caller.ask("POST /issues", { body: { ...input, app: id } })) as {
        data: IssueAnswer;
      };
      return tellIssue(data, "Raised.");
    },
  }),
  tool({
    name: "edit_issue",
    title: "Edit an issue",
    description: "Replaces an issue's text, platforms or priority; the old wording stays in its history.",
    role: "tester",
    effect: "replaces",
    input: z.strictObject({
      issue: issueInput,
      text: issueTextInput.optional(),
      platforms: platformsInput.optional().describe("Replaces the list; empty: every platform"),
      priority: priorityInput.nullable().optional().describe("null removes it"),
    }),
    run: async (context, { issue: name, ...body }) =>
      tellIssue(await act(context, "PATCH /issues/:id", name, body), "Edited."),
  }),
  tool({
    name: "fix_issue",
    title: "Mark an issue fixed",
    description:
      "Marks one issue fixed, or reopens it with fixed=false. This does not make the check pass: its platforms read needs_retest until a new result is recorded.",
    role: "admin",
    effect: "sets",
    input: z.strictObject({
      issue: issueInput,
      fixed: z.boolean().default(true).describe("false reopens it"),
      platforms: platformsInput
        .optional()
        .describe("Only for apps with several repositories: the platforms that are fixed; all of them by default"),
      pull_request: z
        .strictObject({ number: z.number().int(), url: z.string(), repo: z.string() })
        .optional()
        .describe("Only for apps with several repositories"),
    }),
    async run(context, { issue: name, platforms: some = [], ...rest }) {
      // A model that means all of them may well say so with an empty list.
      const body = { ...rest, ...(some.length === 0 ? {} : { platforms: some }) };
      const fixed = await act(context, "POST /issues/:id/fix", name, body);
      const partly = fixed.still_open_on.length > 0 ? "Fixed on some platforms." : "Fixed; it needs a retest now.";
      return tellIssue(fixed, body.fixed ? partly : "Open again.");
    },
  }),
  tool({
    name: "place_issue",
    title: "Place an issue",
    description:
      "Says where an issue belongs: on the check that it breaks, which then reads failed until the issue is fixed. In an app in live mode also in a section, or, with neither, nowhere in particular.",
    role: "tester",
    effect: "sets",
    input: z.strictObject({
      issue: issueInput,
      check: checkInput.optional(),
      section: sectionInput
        .optional()
        .describe("Section: decides between checks with the same title, or is where an issue without a check belongs"),
    }),
    async run(context, { issue: name, check, section }) {
      const id = await findIssueId(context, name);
      const place = check === undefined && section === undefined ? {} : await placeIn(context, id, check, section);
      const placed = await act(context, "PUT /issues/:id/place", id, place);
      const inSection = placed.section_id === null ? "Placed nowhere in particular." : "Placed in its section.";
      return tellIssue(placed, placed.check === null ? inSection : `Placed on ${placed.check.ref}.`);
    },
  }),
  tool({
    name: "confirm_issue",
    title: "Confirm that a fix holds",
    description:
      "Confirms that the fix of an issue without a check holds, after a retest; confirmed=false takes that back. For an issue with a check use record_results.",
    role: "tester",
    effect: "sets",
    input: z.strictObject({ issue: issueInput, confirmed: z.boolean().default(true) }),
    async run(context, { issue: name, confirmed }) {
      const after = await act(context, "POST /issues/:id/confirm", name, { confirmed });
      return tellIssue(after, confirmed ? "Confirmed." : "No longer confirmed.");
    },
  }),
];

/** Finds a place by its ids; what isn't found is answered with what may be meant. */
async function placeIn(context: ToolContext, id: string, check: string | undefined, section: string | undefined) {
  const { data } = (await context.caller.ask("GET /issues/:id", { id })) as { data: IssueAnswer };
  const app = await findAppNamed(context, data.app.id);
  if (check !== undefined) return { check: await findCheckId(context, app, check, section) };
  const [sectionId] = await findSectionIds(context, app, section === undefined ? [] : [section]);
  return { section: sectionId };
}

async function act(context: ToolContext, route: string, name: string, body?: unknown): Promise<IssueAnswer> {
  const id = await findIssueId(context, name);
  const { data } = (await context.caller.ask(route, { id, body })) as { data: IssueAnswer };
  return data;
}
