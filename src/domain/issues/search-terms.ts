// What an issue can be found by: the words of its text, and a tag for each thing that lists are filtered by. The index
// of either database holds just these, and a search is a few of them.
import { askedWords, wordsOf } from "../../lib/text/search-words.ts";
import type { Via } from "../access/channel.ts";
import type { Issue, IssueStatus, Priority } from "./issue.ts";

/** Starts a term that is a tag: no word of a text begins with this sign. */
const MARK = "§";

export type TermSource = Pick<
  Issue,
  "text" | "status" | "priority" | "via" | "platforms" | "checkId" | "sectionId" | "assignees"
>;

/** The terms under which an issue is found, each once. */
export function termsOf(issue: TermSource): string[] {
  const terms = wordsOf(issue.text);
  terms.push(statusTag(issue.status), priorityTag(issue.priority), viaTag(issue.via));
  if (issue.platforms.length === 0) terms.push(EVERY_PLATFORM_TAG);
  for (const code of issue.platforms) terms.push(platformTag(code));
  if (issue.checkId !== null) terms.push(checkTag(issue.checkId));
  if (issue.sectionId !== null) terms.push(sectionTag(issue.sectionId));
  for (const name of new Set(issue.assignees)) terms.push(assigneeTag(name));
  return terms;
}

/** A query over terms: an issue has all of `all`, one of each list in `any`, and one that begins with `start`. */
export interface IssueQuery {
  all: string[];
  any: string[][];
  start: string | null;
}

export interface IssueFilter {
  /** Words that must occur in the issue's text. */
  words?: string;
  priority?: Priority | null;
  via?: Via;
  platform?: string;
  assignee?: string;
}

export function askedOf(filter: IssueFilter): IssueQuery {
  const { whole, start } = askedWords(filter.words ?? "");
  const asked: IssueQuery = { all: whole, any: [], start };
  if (filter.priority !== undefined) asked.all.push(priorityTag(filter.priority));
  if (filter.via !== undefined) asked.all.push(viaTag(filter.via));
  if (filter.assignee !== undefined) asked.all.push(assigneeTag(filter.assignee));
  if (filter.platform !== undefined) asked.any.push([EVERY_PLATFORM_TAG, platformTag(filter.platform)]);
  return asked;
}

/** The query, narrowed to issues of a section or of one of its checks. */
export function askedInSection(asked: IssueQuery, sectionId: string, checkIds: readonly string[]): IssueQuery {
  return { ...asked, any: [...asked.any, [sectionTag(sectionId), ...checkIds.map(checkTag)]] };
}

/** Asks for issues that cover one of these platforms. */
export function askedOnPlatforms(codes: readonly string[]): IssueQuery {
  return { all: [], any: [[EVERY_PLATFORM_TAG, ...codes.map(platformTag)]], start: null };
}

export function asksNothing({ all, any, start }: IssueQuery): boolean {
  return all.length === 0 && any.length === 0 && start === null;
}

export function answers(terms: readonly string[], { all, any, start }: IssueQuery): boolean {
  const held = new Set(terms);
  return (
    all.every((term) => held.has(term)) &&
    any.every((some) => some.some((term) => held.has(term))) &&
    (start === null || terms.some((term) => term.startsWith(start)))
  );
}

/** The parts of terms are small letters and digits only, so that neither database would cut or fold them. */
export function statusTag(status: IssueStatus): string {
  return `${MARK}s${status}`;
}

export function checkTag(id: string): string {
  return `${MARK}c${plain(id)}`;
}

const EVERY_PLATFORM_TAG = `${MARK}pevery`;

/** A tag for the workspace. Whoever stores terms adds it: an issue knows only its app. */
export function workspaceTag(id: string): string {
  return `${MARK}w${plain(id)}`;
}

function priorityTag(priority: Priority | null): string {
  return `${MARK}q${priority ?? "none"}`;
}

function viaTag(via: Via): string {
  return `${MARK}v${via === null ? "interface" : via.replace("_", "")}`;
}

function platformTag(code: string): string {
  return `${MARK}p${hex(code)}`;
}

function sectionTag(id: string): string {
  return `${MARK}e${plain(id)}`;
}

function assigneeTag(name: string): string {
  return `${MARK}n${hex(name)}`;
}

/** The part of an id that tells it from others of its kind. */
function plain(id: string): string {
  return id.slice(id.indexOf("_") + 1);
}

function hex(text: string): string {
  return Buffer.from(text, "utf8").toString("hex");
}
