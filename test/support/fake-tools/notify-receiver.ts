// Somebody's tool that is told of fixes: a real HTTP server that notes what arrives and answers as told.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** One request, to the byte. */
export interface Arrival {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: what a body holds is what tests ask
  body: any;
}

type Behaviour = (response: ServerResponse, arrival: Arrival) => void;

export interface Receiver {
  url: string;
  /** All that has arrived, oldest first. */
  arrivals: Arrival[];
  connections: number;
  /** What it does from now on; at first it answers 204. */
  behave(next: Behaviour): void;
  /** From now on it answers nothing, until what it gives is called: then it answers all of them. */
  hold(): () => void;
  close(): Promise<void>;
}

const answered: Behaviour = (response) => response.writeHead(204).end();

export async function openReceiver(host = "127.0.0.1"): Promise<Receiver> {
  let behaviour = answered;
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const bytes = Buffer.concat(chunks);
      const { method = "", url: path = "", headers } = request;
      const arrival = { method, path, headers, bytes, body: JSON.parse(bytes.toString()) };
      receiver.arrivals.push(arrival);
      behaviour(response, arrival);
    });
  });
  server.on("connection", (socket: Socket) => {
    receiver.connections++;
    sockets.add(socket.on("error", () => {}).on("close", () => sockets.delete(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const receiver: Receiver = {
    url: `http://${host}:${(server.address() as AddressInfo).port}/fixed?from=retest`,
    arrivals: [],
    connections: 0,
    behave(next) {
      behaviour = next;
    },
    hold() {
      const held: ServerResponse[] = [];
      behaviour = (response) => held.push(response);
      return () => {
        behaviour = answered;
        for (const response of held) response.writeHead(204).end();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
  return receiver;
}
