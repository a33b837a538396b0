/** A value, or a promise of it. State in memory answers at once, other state later. */
export type Awaitable<T> = T | Promise<T>

/** Whether a value is still to come. In memory none is, and to await it all the same takes as long as to find an animal. */
export function isToCome<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof (value as Partial<Promise<T>> | undefined)?.then === 'function'
}
