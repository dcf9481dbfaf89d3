// What importing a file means for the app itself: its name, mode and prefix, its platforms and repositories.
import type { KnownApp } from "./existing-app.ts";
import type { Details, Steps } from "./import-steps.ts";
import { mergeOrder, movedIn } from "./merge-order.ts";
import { type RunbookFile, wrongAt } from "./runbook-file.ts";

export interface PlannedApp {
  name: string;
  mode: "testing" | "live";
  /** The prefix of issue codes; null derives one. */
  prefix: string | null;
  platforms: { code: string; label: string }[];
  repositories: { repo: string; platforms: string[] }[];
}

/** Throws `invalid_request`, with line and column. */
export function planApp(known: KnownApp | null, file: RunbookFile, prunes: boolean, steps: Steps): PlannedApp {
  const repositories = file.repositories?.map(({ repo, platforms }) => ({
    repo,
    platforms: [...new Set(platforms)],
  })) ?? [...(known?.repositories ?? [])];
  const app = {
    name: file.name ?? known!.name,
    mode: file.mode ?? known?.mode ?? "testing",
    prefix: file.prefix ?? known?.prefix ?? null,
    platforms: planPlatforms(known, file, prunes, repositories),
    repositories,
  };
  requireRepositories(file, app);
  if (known === null) steps.add("create", { kind: "app", ref: app.prefix, title: app.name });
  else steps.keep({ kind: "app", ref: app.prefix, title: app.name, details: changesOf(app, known), moves: false });
  stepsOfPlatforms(app, known, steps);
  return app;
}

/** Pruning drops platforms that the file leaves out, unless something names them. */
function planPlatforms(
  known: KnownApp | null,
  file: RunbookFile,
  prunes: boolean,
  repositories: readonly { platforms: string[] }[],
): PlannedApp["platforms"] {
  const before = known?.platforms ?? [];
  const wanted = file.platforms?.map(({ code }) => code) ?? [];
  const isNeeded = ({ code, used }: { code: string; used: number }) =>
    used === 1 || wanted.includes(code) || repositories.some(({ platforms }) => platforms.includes(code));
  const stay = prunes && file.platforms !== null ? before.filter(isNeeded) : before;
  const order = mergeOrder(
    stay.map(({ code }) => code),
    wanted,
  );
  const labelOf = (code: string) =>
    file.platforms?.find((platform) => platform.code === code)?.label ??
    before.find((platform) => platform.code === code)?.label ??
    code;
  return order.map((code) => ({ code, label: labelOf(code) }));
}

function requireRepositories({ repositories }: RunbookFile, { platforms }: PlannedApp): void {
  for (const { at, platforms: codes } of repositories ?? []) {
    const unknown = codes.find((code) => !platforms.some((platform) => platform.code === code));
    if (unknown !== undefined) {
      const known = platforms.map(({ code }) => code).join(", ");
      throw wrongAt(at, `unknown platform ${JSON.stringify(unknown.slice(0, 60).toWellFormed())}; there are ${known}`);
    }
  }
}

function changesOf(app: PlannedApp, known: KnownApp): Details {
  const details: Details = {};
  for (const field of ["name", "mode", "prefix"] as const) {
    if (app[field] !== known[field]) details[field] = { from: known[field], to: app[field] };
  }
  if (JSON.stringify(app.repositories) !== JSON.stringify(known.repositories)) {
    details.repositories = { from: known.repositories, to: app.repositories };
  }
  return details;
}

function stepsOfPlatforms({ platforms }: PlannedApp, known: KnownApp | null, steps: Steps): void {
  const before = known?.platforms ?? [];
  const isKept = ({ code }: { code: string }) => platforms.some((platform) => platform.code === code);
  const stay = before.filter(isKept).map(({ code }) => code);
  const places = platforms.map(({ code }) => stay.indexOf(code)).filter((place) => place !== -1);
  const moved = new Set([...movedIn(places)].map((i) => places[i]!));
  for (const [to, { code, label }] of platforms.entries()) {
    const was = before.find((platform) => platform.code === code);
    const from = stay.indexOf(code);
    const moves = moved.has(from);
    if (was === undefined) steps.add("create", { kind: "platform", ref: code, title: label });
    else {
      const details: Details = {};
      if (was.label !== label) details.label = { from: was.label, to: label };
      if (moves) details.position = { from, to };
      steps.keep({ kind: "platform", ref: code, title: label, details, moves });
    }
  }
  for (const { code, label } of before.filter((platform) => !isKept(platform))) {
    steps.add("delete", { kind: "platform", ref: code, title: label });
  }
}
