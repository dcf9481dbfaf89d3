// One open stream of events. A reader who does not keep up costs no memory: of each app only the newest event waits, and
// who keeps the server waiting for too long is let go.
import type { ServerResponse } from "node:http";

/** The events of a moment, each by the app that it is about, and all of them as one text. */
export interface EventBatch {
  byApp: ReadonlyMap<string, string>;
  text: string;
}

export interface StreamOptions {
  blockedMs: number;
  onClose(): void;
}

export class EventStream {
  private readonly response: ServerResponse;
  private readonly options: StreamOptions;
  private readonly waiting = new Map<string, string>();
  /** Runs while the reader does not keep up. */
  private blockedTimer: NodeJS.Timeout | undefined;

  constructor(response: ServerResponse, options: StreamOptions) {
    this.response = response;
    this.options = options;
    const { socket } = response;
    response.on("drain", () => this.goOn());
    response.once("close", () => this.left());
    // The other side has no more to say, which is how it hangs up: nobody reads on.
    socket?.once("end", () => socket.destroy());
    if (socket === null || socket.destroyed) queueMicrotask(() => this.left());
  }

  send({ byApp, text }: EventBatch): void {
    if (this.blockedTimer === undefined) this.write(text);
    else for (const [app, event] of byApp) this.waiting.set(app, event);
  }

  /** Sends text that a reader who does not keep up may go without. */
  hint(text: string): void {
    if (this.blockedTimer === undefined) this.write(text);
  }

  /** Whether the stream has ended. */
  get isOver(): boolean {
    return this.response.writableEnded;
  }

  /** Sends the last event and ends the stream; a reader who does not keep up goes without that event. */
  end(text: string): void {
    if (this.blockedTimer !== undefined) {
      this.response.destroy();
      return;
    }
    this.response.end(text);
    this.wait();
  }

  private write(text: string): void {
    if (!this.response.write(text)) this.wait();
  }

  private wait(): void {
    this.blockedTimer = setTimeout(() => this.response.destroy(), this.options.blockedMs).unref();
  }

  private goOn(): void {
    if (this.response.writableEnded) return;
    clearTimeout(this.blockedTimer);
    this.blockedTimer = undefined;
    if (this.waiting.size === 0) return;
    const text = [...this.waiting.values()].join("");
    this.waiting.clear();
    this.write(text);
  }

  private left(): void {
    clearTimeout(this.blockedTimer);
    this.options.onClose();
  }
}
