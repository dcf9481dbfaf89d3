// /metrics: for whoever asks from this very machine, or has the token; nobody else.
import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import { Fault } from "../../domain/fault.ts";
import { KEY_WARNING_DAYS, MAX_MEASURED_APPS } from "../../domain/limits.ts";
import { failedAtOf } from "../../domain/privacy/erasure.ts";
import { type Clock, DAY_MS } from "../../lib/clock.ts";
import { isSameText } from "../../lib/crypto/constant-time-equal.ts";
import { addUp, gauge, type MetricFamily, measuresText } from "../../lib/monitoring/metric-families.ts";
import { countKeyEnds } from "../../storage/access/keys.ts";
import type { Reader } from "../../storage/database/database.ts";
import { listUnfinishedErasures } from "../../storage/privacy/erasures.ts";
import { listAppGauges } from "../../storage/status/app-gauges.ts";
import { isLoopback } from "../transport/client-address.ts";

export interface MetricsDeps {
  reader: Reader;
  clock: Clock;
  /** The token; null lets in only this machine. */
  token: string | null;
  /** What each process of this server has measured. */
  gather(): Promise<MetricFamily[][]>;
}

export const METRICS_PATH = "/metrics";
const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function mountMetrics(server: FastifyInstance, deps: MetricsDeps): void {
  server.get(METRICS_PATH, async (request, reply) => {
    requireAllowed(request.raw, deps.token);
    const families = [...addUp(await deps.gather()), ...(await databaseGauges(deps))];
    return reply.header("content-type", CONTENT_TYPE).send(Buffer.from(measuresText(families)));
  });
}

/** Throws `unauthorized`. */
function requireAllowed(request: IncomingMessage, token: string | null): void {
  const { authorization } = request.headers;
  if (authorization === undefined ? isFromHere(request) : token !== null && isBearer(authorization, token)) return;
  throw new Fault(
    "unauthorized",
    "Metrics can be read from this machine, or with the header Authorization: Bearer <RETEST_METRICS_TOKEN>.",
  );
}

/**
 * What a proxy passes on is somebody else's request, though the proxy may be on this machine. One that says nothing passes on
 * the name it was asked by, and so does a browser whose page has another name lead here.
 */
function isFromHere({ socket, headers }: IncomingMessage): boolean {
  return isLoopback(socket.remoteAddress) && isLocalHost(headers.host) && !Object.keys(headers).some(isPassedOn);
}

function isLocalHost(host = ""): boolean {
  const [, name = "", v6 = ""] = /^(?:([a-z0-9.]+)|\[([0-9a-f:.]+)\])(?::\d{1,5})?$/i.exec(host) ?? [];
  return name.toLowerCase() === "localhost" || isLoopback(name || v6);
}

function isPassedOn(header: string): boolean {
  return header.startsWith("x-forwarded") || PASSED_ON.has(header);
}

const PASSED_ON = new Set(["forwarded", "x-real-ip", "via", "x-client-ip", "true-client-ip", "cf-connecting-ip"]);

function isBearer(header: string, token: string): boolean {
  const [scheme, given] = header.split(" ");
  return scheme?.toLowerCase() === "bearer" && isSameText(given ?? "", token);
}

/** Figures from the database. If it can't be asked, all others are still given. */
async function databaseGauges({ reader, clock }: MetricsDeps): Promise<MetricFamily[]> {
  try {
    const now = clock();
    const { expired, soon } = await countKeyEnds(reader, now, now + KEY_WARNING_DAYS * DAY_MS);
    const apps = await listAppGauges(reader, MAX_MEASURED_APPS);
    const each = (value: "openIssues" | "needsRetest") =>
      apps.map((app): [{ app: string; app_id: string }, number] => [{ app: app.name, app_id: app.id }, app[value]]);
    const failing = (await listUnfinishedErasures(reader)).filter((erasure) => failedAtOf(erasure) !== null);
    return [
      {
        name: "retest_erasures_failing",
        help: "Erasures that failed and have not gone on since.",
        type: "gauge",
        series: { "": failing.length },
      },
      gauge("retest_open_issues", `Open issues by app, of the ${MAX_MEASURED_APPS} oldest.`, each("openIssues")),
      gauge("retest_needs_retest", "Platform-checks that were fixed and not tested again.", each("needsRetest")),
      gauge(
        "retest_keys_expiring",
        `API keys that expire within ${KEY_WARNING_DAYS} days, and those that have expired.`,
        [
          [{ state: "soon" }, soon],
          [{ state: "expired" }, expired],
        ],
      ),
    ];
  } catch {
    return [];
  }
}
