// Load as real clients make it: kept connections, one request after the other on each, every answer and failure counted.
import { Agent, type IncomingMessage, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

export interface LoadRequest {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Tally {
  answers: number;
  statuses: Record<number, number>;
  /** Requests that got no answer, by what went wrong; those that were the first on their connection say so. */
  lost: string[];
  slowestMs: number;
  /** Answers that were neither 200 nor 201: status, who gave it, and how its body begins. */
  refused: string[];
  /** Bodies of answers 201. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  created: any[];
}

export interface Load {
  tally: Tally;
  /** Sends nothing more, and waits for the answers. */
  stop(): Promise<Tally>;
}

/** Before what went wrong on a connection that had carried nothing yet. */
export const NEW = "new connection: ";

/**
 * `next` gives the request for the client of that number. One that is told to come another time (503), or is not let in
 * at all, sends nothing more. Between its requests each pauses for so long.
 */
export function startLoad(address: string, clients: number, next: (client: number) => LoadRequest, pauseMs = 0): Load {
  const tally: Tally = { answers: 0, statuses: {}, lost: [], refused: [], slowestMs: 0, created: [] };
  let stopped = false;
  const client = async (_: unknown, number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let sentAway = false; !stopped && !sentAway; ) {
      const began = performance.now();
      await ask(address, agent, next(number)).then(
        ({ status, server, body }) => {
          sentAway = status === 503;
          tally.answers++;
          tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
          if (status !== 200 && status !== 201) tally.refused.push(`${status} by ${server}: ${body.slice(0, 200)}`);
          if (status === 201) tally.created.push(JSON.parse(body));
        },
        (error: Error) => {
          sentAway = error.message.startsWith(NEW);
          tally.lost.push(error.message);
        },
      );
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - began);
      if (pauseMs > 0) await sleep(pauseMs);
    }
    agent.destroy();
  };
  const clientsDone = Promise.all(Array.from({ length: clients }, client));
  return {
    tally,
    async stop() {
      stopped = true;
      await clientsDone;
      return tally;
    },
  };
}

function ask(address: string, agent: Agent, { method, path, headers, body }: LoadRequest) {
  return new Promise<{ status: number; server: string; body: string }>((resolve, reject) => {
    const sent = request(address + path, { agent, method, headers: headers ?? {} }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode!, server: serverOf(response), body: text }));
    });
    sent.on("error", (error) => reject(sent.reusedSocket ? error : new Error(NEW + error.message)));
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A balancer that answers for itself names itself; one that passes an answer on leaves our request id in it. */
function serverOf({ headers }: IncomingMessage): string {
  return headers["x-request-id"] === undefined ? String(headers.server ?? "somebody else") : "Retest";
}
