// How to connect a tool: what to do there, and what to bring back from it. Links are written as in Markdown.
import { issueCode } from "../../domain/issues/issue-code.ts";

export interface SetupText {
  /** With `CODE_EXAMPLE` where a step gives an issue's code as an example. */
  steps: readonly string[];
  /** Something to paste into the tool that holds the connection's URL, where the tool takes such a thing. */
  manifest?(url: string): string;
}

export const CODE_EXAMPLE = "{code}";

/** With the code of the app's latest issue as the example, or of its first one where there is none yet. */
export function setupSteps({ steps }: SetupText, app: { prefix: string; lastNumber: number }): string[] {
  const code = issueCode(app.prefix, Math.max(1, app.lastNumber));
  return steps.map((step) => step.replace(CODE_EXAMPLE, code));
}
