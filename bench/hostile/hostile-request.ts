// One of the requests that `npm run hostile` sends.

/** With hostile content, or a large one, and how it is sent. */
export interface HostileRequest {
  kind: string;
  what: string;
  send(): Promise<unknown>;
}
