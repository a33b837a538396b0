/** A value, or a promise of it. State in memory answers at once, other state later. */
export type Awaitable<T> = T | Promise<T>
