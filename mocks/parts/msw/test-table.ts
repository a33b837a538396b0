import type { setupServer } from 'msw/node'
import { vi } from 'vitest'
import type { AnimalStore } from '../../entry.ts'
import { type Seen, play, requestFor, seenInFetch } from '../../testing/play-table.ts'
import { describeAdapter } from '../../testing/test-adapters.ts'
import { handlers } from './index.ts'

/** Plays the table of calls through a version of MSW, below a base address with a path of its own. */
export function describeMsw(version: string, setup: typeof setupServer): void {
  describeAdapter(version, 'msw', (store) => tellMsw(setup, store))
}

async function tellMsw(setup: typeof setupServer, store: AnimalStore): Promise<(Seen | Error)[]> {
  const server = setup(...handlers(store, { baseUrl: 'http://mock.test/shop/v1', undocumented: 'answer' }))
  const options = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const
  // MSW prints each request that it blocks, and the table has some.
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
  server.listen(options)
  try {
    return await play(async (call) => seenInFetch(await fetch(requestFor('http://mock.test/shop', call))))
  } finally {
    server.close()
    print.mockRestore()
  }
}
