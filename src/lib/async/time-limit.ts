// A limit to how long something is waited for. The work itself goes on: only the waiting ends.

/** What the work gives or throws; once it is late, what `late` gives or throws instead. */
export function waitAtMost<T, Late>(limitMs: number, work: Promise<T>, late: () => Late): Promise<T | Late> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(Promise.resolve().then(late)), limitMs);
    work.then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}
