// Files on their way in: read piece by piece, counted and hashed, at a pace of their own. Never whole in memory.
import { createHash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { Fault } from "../../domain/fault.ts";
import type { Member } from "../../lib/async/fair-queue.ts";
import { type Pace, watchPace } from "../../lib/async/minimum-pace.ts";
import { createSemaphore } from "../../lib/async/semaphore.ts";
import { milliseconds } from "../../lib/clock.ts";
import { setPatient } from "../transport/sockets.ts";

/** A phone with a poor connection manages that; whoever only wants to hold a connection does not. */
const SLOWEST: Pace = { everyMs: 20_000, atLeast: 80 * 1_024 };
/** Uploads at once. They may take long, so half of what is free is always kept for other workspaces. */
const AT_ONCE = { total: 48, perKind: 6, perGroup: "half of what is free" } as const;

export class Uploads {
  private readonly gate = createSemaphore(AT_ONCE);
  private readonly underWay = new Set<Upload>();

  /**
   * Has `keep` take the file in. Throws what `keep` throws, `rate_limited` when `sender`, or all of their workspace, send too many at once, `timeout`
   * when the file comes too slowly.
   */
  async take<T>(request: IncomingMessage, sender: Member, keep: (upload: Upload) => Promise<T>): Promise<T> {
    const release = this.gate.tryEnter(sender);
    if (release === undefined) {
      const message = "Too many files are being sent at once: wait until one of them has arrived.";
      throw new Fault("rate_limited", message, undefined, 5);
    }
    const upload = new Upload(request);
    this.underWay.add(upload);
    setPatient(request.socket, true);
    try {
      return await keep(upload);
    } catch (error) {
      await upload.drop();
      throw error;
    } finally {
      upload.end();
      setPatient(request.socket, false);
      this.underWay.delete(upload);
      release();
    }
  }

  /** The server stops: what has not arrived yet would take too long. */
  close(): void {
    for (const upload of this.underWay) {
      upload.cut(new Fault("unavailable", "The server is stopping. Send the file again in a moment."));
    }
  }
}

export class Upload {
  size = 0;
  cut!: (fault: Fault) => void;
  private readonly request: IncomingMessage;
  private readonly source: AsyncIterator<Buffer>;
  private readonly hashing = createHash("sha256");
  private readonly wasCut: Promise<never>;
  private readonly stopWatching: () => void;
  private received = 0;
  private isCut = false;
  /** Since when the sender waits for us, because what came is still being stored; null while we wait for the sender. */
  private keepingSince: number | null = milliseconds();
  private keptMs = 0;

  constructor(request: IncomingMessage) {
    this.request = request;
    // Ending the reading must leave the connection as it is: the answer goes over it.
    this.source = request.iterator({ destroyOnReturn: false });
    this.wasCut = new Promise((_, reject) => {
      this.cut = (fault) => {
        this.isCut = true;
        reject(fault);
      };
    });
    this.wasCut.catch(() => {});
    const tooSlow = () =>
      this.cut(new Fault("timeout", "The file arrived too slowly, or only in part: send it again."));
    this.stopWatching = watchPace(() => this.received + this.excused, SLOWEST, tooSlow);
  }

  /** The length that was announced; undefined if none was. */
  get announced(): number | undefined {
    const length = this.request.headers["content-length"];
    return length === undefined ? undefined : Number(length);
  }

  /** The first bytes: `wanted` of them, or more, or all there are. */
  async head(wanted: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let piece = await this.next(); piece !== undefined; piece = await this.next()) {
      pieces.push(piece);
      if (this.received >= wanted) break;
    }
    return Buffer.concat(pieces);
  }

  /** The whole file, with what was read of it as `head`. Throws `excess()` as soon as there are more than `limit` bytes. */
  async *bytes(head: Buffer, limit: number, excess: () => Fault): AsyncGenerator<Buffer> {
    for (let piece: Buffer | undefined = head; piece !== undefined; piece = await this.next()) {
      this.size += piece.length;
      if (this.size > limit) throw excess();
      this.hashing.update(piece);
      yield piece;
    }
  }

  /** SHA-256 in hex, once all bytes were read. */
  hash(): string {
    return this.hashing.digest("hex");
  }

  end(): void {
    this.stopWatching();
  }

  /** Leaves what is still to come to whoever refuses it. */
  async drop(): Promise<void> {
    // One that was cut still waits for its next piece, and can't be told to stop.
    if (this.isCut) this.request.removeAllListeners("readable");
    else await this.source.return?.();
  }

  /** What a sender need not have sent in the time that it was not asked to. */
  private get excused(): number {
    const keptMs = this.keptMs + (this.keepingSince === null ? 0 : milliseconds() - this.keepingSince);
    return (2 * keptMs * SLOWEST.atLeast) / SLOWEST.everyMs;
  }

  private async next(): Promise<Buffer | undefined> {
    this.keptMs += milliseconds() - (this.keepingSince ?? milliseconds());
    this.keepingSince = null;
    try {
      const { done, value } = await Promise.race([this.source.next(), this.wasCut]);
      if (done === true) return undefined;
      this.received += value.length;
      return value;
    } catch (error) {
      if (error instanceof Fault) throw error;
      throw new Fault("invalid_request", "The file is incomplete: the connection ended too early. Send it again.");
    } finally {
      this.keepingSince = milliseconds();
    }
  }
}
