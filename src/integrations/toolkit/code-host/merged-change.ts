// A change that was merged at a code host: fixes the issues of this app that it says it closes.

import { MAX_NAME } from "../../../domain/limits.ts";
import { httpLink } from "../../../domain/report/http-link.ts";
import { nameOf } from "../names-and-ids.ts";
import type { ToolCommand } from "../tool-command.ts";
import type { ToolRequest } from "../tool-intake.ts";
import { type ChangeText, closingCodes } from "./closing-codes.ts";

export interface MergedChange extends ChangeText {
  repo: string;
  number: unknown;
  url: string;
  by: string;
  /** The branch it went into, and the one that counts without being named in the settings. */
  target: string;
  defaultBranch: string;
}

/** No real change fixes more issues at once; a text that names more must not keep the app busy. */
const MAX_CODES = 50;

export function fixByMerge(
  merge: MergedChange,
  { settings, prefixes }: Pick<ToolRequest, "settings" | "prefixes">,
): ToolCommand {
  const branches = Array.isArray(settings.branches) ? (settings.branches as unknown[]) : [];
  const { repo, number, target, defaultBranch } = merge;
  const counts = target !== "" && (target === defaultBranch || branches.includes(target));
  if (!counts) return { ask: "nothing", why: "other_branch" };
  const codes = closingCodes(merge).filter(({ prefix }) => prefixes.includes(prefix));
  if (codes.length === 0) return { ask: "nothing", why: "no_code" };
  const url = httpLink(merge.url);
  const isNumber = typeof number === "number" && Number.isSafeInteger(number) && number > 0;
  const isReadable = isNumber && url !== null && repo === nameOf(repo) && repo !== "" && repo.length <= MAX_NAME;
  if (!isReadable) return { ask: "nothing", why: "unreadable" };
  const pullRequest = { number, url, repo };
  return {
    ask: "follow",
    by: nameOf(merge.by),
    channel: "pull_request",
    receipt: `pr:${repo.toLowerCase()}#${number}`,
    updates: codes.slice(0, MAX_CODES).map((code) => ({ code, fixed: true, pullRequest })),
  };
}
