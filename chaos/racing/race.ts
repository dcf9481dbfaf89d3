// What each race between two servers is given.
import type { Receiver } from "../../test/support/fake-tools/notify-receiver.ts";
import type { Client } from "../harness/client.ts";

export interface Race {
  client: Client;
  /** The addresses of the servers. */
  servers: string[];
  receiver: Receiver;
  /** A new name for each race. */
  name: string;
  /** How often each issue was fixed: the receiver must be told as often, in the end. */
  fixed: Map<string, number>;
  /** Deliveries that began when the fix of their issue had been answered. */
  counts: { later: number };
  report(problem: string): void;
}
