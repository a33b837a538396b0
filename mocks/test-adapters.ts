import type { setupServer } from 'msw/node'
import { beforeAll, describe, expect, test } from 'vitest'
import { type AdapterName, callsTable } from './calls-table.ts'
import { type Call, type Reply, createAnimalStore } from './index.ts'
import { handlers } from './msw/index.ts'

/** A reply as a client sees it, without the headers that belong to a connection. */
export interface Seen {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

type Send = (call: Call) => Promise<Seen>

/** A store as each adapter gets it. */
export const newStore = () =>
  createAnimalStore({
    dataset: [
      { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
      { id: 2, name: 'Tom', categoryId: 2, status: 'pending' },
      { id: 3, name: 'Coco', categoryId: 3, status: 'sold' },
      { id: 9007199254740993n, name: 'Atlas', categoryId: 9007199254740995n },
      { id: 9223372036854775807n, name: 'Omega', categoryId: 9223372036854775807n },
      { id: -9223372036854775808n, name: 'Alpha', categoryId: 0 },
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

/** Plays the table through MSW, below a base address with a path of its own. */
export async function tellMsw(setup: typeof setupServer): Promise<(Seen | Error)[]> {
  const store = newStore()
  const server = setup(...handlers(store, { baseUrl: 'http://mock.test/shop/v1' }))
  const options = { onUnhandledFrame: 'error', onUnhandledRequest: 'error' } as const
  server.listen(options)
  try {
    return await play(async (call) => seenInFetch(await fetch(requestFor('http://mock.test/shop', call))))
  } finally {
    server.close()
  }
}

/** Plays the table to the core itself, which the adapters are compared with. */
export async function tellCore(): Promise<(Seen | Error)[]> {
  const store = newStore()
  return play(async (call) => seenInCore(await store.answer(call), call))
}

/** One test a call of the table: the adapter's reply equals the core's, or the call is rightly left out. */
export function describeAdapter(title: string, name: AdapterName, tell: () => Promise<(Seen | Error)[]>): void {
  describe.each([title])('%s', () => {
    let core: (Seen | Error)[] = []
    let story: (Seen | Error)[] = []
    beforeAll(async () => {
      core = await tellCore()
      story = await tell()
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
  })
}
