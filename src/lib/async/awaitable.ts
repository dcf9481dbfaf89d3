// What is either there already or comes later: whoever reads a database in the same process need not wait for another tick.

export type Awaitable<T> = T | Promise<T>;

/** Goes on at once with what is there, and later with what comes later. */
export function andThen<T, Next>(value: Awaitable<T>, next: (value: T) => Awaitable<Next>): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
