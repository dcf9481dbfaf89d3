// How to connect a tool: what to do there, and what to bring back from it. Links are written as in Markdown.
import { issueCode } from "../../domain/issues/issue-code.ts";

export interface SetupText {
  /** The steps in order; `CODE_EXAMPLE` stands for an issue's code. */
  steps: readonly string[];
  /** A text to paste into the tool with the connection's URL in it, where the tool takes one. */
  manifest?(url: string): string;
}

export const CODE_EXAMPLE = "{code}";

/** The steps with the code of the app's latest issue as the example, or of its first if there is none yet. */
export function setupSteps({ steps }: SetupText, app: { prefix: string; lastNumber: number }): string[] {
  const code = issueCode(app.prefix, Math.max(1, app.lastNumber));
  return steps.map((step) => step.replace(CODE_EXAMPLE, code));
}
