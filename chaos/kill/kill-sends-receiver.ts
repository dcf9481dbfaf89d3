// The receiver of the kill rounds: below HTTP, so that the server can be killed between any two steps of a sending.
import { type AddressInfo, createServer, type Socket } from "node:net";

export type ReceiverStep = "connected" | "received" | "answered";

export class StepReceiver {
  /** How often each notification arrived whole, by its webhook-id. */
  readonly arrivals = new Map<string, number>();
  url = "";
  /** What to do when a connection gets so far, the next time only; until its promise is kept nothing goes on. */
  private interruption: { step: ReceiverStep; run: () => Promise<unknown> } | null = null;
  private readonly server = createServer({ allowHalfOpen: true }, (socket) => void this.serve(socket));

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/fixed`;
  }

  close(): void {
    this.server.close();
  }

  /** Runs it when the next connection has got so far; gives up after five seconds. */
  interruptAt(step: ReceiverStep, run: () => Promise<unknown>): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        this.interruption = null;
        resolve(false);
      }, 5_000);
      this.interruption = {
        step,
        run: async () => {
          clearTimeout(late);
          this.interruption = null;
          await run();
          resolve(true);
        },
      };
    });
  }

  private async reach(step: ReceiverStep): Promise<void> {
    if (this.interruption?.step === step) await this.interruption.run();
  }

  private async serve(socket: Socket): Promise<void> {
    socket.on("error", () => {});
    await this.reach("connected");
    let bytes = Buffer.alloc(0);
    let isWhole = false;
    socket.on("data", async (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      const id = idOf(bytes);
      if (isWhole || id === undefined) return;
      isWhole = true;
      this.arrivals.set(id, (this.arrivals.get(id) ?? 0) + 1);
      await this.reach("received");
      socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
      await this.reach("answered");
    });
    socket.on("end", () => socket.end());
  }
}

/** The webhook-id of a request that is there to its last byte. */
function idOf(bytes: Buffer): string | undefined {
  const split = bytes.indexOf("\r\n\r\n");
  if (split === -1) return undefined;
  const head = bytes.subarray(0, split).toString("latin1");
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
  return bytes.length >= split + 4 + length ? /webhook-id: (\S+)/i.exec(head)?.[1] : undefined;
}
