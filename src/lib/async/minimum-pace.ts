// Watches that something gets on: too little in a while, and it is given up.

export interface Pace {
  everyMs: number;
  /** How much it must have grown by in that time. */
  atLeast: number;
}

/** `done` tells how much there is so far. `onSlow` is called once, if at all; calling what this gives ends the watch. */
export function watchPace(done: () => number, { everyMs, atLeast }: Pace, onSlow: () => void): () => void {
  let before = done();
  const timer = setInterval(() => {
    const now = done();
    if (now - before < atLeast) {
      clearInterval(timer);
      onSlow();
    }
    before = now;
  }, everyMs).unref();
  return () => clearInterval(timer);
}
