// What a publisher is: it sends an event to a program and says what came of it.
import type { ConnectionSettings, Credentials } from "../../domain/connections/connection.ts";
import type { PublishedEvent } from "../../domain/connections/published-event.ts";
import type { MakeCall } from "../../lib/network/call-once.ts";
import type { ForwardResult } from "./forwarder.ts";

export interface PublishJob {
  /** The event's id, the same at every attempt, so that a receiver can tell what it has had. */
  eventId: string;
  now: number;
  settings: ConnectionSettings;
  /** Plain; never logged, never part of an outcome. */
  credentials: Credentials;
  event: PublishedEvent;
  call: MakeCall;
}

export type Publisher = (job: PublishJob) => Promise<ForwardResult>;
