// Compares two wordings word by word.
export interface DiffPart {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Splits a text into words and what is between them. */
const TOKEN = /\s+|[\p{L}\p{N}\p{M}_]+|[^\s\p{L}\p{N}\p{M}_]/gu;
/** Cells of the table that compares two texts; larger ones are shown as replaced between their common ends. */
const MAX_CELLS = 4_000_000;

export function wordDiff(before: string, after: string): DiffPart[] {
  const old = before.match(TOKEN) ?? [];
  const fresh = after.match(TOKEN) ?? [];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (
    end < old.length - start &&
    end < fresh.length - start &&
    old[old.length - 1 - end] === fresh[fresh.length - 1 - end]
  ) {
    end++;
  }
  const parts: DiffPart[] = [];
  add(parts, "same", old.slice(0, start));
  compare(parts, old.slice(start, old.length - end), fresh.slice(start, fresh.length - end));
  add(parts, "same", old.slice(old.length - end));
  return gathered(parts);
}

/** The longest common sequence: what is in it stays, the rest is gone or new. */
function compare(parts: DiffPart[], old: string[], fresh: string[]): void {
  const width = fresh.length + 1;
  if (old.length === 0 || fresh.length === 0 || (old.length + 1) * width > MAX_CELLS) {
    add(parts, "gone", old);
    add(parts, "new", fresh);
    return;
  }
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = fresh.length - 1; j >= 0; j--) {
      lengths[i * width + j] =
        old[i] === fresh[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  let i = 0;
  let j = 0;
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      add(parts, "same", [old[i]!]);
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) add(parts, "gone", [old[i++]!]);
    else add(parts, "new", [fresh[j++]!]);
  }
  add(parts, "gone", old.slice(i));
  add(parts, "new", fresh.slice(j));
}

/** Joins parts: spaces between two changed words count as changed, removed text first. */
function gathered(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let gone = "";
  let fresh = "";
  const close = () => {
    if (gone !== "") result.push({ kind: "gone", text: gone });
    if (fresh !== "") result.push({ kind: "new", text: fresh });
    gone = "";
    fresh = "";
  };
  for (const [i, { kind, text }] of parts.entries()) {
    const isChange = kind !== "same";
    const isBlank = text.trim() === "" && i > 0 && i < parts.length - 1;
    if (!isChange && !isBlank) {
      close();
      result.push({ kind, text });
      continue;
    }
    if (kind !== "new") gone += text;
    if (kind !== "gone") fresh += text;
  }
  close();
  return result;
}

function add(parts: DiffPart[], kind: DiffPart["kind"], tokens: readonly string[]): void {
  if (tokens.length === 0) return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.text += tokens.join("");
  else parts.push({ kind, text: tokens.join("") });
}
