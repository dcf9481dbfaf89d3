// Stands between a reporter and the server, and has moods: open, closed (nobody answers), or lossy (the server gets a request, and its answer is lost).
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exchange } from "../conformance/exchange.ts";

export type Mood = "open" | "closed" | "lossy";

export interface FlakyEndpoint {
  address: string;
  mood: Mood;
  /** Requests that recorded something and were answered; those that nobody answered. */
  recorded: number;
  refused: number;
  begin(mood: Mood): void;
  close(): Promise<void>;
}

/** Tests that run behind it ask it for numbers (/endpoint/recorded, /endpoint/refused) and have it opened (/endpoint/open). */
export async function openFlakyEndpoint(server: string): Promise<FlakyEndpoint> {
  const listener = createServer((request, response) => void answer(request, response));
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const endpoint: FlakyEndpoint = {
    address: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    mood: "open",
    recorded: 0,
    refused: 0,
    begin: (mood) => Object.assign(endpoint, { mood, recorded: 0, refused: 0 }),
    close: async () => {
      listener.close();
      listener.closeAllConnections();
      await once(listener, "close");
    },
  };
  return endpoint;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url!;
    if (path === "/endpoint/open") endpoint.mood = "open";
    if (path.startsWith("/endpoint/")) {
      response.end(String(path.endsWith("/recorded") ? endpoint.recorded : endpoint.refused));
      return;
    }
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    if (endpoint.mood === "closed") return refuse(request);
    const kept = ["authorization", "content-type", "idempotency-key"].filter(
      (name) => request.headers[name] !== undefined,
    );
    const headers = Object.fromEntries(kept.map((name) => [name, String(request.headers[name])]));
    const answered = await exchange(request.method!, `${server}${path}`, headers, Buffer.concat(pieces));
    const isRecord = request.method === "POST" && !path.includes("dry_run=true");
    if (isRecord && endpoint.mood === "lossy") {
      endpoint.mood = "closed";
      return refuse(request);
    }
    response.writeHead(answered.status, { "content-type": "application/json" });
    response.end(answered.text);
    if (isRecord) endpoint.recorded++;
  }

  function refuse(request: IncomingMessage): void {
    endpoint.refused++;
    request.socket.destroy();
  }
}
