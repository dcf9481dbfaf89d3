// The numbers of answers to assistants, which read every word of them.

/** Issues, and checks of a runbook, in one answer. */
export const ASSISTANT_DEFAULT_ISSUES = 20;
export const ASSISTANT_MAX_ISSUES = 100;
export const ASSISTANT_DEFAULT_RUNBOOK = 100;
export const ASSISTANT_MAX_RUNBOOK = 500;
/** What such an answer lists beside what was asked for: sections of a summary, results that were just recorded, names that would have been right. */
export const ASSISTANT_SECTIONS = 100;
export const ASSISTANT_RECORDED = 50;
export const ASSISTANT_NAMES = 20;
/** Characters of a longer text in a list. */
export const ASSISTANT_TEXT = 200;
