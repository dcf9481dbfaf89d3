// A value or a promise of one: what a database in the same process gives at once is used without waiting for another tick.

export type Awaitable<T> = T | Promise<T>;

/** Calls `next` at once if the value is there, else when the promise resolves: a promise for each value would cost a tick. */
export function andThen<T, Next>(value: Awaitable<T>, next: (value: T) => Awaitable<Next>): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
