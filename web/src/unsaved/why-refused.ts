// Why the server refuses a change, in words for its writer. A check or a section that it knows no more was archived meanwhile.
import type { ApiError } from "../api/client.ts";
import { findArchived } from "../api/find-archived.ts";
import type { ArchivedPlace, Change, Unsaved } from "../api/unsaved-change.ts";

/** The most archived entries that are asked about; whoever restores these is told of the next ones. */
const MAX_ASKED = 20;

/** The field of the request in front of a refusal's text; the reader never saw its name. */
const FIELD = /^[a-z_]+(?:\[\d+\])?(?:\.[a-z_]+)*: (?=\S)/;

export async function whyRefused(
  unsaved: Unsaved,
  { status, message }: Pick<ApiError, "status" | "message">,
): Promise<Pick<Unsaved, "reason" | "archived">> {
  const archived = status === 404 ? await archivedIn(unsaved) : [];
  return { reason: archived.length > 0 ? archivedText(archived) : message.replace(FIELD, ""), archived };
}

/** What of a change's checks and sections is archived. Nothing if that can't be found out. */
async function archivedIn({ app, change }: Unsaved): Promise<ArchivedPlace[]> {
  const found = placesOf(change)
    .slice(0, MAX_ASKED)
    .map(async ({ kind, id }) => {
      const archived = await findArchived(app, kind, id).catch(() => null);
      return archived === null ? [] : [{ kind, id, title: archived.title }];
    });
  return (await Promise.all(found)).flat();
}

export function archivedText(archived: readonly ArchivedPlace[]): string {
  const [first, ...others] = archived;
  if (others.length > 0) return `${archived.length} of its checks were archived meanwhile.`;
  const { kind, title } = first!;
  return kind === "checks"
    ? `The check “${title}” was archived meanwhile.`
    : `The section “${title}” was deleted meanwhile.`;
}

/** What the writer can do about it. */
export function remedyText(mayRestore: boolean): string {
  return mayRestore
    ? "Restore it to save this, or discard your change."
    : "Ask an admin to restore it, then try again, or discard your change.";
}

/** The checks and sections that a change can't be made without. */
export function placesOf(change: Change): Pick<ArchivedPlace, "kind" | "id">[] {
  const checks = (...ids: (string | undefined)[]) => named("checks", ids);
  const sections = (...ids: (string | undefined)[]) => named("sections", ids);
  switch (change.kind) {
    case "results":
      return checks(...change.cells.map(({ check }) => check));
    case "marks":
      return checks(...change.marks.map(({ check }) => check));
    case "text":
      return change.of === "check" ? checks(change.id) : sections(change.id);
    case "checks":
      return [...sections(change.section), ...checks(...change.checks.map(({ copyOf }) => copyOf))];
    case "move":
      return [...sections(change.section), ...checks(...change.checks)];
    case "move-section":
      return sections(change.section);
    case "issue":
      return [...sections(change.section), ...checks(change.check)];
    default:
      return [];
  }
}

function named(kind: ArchivedPlace["kind"], ids: readonly (string | undefined)[]) {
  return [...new Set(ids)].filter((id) => id !== undefined).map((id) => ({ kind, id }));
}
