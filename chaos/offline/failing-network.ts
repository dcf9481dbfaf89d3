// The way between a browser and a server, which fails as networks and proxies do. Its address stays the same while servers die
// and come back behind it.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/**
 * `away`: nobody answers. `gateway`: a proxy says 502. `slow`: answers come in pieces, late. `lost`: the server gets the request
 * and does it, and its answer never arrives.
 */
export type NetworkCondition = "fine" | "away" | "gateway" | "slow" | "lost";

const BAD_GATEWAY =
  "HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const LATE_MS = 250;

export class FailingNetwork {
  /** Is told of each first piece of an answer, before it is passed on. */
  onAnswer: () => void = () => {};
  #weather: NetworkCondition = "fine";
  #server = 0;
  readonly #listener = createServer((client) => this.#pass(client));
  readonly #open = new Set<Socket>();

  static async open(): Promise<FailingNetwork> {
    const way = new FailingNetwork();
    await new Promise<void>((resolve) => way.#listener.listen(0, "127.0.0.1", resolve));
    return way;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#listener.address() as AddressInfo).port}`;
  }

  leadTo(server: string): void {
    this.#server = Number(new URL(server).port);
  }

  /** Connections that are open are cut, so that it holds at once. */
  set weather(weather: NetworkCondition) {
    this.#weather = weather;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise((resolve) => this.#listener.close(resolve));
  }

  #pass(client: Socket): void {
    this.#keep(client);
    if (this.#weather === "away") {
      client.destroy();
      return;
    }
    if (this.#weather === "gateway") {
      client.once("data", () => client.end(BAD_GATEWAY));
      return;
    }
    const server = connect(this.#server, "127.0.0.1");
    this.#keep(server);
    client.on("close", () => server.destroy());
    server.on("close", () => client.destroy());
    client.pipe(server, { end: false });
    server.on("data", (piece) => {
      this.onAnswer();
      if (this.#weather === "lost") client.destroy();
      else if (this.#weather === "slow") setTimeout(() => client.writable && client.write(piece), LATE_MS);
      else client.write(piece);
    });
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => this.#open.delete(socket));
  }
}
