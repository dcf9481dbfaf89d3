// Apps as they cross the boundary: the list form, and the single form with summary and sections.
import * as z from "zod";
import type { AppConfig } from "../../domain/apps/app-config.ts";
import { addTally, emptyTally, percentComplete, type Tally } from "../../domain/status/summary.ts";
import { isoTime } from "../../lib/clock.ts";
import { namesSomething, optional } from "../../lib/schema/optional.ts";
import type { App } from "../../storage/apps/apps.ts";
import type { Section } from "../../storage/runbook/sections.ts";
import { appName, mode, platformList, prefix, repositoryList, timestamp } from "../fields.ts";
import { wholeApp } from "./app-with-runbook.ts";

export const CreateAppBody = wholeApp(1);

export const ChangeAppBody = z
  .strictObject({
    name: optional(appName),
    mode: optional(mode),
    prefix: optional(prefix),
    platforms: optional(platformList),
    repositories: optional(repositoryList),
  })
  .refine(namesSomething, "name at least one of name, mode, prefix, platforms, repositories");

export const counts = {
  passed: z.number().int(),
  failed: z.number().int(),
  needs_retest: z.number().int(),
  untested: z.number().int(),
  not_applicable: z.number().int(),
};

export const SectionEntrySchema = z.strictObject({
  id: z.string(),
  ref: z.string(),
  title: z.string(),
  checks: z.number().int(),
  summary: z.strictObject(counts),
});

const base = {
  id: z.string(),
  name: z.string(),
  platforms: z.array(z.strictObject({ code: z.string(), label: z.string() })),
  created_at: timestamp,
  mode,
};

export const AppEntrySchema = z.strictObject({ ...base, checks: z.number().int(), open_issues: z.number().int() });

export const AppSummarySchema = z.strictObject({
  checks: z.number().int(),
  ...counts,
  percent_complete: z.number().int(),
  open_issues: z.number().int(),
});

/** An app as the interface's first page shows it. */
export const OverviewEntrySchema = AppEntrySchema.extend({ summary: AppSummarySchema });

export const AppSchema = z.strictObject({
  ...base,
  prefix: z.string(),
  repositories: z.array(z.strictObject({ repo: z.string(), platforms: z.array(z.string()) })),
  summary: AppSummarySchema,
  sections: z.array(SectionEntrySchema),
});

export function presentAppEntry(app: App, appConfig: AppConfig): string {
  return JSON.stringify(entryOf(app, appConfig));
}

export function presentOverviewEntry(app: App, appConfig: AppConfig, tally: Tally): string {
  const entry = { ...entryOf(app, appConfig), summary: presentSummary(app, tally) };
  return JSON.stringify(entry satisfies z.infer<typeof OverviewEntrySchema>);
}

function entryOf(app: App, appConfig: AppConfig): z.infer<typeof AppEntrySchema> {
  return { ...presentBase(app, appConfig), checks: app.checks, open_issues: app.openIssues };
}

export function presentApp(app: App, appConfig: AppConfig, sections: readonly Section[]): string {
  const total = emptyTally();
  for (const section of sections) addTally(total, section);
  return JSON.stringify({
    ...presentBase(app, appConfig),
    prefix: app.prefix,
    repositories: appConfig.repositories,
    summary: presentSummary(app, total),
    sections: sections.map(presentSectionEntry),
  } satisfies z.infer<typeof AppSchema>);
}

export function presentSectionEntry(section: Section): z.infer<typeof SectionEntrySchema> {
  const { id, ref, title, checks } = section;
  return { id, ref, title, checks, summary: presentTally(section) };
}

function presentBase(app: App, appConfig: AppConfig) {
  return {
    id: app.id,
    name: app.name,
    platforms: appConfig.platforms.map(({ code, label }) => ({ code, label })),
    created_at: isoTime(app.createdAt),
    mode: app.mode,
  };
}

export function presentSummary(app: App, tally: Tally): z.infer<typeof AppSummarySchema> {
  return {
    checks: app.checks,
    ...presentTally(tally),
    percent_complete: percentComplete(tally),
    open_issues: app.openIssues,
  };
}

export function presentTally(tally: Tally) {
  return {
    passed: tally.passed,
    failed: tally.failed,
    needs_retest: tally.needsRetest,
    untested: tally.untested,
    not_applicable: tally.notApplicable,
  };
}
