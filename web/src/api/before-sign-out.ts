// What is still to be done for a person who signs out, while their session is there.
type Work = () => Promise<unknown>;

const works = new Set<Work>();

export function onLeaving(work: Work): void {
  works.add(work);
}

/** What fails says so itself, and keeps nobody from leaving. */
export async function leave(): Promise<void> {
  await Promise.allSettled([...works].map((work) => work()));
}
