import type { Awaitable } from '../../../spec/awaitable.ts'
import type { CallContext, Overrides } from '../../call/overrides.ts'

/** The overrides of a fault, which tell when one did something: it returns what it got where it does nothing. */
export function noting({ identify, count, query, accept, operate, reply }: Overrides, note: () => void): Overrides {
  function told<T>(usual: T | undefined, used: T): T {
    if (used !== usual) note()
    return used
  }
  const deciding =
    <T>(decide: (usual: () => Awaitable<T>, context: CallContext) => Awaitable<T>) =>
    async (usual: () => Awaitable<T>, context: CallContext): Promise<T> => {
      let decided: T | undefined
      const used = await decide(async () => (decided = await usual()), context)
      return told(decided, used)
    }
  return {
    ...(identify && { identify: (usual, context) => told(usual, identify(usual, context)) }),
    ...(count && { count: deciding(count) }),
    ...(query && { query: (usual, context) => told(usual, query(usual, context)) }),
    ...(accept && { accept: (usual, body, context) => told(usual, accept(usual, body, context)) }),
    ...(operate && { operate: deciding(operate) }),
    ...(reply && { reply: async (usual, context) => told(usual, await reply(usual, context)) }),
  }
}
