import type { setupServer } from 'msw/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import type { Profile } from '../../spec/index.ts'
import { type AdapterName, callsTable } from './calls-table.ts'
import type { AnimalStore } from '../index.ts'
import { handlers } from '../msw/index.ts'
import { type Seen, newStore, play, requestFor, seenInFetch, tellCore } from './play-table.ts'

/** Other choices than the defaults, wherever they change what is sent. */
const otherProfile: Partial<Profile> = {
  'media-type': 'reject-415',
  'status-default': 'available',
  'unknown-fields': 'reject',
  'error-codes': 'not_found:E404,unauthorized:É401',
  undocumented: 'not-found',
  'list-order': 'newest-first',
  paging: 'link',
  'page-cap': '7',
  'invalid-query': 'reject-422',
  'large-body': 'reject',
  'full-store': 'reject-503',
  'malformed-id': 'reject',
  'rate-body': 'empty',
  'retry-after': 'http-date',
  'rate-window': 'day',
  'rate-anonymous': 'yes',
  'deprecation-headers': 'both',
}

/** Plays the table through MSW, below a base address with a path of its own. */
export async function tellMsw(setup: typeof setupServer, store: AnimalStore): Promise<(Seen | Error)[]> {
  const server = setup(...handlers(store, { baseUrl: 'http://mock.test/shop/v1' }))
  const options = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const
  // MSW prints each request that it refuses to let through, and the table has some.
  const print = vi.spyOn(console, 'error').mockReturnValue(undefined)
  server.listen(options)
  try {
    return await play(async (call) => seenInFetch(await fetch(requestFor('http://mock.test/shop', call))))
  } finally {
    server.close()
    print.mockRestore()
  }
}

/** One test a call of the table: the adapter's reply equals the core's, or the call is rightly left out. */
export function describeAdapter(
  title: string,
  name: AdapterName,
  tell: (store: AnimalStore) => Promise<(Seen | Error)[]>,
): void {
  describe.each([title])('%s', () => {
    let core: (Seen | Error)[] = []
    let story: (Seen | Error)[] = []
    beforeAll(async () => {
      core = await tellCore(newStore())
      story = await tell(newStore())
    }, 60_000)

    test.each(callsTable.map((row, index) => [index, row.name, row] as const))(
      'call %i, %s, gets the same bytes as in the core',
      (index, _call, row) => {
        const reason = row.skip[name]
        if (reason === undefined) expect(story[index]).toEqual(core[index])
        else
          expect(story[index], `This call could be carried, so it need not be left out because ${reason}.`).not.toEqual(
            core[index],
          )
      },
    )

    test('every call gets the same bytes as in the core under other choices for the silences', async () => {
      const expected = await tellCore(newStore(otherProfile))
      const played = await tell(newStore(otherProfile))
      const named = (seen: readonly (Seen | Error)[]) =>
        callsTable.flatMap((row, index) => (row.skip[name] === undefined ? [[row.name, seen[index]]] : []))
      expect(named(played)).toEqual(named(expected))
      expect(expected).not.toEqual(core)
    }, 60_000)
  })
}
