// /apps/:id/report, and how any report is sent
import type { z } from "zod";
import { getApp } from "../../../storage/apps/apps.ts";
import { versionOf } from "../../../storage/etags.ts";
import { dataOf } from "../../../wire/envelope.ts";
import { AppReportSchema, REPORT_TYPES, ReportQuery } from "../../../wire/status/app-report.ts";
import { attachment } from "../../pipeline/attachment-header.ts";
import { asBuffer, readInThread, SHORT } from "../../pipeline/read-in-thread.ts";
import { type Call, type Reply, type Route, route } from "../../pipeline/route.ts";

export const appReportRoutes: Route[] = [
  route({
    method: "GET",
    path: "/apps/:id/report",
    summary:
      "Get the report of an app as it stands: every check, with tester, time, note, build, open issues and the release gate",
    compressible: true,
    role: "viewer",
    subject: "app",
    query: ReportQuery,
    response: dataOf(AppReportSchema),
    async handle(call) {
      const app = await getApp(call.services.reader, call.actor.reach, call.id);
      const isLong = app.checks > SHORT.checks || app.openIssues > SHORT.issues;
      return sendReport(call, versionOf([app]), "appReport", { id: app.id, name: app.name, isLong });
    },
  }),
];

/** `version` is that of what the report is about, `name` what the file is called. */
export async function sendReport(
  call: Call<unknown, z.infer<typeof ReportQuery>>,
  version: string,
  read: "appReport" | "cycleReport",
  { id, name, isLong }: { id: string; name: string; isLong: boolean },
): Promise<Reply> {
  const { format, percent, max_failed: maxFailed, max_open: maxOpen } = call.query;
  const thresholds = { percent, maxFailed, maxOpen };
  const input = { reach: call.actor.reach, id, format, thresholds };
  const write = async () => asBuffer(await readInThread(call, isLong, read, input));
  const headers: Record<string, string> = { "content-type": REPORT_TYPES[format] };
  if (format === "csv") headers["content-disposition"] = attachment(name, format);
  return { ...(await call.cached(version, write)), headers };
}
