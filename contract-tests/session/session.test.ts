import { describe, expect, test } from 'vitest'
import type { Exchange, Outgoing } from '../client/index.ts'
import { askForPet, askList, askUnauthorized } from '../exchange/questions.ts'
import type { CompleteOptions } from './options.ts'
import { BudgetSpent } from './sender.ts'
import { Session } from './session.ts'

type Headers = Readonly<Record<string, readonly string[]>>

interface Answer {
  readonly status: number
  readonly text?: string
  readonly headers?: Headers
}

const fine: Answer = { status: 200, text: '[]' }
const json: Headers = { 'content-type': ['application/json'] }
const counted: Headers = {
  'x-ratelimit-limit': ['60'],
  'x-ratelimit-remaining': ['59'],
  'x-ratelimit-reset': ['1900000000'],
}

/** A session with a deployment that gives these answers, then nothing but empty lists. */
function sessionWith(...answers: readonly Answer[]) {
  const left = [...answers]
  const paths: string[] = []
  const waits: string[] = []
  const send = async (request: Outgoing): Promise<Exchange> => {
    const { status, text = `{"code":"c","message":"m","status":${status}}`, headers = {} } = left.shift() ?? fine
    paths.push(request.path)
    const response = {
      status,
      headers: new Map(Object.entries({ ...json, ...counted, ...headers })),
      bytes: Buffer.from(text),
    }
    return {
      request: { ...request, url: '' },
      sentAtMilliseconds: 0,
      tookMilliseconds: 1,
      response,
      problem: undefined,
    }
  }
  const clock = { now: () => 0, sleep: () => Promise.resolve() }
  const options = { client: { send }, clock, apiKey: 'test_key', mostRequests: 60, mostAnimals: 12 }
  const bounds = { maxRunMilliseconds: 60_000, maxWaitMilliseconds: 120_000, todayMilliseconds: 0 }
  const onEvent = (event: { readonly kind: string; readonly reason?: string }) => {
    if (event.kind === 'wait') waits.push(event.reason ?? '')
  }
  return { session: new Session({ ...options, ...bounds, onEvent } as unknown as CompleteOptions), paths, waits }
}

const refused = { status: 401, headers: { 'www-authenticate': ['Bearer'] } }
const withoutKey = () => askUnauthorized('listPets', 'missing', { path: '/pets' })

describe('refused keys', () => {
  test('refusals of wrong keys do not end a run, however many there are', async () => {
    const { session } = sessionWith(refused, refused, refused, refused, refused)
    for (let times = 0; times < 5; times++) expect((await session.ask(withoutKey)).status).toBe(401)
    expect((await session.ask(askList())).status).toBe(200)
  })

  test('a key that is refused three times, whatever is asked, ends the run', async () => {
    const { session } = sessionWith(...Array.from({ length: 9 }, () => refused))
    await session.ask(askList())
    await session.ask(askList({ limit: 1 }))
    await expect(session.ask(askForPet('getPet', 7, 'known'))).rejects.toThrow('is it the right key for this address?')
  })

  test('a key that was accepted once may be refused as often as it likes', async () => {
    const { session } = sessionWith(fine, ...Array.from({ length: 9 }, () => refused))
    await session.ask(askList())
    for (const limit of [1, 2, 3, 4]) expect((await session.ask(askList({ limit }))).status).toBe(401)
  })
})

describe('429', () => {
  const limited = { status: 429, headers: { 'retry-after': ['1'] } }

  test('a 429 to a request without a key ends the probe and not the run, and nothing waits for it', async () => {
    const { session, waits } = sessionWith(limited)
    await expect(session.ask(withoutKey)).rejects.toThrow(BudgetSpent)
    expect(waits).toEqual([])
    expect((await session.ask(askList())).status).toBe(200)
  })
})

test.each([
  [408, 2],
  [425, 2],
  [500, 2],
  [503, 2],
  [404, 1],
  [400, 1],
])('a %d is asked for again if it may pass, and noted as unstable', async (status, requests) => {
  const { session, paths } = sessionWith({ status })
  const seen = await session.ask(askForPet('getPet', 7, 'known'))
  expect([paths.length, session.unstable.length]).toEqual([requests, requests - 1])
  expect(seen.status).toBe(requests === 2 ? 200 : status)
})
