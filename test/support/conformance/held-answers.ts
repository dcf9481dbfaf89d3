// The answers of our server that a test got, each held against the API's document.

export interface WholeAnswer {
  status: number;
  headers: Headers;
  text: string;
}

const faults: string[] = [];
const pending: Promise<void>[] = [];

/** Every answer of ours has one, and no answer of others'. */
export function isOurs(headers: Headers): boolean {
  return headers.has("x-request-id");
}

/** Found out later: `faultsFound` waits for it. */
export function holdAgainstDocument(method: string, path: string, answer: WholeAnswer | Promise<WholeAnswer>): void {
  pending.push(hold(method, path, answer));
}

async function hold(method: string, path: string, answer: WholeAnswer | Promise<WholeAnswer>): Promise<void> {
  // One that was cut off can't be held against anything.
  const whole = await Promise.resolve(answer).catch(() => null);
  if (whole === null) return;
  const { status, headers, text } = whole;
  // Loaded with the first answer: most files ask for nothing.
  const { conformanceFault } = await import("./conformance.ts");
  const [type, etag] = [headers.get("content-type"), headers.get("etag")];
  const fault = conformanceFault({ method, path, status, type, text, etag });
  if (fault !== null) faults.push(fault);
}

/** Each once, since they were asked for last. */
export async function faultsFound(): Promise<string[]> {
  while (pending.length > 0) await Promise.all(pending.splice(0));
  return [...new Set(faults.splice(0))];
}
