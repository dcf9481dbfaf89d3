// Bursts of 20,000 requests whose senders wait for no answer, over one connection and over many.
import { once } from "node:events";
import { exchangeRaw, openRaw, request } from "../../test/support/clients/raw-socket.ts";
import { KEYED, UNREAD_REQUESTS } from "../../test/support/hostile/hostile-http.ts";
import type { HostileRequest } from "./hostile-request.ts";

const REQUESTS = 20_000;
const SENDERS = [1, 8, 20];

export function pipelinedRequests(address: string, key: string): HostileRequest[] {
  const me = request("GET /api/v1/me", [KEYED.replace("KEY", key), ""]);
  const bursts: [what: string, one: string][] = [
    ["an unknown address", request("GET /none", [""])],
    ["the shortest there is", "GET / HTTP/1.1\r\nHost:\r\n\r\n"],
    ["a key's own data", me],
    ["no Host", "GET / HTTP/1.1\r\n\r\n"],
    ["an address that can't be read", request("GET /%zz", [""])],
    ["an expectation that can't be met", request("GET /healthz", ["Expect: magic", ""])],
  ];
  return [
    ...bursts.flatMap(([what, one]) =>
      SENDERS.map((senders) => ({
        kind: "pipelined requests",
        what: `20,000 over ${senders} connections: ${what}`,
        send: () => burst(address, one.repeat(REQUESTS / senders), senders),
      })),
    ),
    {
      kind: "pipelined requests",
      what: "somebody who has sent 20,000 and reads no answer",
      send: unreadRequests(address),
    },
    {
      kind: "pipelined requests",
      what: "100 over one connection",
      send: async () => answeredAs(await exchangeRaw(address, me.repeat(100), 100), 100),
    },
  ];
}

/** All are connected before the first request is sent. */
async function burst(address: string, requests: string, senders: number): Promise<void> {
  const connections = await Promise.all(Array.from({ length: senders }, () => openRaw(address)));
  const bytes = Buffer.from(requests);
  const ended = connections.map(({ socket }) => once(socket, "close"));
  for (const { socket } of connections) socket.end(bytes);
  await Promise.all(ended);
}

function answeredAs(answers: { status: number }[], count: number): void {
  if (answers.length !== count) throw new Error(`${answers.length} answers instead of ${count}`);
  for (const { status } of answers) if (status !== 200) throw new Error(`one was answered with ${status}`);
}

/** Sent once; from then on, when it is sent again, the connection waits to be read. */
function unreadRequests(address: string): () => Promise<void> {
  let sender: Promise<unknown> | undefined;
  return async () => {
    sender ??= openRaw(address).then(({ socket }) => {
      socket.pause();
      socket.write(UNREAD_REQUESTS);
    });
    await sender;
    await (await fetch(`${address}/healthz`)).arrayBuffer();
  };
}
