// What somebody writes in a chat: `app: what is wrong`, `app / check: what is wrong`, or only what is wrong.
import { MAX_TEXT, MAX_TITLE } from "../../../domain/limits.ts";
import { cleanDescription, cut } from "../../../domain/report/issue-text.ts";
import { oneLine } from "../../../lib/text/text.ts";

export interface ChatCommand<App> {
  /** The app that was named; null if none was. */
  app: App | null;
  check: string | null;
  /** The text; empty when nothing is said to be wrong. */
  text: string;
}

/**
 * Null when help is wanted. An app is named by its name in whatever letters; of several names the longest counts, and of
 * two that differ in capitals only the one as it was written.
 */
export function readCommand<App extends { name: string }>(said: string, apps: readonly App[]): ChatCommand<App> | null {
  const text = cleanDescription(said);
  if (text === "" || text === "?" || text.toLowerCase() === "help") return null;
  const isExact = ({ name }: App) => Number(text.startsWith(name));
  const byLength = [...apps].sort((a, b) => b.name.length - a.name.length || isExact(b) - isExact(a));
  for (const app of byLength) {
    const rest = afterName(text, app.name);
    const command = rest === null ? null : readRest(rest);
    if (command !== null) return { app, ...command };
  }
  return { app: null, check: null, text: cut(text, MAX_TEXT) };
}

function afterName(text: string, name: string): string | null {
  const isNamed = name !== "" && text.slice(0, name.length).toLowerCase() === name.toLowerCase();
  return isNamed ? text.slice(name.length) : null;
}

/** What follows an app's name; null when the name was only the beginning of a sentence. */
function readRest(rest: string): Omit<ChatCommand<never>, "app"> | null {
  const after = rest.trimStart();
  if (after === "") return { check: null, text: "" };
  if (isColon(after[0])) {
    // A colon that stands apart from the name and close to what follows belongs to that: an emoji is written so.
    const isApart = after.length < rest.length && after.length > 1 && after[1]!.trim() !== "";
    return isApart ? null : { check: null, text: wrong(after.slice(1)) };
  }
  if (after[0] !== "/") return null;
  let end = 1;
  while (end < after.length && !isColon(after[end]) && after[end] !== "\n") end++;
  const check = oneLine(after.slice(1, end));
  if (check === "" || check.length > MAX_TITLE || !isColon(after[end])) return null;
  return { check, text: wrong(after.slice(end + 1)) };
}

function wrong(text: string): string {
  return cut(text.trim(), MAX_TEXT);
}

function isColon(char: string | undefined): boolean {
  return char === ":" || char === "：";
}
