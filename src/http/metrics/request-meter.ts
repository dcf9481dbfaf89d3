// Counts and times every request by its route. The time runs from the first look at a request to the last byte handed to
// the system; a stream counts when it begins.
import { subscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { milliseconds } from "../../lib/clock.ts";
import { type MetricFamily, Timing } from "../../lib/monitoring/metric-families.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    timing?: Timing;
  }
}

const TIMING = Symbol("timing");
const BEGAN = Symbol("began");

type Timed = ServerResponse & { [TIMING]?: Timing | undefined; [BEGAN]?: number };

/** One subscription serves every server of the process: a hook of the framework on each answer would cost more than all of it. */
subscribe("http.server.response.finish", (message) => countAnswer((message as { response: ServerResponse }).response));

export function countAnswer(response: ServerResponse): void {
  const timed = response as Timed;
  const timing = timed[TIMING];
  if (timing === undefined) return;
  timed[TIMING] = undefined;
  timing.add(timed.statusCode, milliseconds() - timed[BEGAN]!);
}

export class RequestMeter {
  private readonly timings = new Map<string, { method: string; route: string; timing: Timing }>();
  private readonly unmatched = this.of("any", "unmatched");

  /** Measures all routes; called before any is mounted. */
  watch(server: FastifyInstance): void {
    server.addHook("onRoute", (route) => {
      route.config = { ...route.config, timing: this.of(String(route.method), route.url) };
    });
    server.addHook("onRequest", (request, reply, done) => {
      const timed: Timed = reply.raw;
      timed[TIMING] = request.routeOptions.config?.timing ?? this.unmatched;
      timed[BEGAN] = milliseconds();
      done();
    });
  }

  private of(method: string, route: string): Timing {
    const key = `${method} ${route}`;
    const known = this.timings.get(key) ?? { method, route, timing: new Timing() };
    this.timings.set(key, known);
    return known.timing;
  }

  families(): MetricFamily[] {
    const requests: Record<string, number> = {};
    const durations: Record<string, number> = {};
    for (const { method, route, timing } of this.timings.values()) {
      Object.assign(requests, timing.outcomeSeries({ method, route }, "status"));
      Object.assign(durations, timing.histogramSeries({ method, route }));
    }
    return [
      { name: "retest_http_requests_total", help: "Requests that were answered.", type: "counter", series: requests },
      {
        name: "retest_http_request_duration_seconds",
        help: "How long answering took.",
        type: "histogram",
        series: durations,
      },
    ];
  }
}
