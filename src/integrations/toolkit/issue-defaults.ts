// What a connection says of issues where its tool says nothing.

import type { AppConfig } from "../../domain/apps/app-config.ts";
import type { ConnectionSettings } from "../../domain/connections/connection.ts";
import { PRIORITIES } from "../../domain/issues/issue.ts";
import type { ReportTarget } from "../../domain/report/report-defaults.ts";

export function defaultsOf(
  { default_platforms, default_priority }: ConnectionSettings,
  { platforms }: AppConfig,
): ReportTarget {
  const codes = Array.isArray(default_platforms) ? (default_platforms as string[]) : [];
  const priority = PRIORITIES.find((one) => one === default_priority) ?? null;
  return { platforms, defaultPlatforms: codes, defaultPriority: priority };
}
