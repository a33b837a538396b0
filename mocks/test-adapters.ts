import type { setupServer } from 'msw/node'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { type AdapterName, callsTable } from './calls-table.ts'
import { type Reading, petStatuses } from '../spec/index.ts'
import { type AnimalStore, type Call, type Reply, createAnimalStore } from './index.ts'
import { handlers } from './msw/index.ts'

/** A reply as a client sees it, without the headers that belong to a connection. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Send = (call: Call) => Promise<Seen>

/** A store as each adapter gets it. */
export const newStore = (reading: Partial<Reading> = {}) =>
  createAnimalStore({
    reading,
    keys: { own_key: 'pro', 'own~key/+=': 'free', own_revoked: { standing: 'revoked' } },
    dataset: [
      { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
      { id: 2, name: 'Tom', categoryId: 2, status: 'pending' },
      { id: 3, name: 'Coco', categoryId: 3, status: 'sold' },
      { id: 9007199254740993n, name: 'Atlas', categoryId: 9007199254740995n },
      { id: 9223372036854775807n, name: 'Omega', categoryId: 9223372036854775807n },
      { id: -9223372036854775808n, name: 'Alpha', categoryId: 0 },
      // More than a page holds.
      ...Array.from({ length: 120 }, (_, index) => ({
        id: 1000 + index,
        name: `Animal ${index} 🐘`,
        categoryId: index % 7,
        status: petStatuses[index % 3] ?? 'sold',
      })),
    ],
    clock: { mode: 'frozen', atMilliseconds: Date.UTC(2027, 0, 1, 0, 0, 10) },
  })

function seenInCore({ status, headers, body }: Reply, { method }: Call): Seen {
  const bytes = Buffer.from(body)
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return {
    status,
    headers: { ...lower, 'content-length': String(bytes.length) },
    body: method === 'HEAD' ? '' : bytes.toString('latin1'),
  }
}

/** A response of the web platform as a client sees it. */
export async function seenInFetch(response: Response): Promise<Seen> {
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

/** A call as a request of the web platform, below an address. */
export function requestFor(base: string, { method, target, headers, body }: Call): Request {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined) as [string, string][]
  const bytes = body === undefined ? null : new Uint8Array(Buffer.from(body))
  return new Request(/^https?:/.test(target) ? target : base + target, { method, headers: given, body: bytes })
}

/** Plays the whole table; what could not be sent is an error in place of a reply. */
export async function play(send: Send): Promise<(Seen | Error)[]> {
  const story: (Seen | Error)[] = []
  for (const { call } of callsTable) {
    story.push(await send(call).catch((error: unknown) => (error instanceof Error ? error : new Error(String(error)))))
  }
  return story
}

/** Other choices than the defaults, wherever they change what is sent. */
const otherReading: Partial<Reading> = {
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

/** Plays the table to the core itself, which the adapters are compared with. */
export async function tellCore(store: AnimalStore): Promise<(Seen | Error)[]> {
  return play(async (call) => seenInCore(await store.answer(call), call))
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
      const expected = await tellCore(newStore(otherReading))
      const told = await tell(newStore(otherReading))
      const named = (seen: readonly (Seen | Error)[]) =>
        callsTable.flatMap((row, index) => (row.skip[name] === undefined ? [[row.name, seen[index]]] : []))
      expect(named(told)).toEqual(named(expected))
      expect(expected).not.toEqual(core)
    }, 60_000)
  })
}
