// Edits of the runbook go to the server one after the other, in the order they were made.
let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(edit: () => Promise<T>): Promise<T> {
  const done = last.then(edit);
  last = done.catch(() => {});
  return done;
}

/** Settles once no edit is under way. */
export async function editsDone(): Promise<void> {
  for (let seen: unknown; seen !== last; ) {
    seen = last;
    await last;
  }
}
