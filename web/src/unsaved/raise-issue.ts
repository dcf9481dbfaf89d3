// Raises an issue, or keeps it until the server is back: whoever has written it need not write it again.
import { ApiError } from "../api/client.ts";
import type { Issue } from "../api/types.ts";
import type { ChangeOf } from "./change.ts";
import { onSent } from "./sent.ts";
import { dropUnsaved, keepChange } from "./unsaved-store.ts";

export const KEPT = "The server can't be reached. The issue is kept here, and raised once it is back.";

/** An issue behind a queue that takes this long is kept, and its dialog need not stay open for it. */
const PATIENCE_MS = 8_000;

/**
 * Null when it is kept here until the server is back; `later` is then told of the issue if this page is still open. Throws
 * what the server said when it refuses the issue: nothing is kept then, because the words are still in their form.
 */
export function raiseIssue(
  app: string,
  fields: Omit<ChangeOf<"issue">, "kind">,
  later: (issue: Issue) => void = () => {},
): Promise<Issue | null> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const { id } = keepChange(app, `Issue: ${headingOf(fields.text)}`, { kind: "issue", ...fields });
    const keptHere = () => {
      isLate = true;
      clearTimeout(timer);
      resolve(null);
    };
    const timer = setTimeout(keptHere, PATIENCE_MS);
    const stop = onSent({
      saved: (unsaved, { issue }) => {
        if (unsaved.id !== id) return;
        stop();
        clearTimeout(timer);
        if (isLate) later(issue!);
        else resolve(issue!);
      },
      refused: (unsaved) => {
        if (unsaved.id !== id) return;
        stop();
        clearTimeout(timer);
        if (isLate) return;
        dropUnsaved(new Set([id]));
        reject(new ApiError(400, "refused", unsaved.reason ?? "The server refused it."));
      },
      stuck: (error) => {
        if (isLate) return;
        if (!(error instanceof ApiError && error.status === 401)) {
          keptHere();
          return;
        }
        stop();
        clearTimeout(timer);
        dropUnsaved(new Set([id]));
        reject(error);
      },
    });
  });
}

const MAX_HEADING = 80;

function headingOf(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  return line.length <= MAX_HEADING ? line : `${line.slice(0, MAX_HEADING).trimEnd()}…`;
}
