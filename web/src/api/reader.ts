// The person that this page was read for. All tabs of a browser have one session, and another tab may have gone to another workspace with it
// since: requests say whose page they come from, and the server refuses those of somebody who is no longer signed in.
let reader: string | null = null;

export function readerId(): string | null {
  return reader;
}

/** Notes whose page this is; null means nobody's. */
export function pageIsOf(person: string | null): void {
  reader = person;
}

/** What a request carries that must not be done as somebody else. */
export function readerHeader(): Record<string, string> {
  return reader === null ? {} : { "x-retest-person": reader };
}
