// Why a check or a section could not be restored, and what to do about it.
import { ApiError } from "../../../api/client.ts";
import type { ArchivedCheck, ArchivedSection } from "../../../api/types.ts";

export interface RestoreProblem {
  words: string;
  /** The id of the check that is in the way. */
  other?: string;
  /** Whether another section must be chosen, because its own can't be restored. */
  wantsSection?: true;
}

/** What of the runbook may be in the way. */
interface Known {
  checks: readonly { id: string; ref: string; title: string }[];
  sections: readonly { ref: string; title: string }[];
}

export function problemOfCheck(error: unknown, { ref, section }: ArchivedCheck, runbook: Known): RestoreProblem {
  const { status, code, field, words } = refusal(error);
  const other = runbook.checks.find((check) => check.ref === ref);
  if (code === "name_taken" && other !== undefined) {
    return {
      words: `Its ref ${ref} now belongs to the check “${other.title}”. Archive that check, or change its ref through the API, then try again.`,
      other: other.id,
    };
  }
  if (code === "name_taken" && section?.archived === true) {
    return {
      words: `Its section “${section.title}” was deleted, and another section now has the ref ${section.ref}. Choose a section for the check.`,
      wantsSection: true,
    };
  }
  if (status === 400 && field === "section") {
    return {
      words: "The section that it was in is not known any more. Choose a section for the check.",
      wantsSection: true,
    };
  }
  return { words: status === 400 ? `${words} Archive other checks first, then try again.` : words };
}

export function problemOfSection(error: unknown, { ref }: ArchivedSection, runbook: Known): RestoreProblem {
  const { status, code, words } = refusal(error);
  const other = runbook.sections.find((section) => section.ref === ref);
  if (code === "name_taken" && other !== undefined) {
    return {
      words: `Its ref ${ref} now belongs to the section “${other.title}”. Delete that section, or change its ref through the API, then try again. Or restore the checks of this one into another section.`,
    };
  }
  if (code === "name_taken")
    return { words: `Checks come back with it, and ${words} Archive that check, then try again.` };
  return { words: status === 400 ? `${words} Make room in the runbook first, then try again.` : words };
}

/** Takes a refusal apart. The field that it names is kept out of the text: nobody filled it in here. */
function refusal(error: unknown): { status: number; code: string; field: string | undefined; words: string } {
  if (!(error instanceof ApiError)) return { status: 0, code: "", field: undefined, words: "That did not work." };
  const { status, code, message } = error;
  const [named, field] = /^(ref|section): /.exec(message) ?? [""];
  return { status, code, field, words: message.slice(named.length) };
}
