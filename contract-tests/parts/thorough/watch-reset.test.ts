import { expect, test } from 'vitest'
import type { Session } from '../../session/session.ts'
import { watchReset } from './watch-reset.ts'

interface Window {
  readonly left: number
  readonly milliseconds: number
}

/** What is done at the end of a window in which so many requests are left. */
async function actionsIn({ left, milliseconds }: Window): Promise<readonly string[]> {
  const actions: string[] = []
  const state = { left, milliseconds }
  const session = {
    options: { maxWaitMilliseconds: 120_000, clock: { now: () => 0 } },
    get resetWait() {
      return { left: state.left, milliseconds: state.milliseconds }
    },
    wait: async (wait: number, reason: string) => {
      actions.push(`${wait}: ${reason}`)
      state.milliseconds -= wait
    },
    requestsLeft: 60,
    exchange: async ({ path }: { readonly path: string }) => {
      actions.push(path)
      state.left--
      return { status: 200, exchange: { response: undefined } }
    },
  }
  await watchReset(session as unknown as Session)
  return actions
}

const list = '/pets?limit=1'
const last = 'one request is left of the window, to be sent shortly before its end'

test('all requests but one are used at once, and the last one shortly before the reset', async () => {
  expect(await actionsIn({ left: 3, milliseconds: 40_000 })).toEqual([list, list, `35000: ${last}`, list])
  expect(await actionsIn({ left: 1, milliseconds: 10_000 })).toEqual([`5000: ${last}`, list])
})

test('a window that ends soon, or later than a run waits, is not watched', async () => {
  expect(await actionsIn({ left: 1, milliseconds: 9_999 })).toEqual([])
  expect(await actionsIn({ left: 1, milliseconds: 120_001 })).toEqual([])
  expect(await actionsIn({ left: 1, milliseconds: 120_000 })).toEqual([`115000: ${last}`, list])
  expect(await actionsIn({ left: 0, milliseconds: 40_000 })).toEqual([])
})
