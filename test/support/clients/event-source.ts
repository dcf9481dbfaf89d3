// A listener to server-sent events, as a browser's is, that keeps all it heard.
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";

/** What is not heard by then will not be, on however slow a machine. */
const HEARD_WITHIN_MS = 60_000;

export interface LiveEvent {
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: data of every shape
  data: any;
}

export interface EventListener {
  status: number;
  headers: IncomingMessage["headers"];
  events: LiveEvent[];
  /** All that came, as it came. */
  text(): string;
  /** The first event that fits, which may have come already. Fails when none comes in time, or the stream ends. */
  heard(fits: (event: LiveEvent) => boolean, ms?: number): Promise<LiveEvent>;
  /** Resolves when the stream is over. */
  ended: Promise<void>;
  close(): void;
}

/** Waits for the head of the answer; one that is no stream is read to its end. */
export async function listen(address: string, cookie: string | null, path = "/ui/v1/live"): Promise<EventListener> {
  const headers = cookie === null ? {} : { cookie };
  const asked: ClientRequest = request(address + path, { headers, agent: false });
  asked.on("error", () => {});
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  return follow(response);
}

export function follow(response: IncomingMessage): EventListener {
  const events: LiveEvent[] = [];
  const wakers = new Set<() => void>();
  let text = "";
  let read = 0;
  let isOver = false;
  const wake = () => {
    for (const one of wakers) one();
  };
  response.setEncoding("utf8");
  response.on("data", (part: string) => {
    text += part;
    for (let end = text.indexOf("\n\n", read); end !== -1; end = text.indexOf("\n\n", read)) {
      const found = parse(text.slice(read, end));
      if (found !== undefined) events.push(found);
      read = end + 2;
    }
    wake();
  });
  response.on("error", () => {});
  const ended = new Promise<void>((resolve) => {
    response.once("close", () => {
      isOver = true;
      wake();
      resolve();
    });
  });
  return {
    status: response.statusCode!,
    headers: response.headers,
    events,
    text: () => text,
    ended,
    heard: (fits, ms = HEARD_WITHIN_MS) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(fits);
          if (found === undefined && !isOver) return;
          stop();
          if (found === undefined) reject(new Error(`the stream ended with ${JSON.stringify(text.slice(-500))}`));
          else resolve(found);
        };
        const late = setTimeout(() => {
          stop();
          reject(new Error(`not heard in ${ms} ms: ${JSON.stringify(text.slice(-500))}`));
        }, ms);
        const stop = () => {
          clearTimeout(late);
          wakers.delete(look);
        };
        wakers.add(look);
        look();
      }),
    close: () => response.destroy(),
  };
}

function parse(block: string): LiveEvent | undefined {
  const fields = new Map<string, string>();
  for (const line of block.split("\n")) {
    const colon = line.indexOf(": ");
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const event = fields.get("event");
  return event === undefined ? undefined : { event, data: JSON.parse(fields.get("data")!) };
}
