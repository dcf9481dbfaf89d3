// Makes a runbook of what a YAML or JSON file says, or tells the first mistakes, each with its place.
import type { z } from "zod";
import { MAX_CHECKS } from "../../domain/limits.ts";
import type { RunbookFile } from "../../domain/runbook/runbook-file.ts";
import { findEntry, Mistake, type TextPosition, type Tree } from "../../lib/formats/text-tree.ts";
import { didYouMean } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { type KnownKeys, RUNBOOK_KEYS, RunbookFileSchema } from "./runbook-schema.ts";

const MOST_MISTAKES = 5;

/** Throws an array of mistakes. */
export function runbookFromTree(tree: Tree, placeOf: (at: number) => TextPosition): RunbookFile {
  const mistakes: Mistake[] = [];
  if (tree.kind !== "fields")
    throw [new Mistake(tree.at, "a runbook must be an object with the fields name, platforms, sections")];
  noteStrayKeys(tree, RUNBOOK_KEYS, "", mistakes);
  if (mistakes.length > 0) throw mistakes;
  const read = RunbookFileSchema.safeParse(plainOf(tree));
  if (!read.success) throw read.error.issues.slice(0, MOST_MISTAKES).map((issue) => mistakeOf(issue, tree));
  noteRepeats(tree, read.data, mistakes);
  if (mistakes.length > 0) throw mistakes;
  return present(tree, read.data, placeOf);
}

function noteStrayKeys(tree: Tree, known: KnownKeys, path: string, mistakes: Mistake[]): void {
  if (mistakes.length >= MOST_MISTAKES) return;
  if (tree.kind === "list") {
    for (const [i, item] of tree.items.entries()) noteStrayKeys(item, known, `${path}[${i}]`, mistakes);
  } else if (tree.kind === "fields") {
    for (const { key, keyAt, value } of tree.entries) {
      if (Object.hasOwn(known, key)) {
        const below = known[key];
        if (below !== null) noteStrayKeys(value, below!, path === "" ? key : `${path}.${key}`, mistakes);
      } else if (mistakes.length < MOST_MISTAKES) {
        const help = didYouMean(key, Object.keys(known), `expected ${Object.keys(known).join(", ")}`);
        mistakes.push(new Mistake(keyAt, `${path === "" ? "" : `${path}: `}unknown field ${quote(key)}; ${help}`));
      }
    }
  }
}

/** A plain value. Null counts as left out, except for instructions, where it removes them. */
function plainOf(tree: Tree): unknown {
  if (tree.kind === "leaf") return tree.value;
  if (tree.kind === "list") return tree.items.map(plainOf);
  const plain: Record<string, unknown> = {};
  for (const { key, value } of tree.entries) {
    const isNull = value.kind === "leaf" && value.value === null;
    if (isNull && key !== "instructions") continue;
    plain[key] = isNull ? "" : plainOf(value);
  }
  return plain;
}

function mistakeOf(issue: z.core.$ZodIssue, tree: Tree): Mistake {
  let at = tree;
  let isMissing = false;
  let path = "";
  for (const step of issue.path) {
    const below: Tree | undefined =
      typeof step === "number" ? (at.kind === "list" ? at.items[step] : undefined) : findEntry(at, String(step))?.value;
    path += typeof step === "number" ? `[${step}]` : path === "" ? String(step) : `.${String(step)}`;
    if (below === undefined) isMissing = true;
    else at = below;
  }
  const isNull = at.kind === "leaf" && at.value === null;
  const what = isMissing || isNull ? "required" : lowered(issue.message);
  return new Mistake(at.at, path === "" ? what : `${path}: ${what}`);
}

function lowered(message: string): string {
  return message.startsWith("Invalid") || message.startsWith("Too")
    ? message.charAt(0).toLowerCase() + message.slice(1)
    : message;
}

type Parsed = z.infer<typeof RunbookFileSchema>;

/** Refs and repositories that stand twice, and more checks than an app has. */
function noteRepeats(tree: Tree, { repositories, sections }: Parsed, mistakes: Mistake[]): void {
  const note = (what: string) => {
    const seen = new Map<string, Tree>();
    return (name: string | undefined, at: Tree) => {
      if (name === undefined || mistakes.length >= MOST_MISTAKES) return;
      if (seen.has(name)) mistakes.push(new Mistake(at.at, `${what} ${quote(name)} appears twice; give it once`));
      else seen.set(name, at);
    };
  };
  const [repo, section, check] = [note("the repo"), note("the section ref"), note("the check ref")];
  let checks = 0;
  for (const [i, { repo: name }] of (repositories ?? []).entries()) repo(name, itemOf(tree, "repositories", i, "repo"));
  for (const [i, { ref, checks: entries }] of (sections ?? []).entries()) {
    const place = itemOf(tree, "sections", i, null);
    section(ref, findEntry(place, "ref")?.value ?? place);
    for (const [j, { ref: checkRef }] of (entries ?? []).entries()) {
      const item = itemOf(place, "checks", j, null);
      check(checkRef, findEntry(item, "ref")?.value ?? item);
      if (++checks === MAX_CHECKS + 1) mistakes.push(new Mistake(item.at, `an app has at most ${MAX_CHECKS} checks`));
    }
  }
}

/** The i-th item of a list below `tree`, or one of its fields. */
function itemOf(tree: Tree, list: string, i: number, field: string | null): Tree {
  const found = findEntry(tree, list)?.value;
  const item = found?.kind === "list" ? found.items[i]! : tree;
  return field === null ? item : (findEntry(item, field)?.value ?? item);
}

function present(tree: Tree, parsed: Parsed, placeOf: (at: number) => TextPosition): RunbookFile {
  const { name, mode, prefix, platforms, repositories, sections } = parsed;
  return {
    name,
    ...(mode === undefined ? {} : { mode }),
    ...(prefix === undefined ? {} : { prefix }),
    platforms: platforms.map(({ code, label }, i) => {
      const given = findEntry(itemOf(tree, "platforms", i, null), "label");
      return { code, label: given?.value.kind === "leaf" && given.value.value !== null ? label : null };
    }),
    ...(repositories === undefined
      ? {}
      : {
          repositories: repositories.map((one, i) => ({
            ...one,
            at: placeOf(itemOf(tree, "repositories", i, "platforms").at),
          })),
        }),
    sections: (sections ?? []).map(({ ref, title, checks }, i) => {
      const place = itemOf(tree, "sections", i, null);
      return {
        at: placeOf(place.at),
        ref: ref ?? null,
        title,
        checks: (checks ?? []).map((check, j) => {
          const item = itemOf(place, "checks", j, null);
          return {
            at: placeOf((findEntry(item, "not_applicable")?.value ?? item).at),
            ref: check.ref ?? null,
            title: check.title,
            ...(check.instructions === undefined ? {} : { instructions: check.instructions || null }),
            ...(check.not_applicable === undefined ? {} : { notApplicable: check.not_applicable }),
          };
        }),
      };
    }),
  };
}
