// What If-Match asks for: that the thing is still what the caller has seen.
import { isMatched } from "../lib/etag.ts";
import { Fault } from "./fault.ts";

/** Throws `precondition_failed` if an If-Match header names another version; without the header anything goes. */
export async function requireMatch(ifMatch: string | undefined, tag: () => string | Promise<string>): Promise<void> {
  if (ifMatch === undefined || isMatched(ifMatch, await tag())) return;
  throw new Fault(
    "precondition_failed",
    "If-Match: it has changed since you read it; read it again, and repeat the request with its current ETag.",
  );
}
