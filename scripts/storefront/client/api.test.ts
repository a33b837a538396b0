import { afterEach, expect, test, vi } from 'vitest'
import { int64Pets } from '../../../fixtures/datasets/int64-pets.ts'
import { conductOf } from '../../../mocks/conduct/index.ts'
import { type AnimalStore, type AnimalStoreOptions, createAnimalStore } from '../../../mocks/entry.ts'
import { ApiError, type ApiOptions, createApi, readExactJson, requestedWait } from './api.ts'

type Fetch = typeof fetch

const instant = Date.UTC(2026, 10, 20, 10, 0, 10)

/** A shop before a mock whose time is the shop's own: a wait moves the time of both, and takes none. */
function shopBefore(
  storeOptions: AnimalStoreOptions = {},
  apiOptions: Partial<ApiOptions & { fetch: Fetch; replyAfter: number }> = {},
) {
  vi.useFakeTimers({ now: instant, toFake: ['Date', 'performance', 'setTimeout'] }).setTimerTickMode('nextTimerAsync')
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const store = createAnimalStore({ realNow: Date.now, ...storeOptions })
  const requests: { readonly at: number; readonly line: string; status?: number }[] = []
  const waits: (number | undefined)[] = []
  const now = () => Date.now() - instant
  const {
    fetch: send = (...request: Parameters<Fetch>) => store.fetch(...request),
    replyAfter = 0,
    ...options
  } = apiOptions
  vi.stubGlobal('fetch', async (...[input, init]: Parameters<Fetch>) => {
    const line = `${init?.method ?? 'GET'} ${new URL(input as string).pathname}`
    const request: (typeof requests)[number] = { at: now(), line }
    requests.push(request)
    if (replyAfter > 0) await new Promise((resolve) => setTimeout(resolve, replyAfter))
    const response = await send(input, init)
    request.status = response.status
    return response
  })
  const api = createApi({
    baseUrl: 'http://shop.test/v1',
    key: 'test_free',
    onWait: (milliseconds) => waits.push(milliseconds),
    ...options,
  })
  return { api, store, requests, waits, now }
}

afterEach(() => void vi.restoreAllMocks())

const refusal = (headers: Record<string, string>) => () => new Response('', { status: 429, headers })
const emptyList = () => Response.json([])

async function problemOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ApiError)
  return error as ApiError
}

function play(store: AnimalStore, ...[scenario, limits]: Parameters<ReturnType<AnimalStore['sandbox']>['play']>): void {
  store.sandbox().play(scenario, limits)
}

test('keeps every digit of the ids that it lists', async () => {
  const { api } = shopBefore({ dataset: 'int64' })
  const pets = await api.listPets({ limit: 100 })
  expect(pets.map(({ id, categoryId }) => [id, categoryId])).toEqual(
    int64Pets.map(({ id, categoryId }) => [String(id), String(categoryId)]),
  )
})

test('adds an animal with every digit of its category', async () => {
  const { api } = shopBefore({ dataset: 'int64' })
  const added = await api.createPet({ name: 'Rex "the" 🐕', categoryId: '9223372036854775806' })
  expect(added).toMatchObject({ name: 'Rex "the" 🐕', categoryId: '9223372036854775806', status: undefined })
  expect(await api.listPets({ limit: 100 })).toContainEqual(added)
})

test('sends no second request with a key that was refused', async () => {
  const { api, requests } = shopBefore({}, { key: 'wrong' })
  expect(await problemOf(api.listPets({ limit: 1 }))).toMatchObject({ status: 401 })
  expect(await problemOf(api.createPet({ name: 'Rex', categoryId: '1' }))).toMatchObject({ status: 401 })
  expect(requests).toHaveLength(1)
})

test.each(['seconds', 'http-date'] as const)('waits as Retry-After says in %s, and then goes on', async (format) => {
  const { api, store, requests, waits } = shopBefore({ profile: { 'retry-after': format } })
  play(store, 'rate-limited', { calls: 1 })
  expect(await api.listPets({ limit: 1 })).toHaveLength(1)
  expect(requests).toHaveLength(2)
  // The minute ends 50 seconds after the start. The rest is so that not all clients come at once.
  expect(requests[1]?.at).toBeGreaterThanOrEqual(50_000)
  expect(requests[1]?.at).toBeLessThan(52_000)
  expect(waits.filter((wait) => wait !== undefined)).toEqual([requests[1]?.at])
  expect(waits.at(-1)).toBeUndefined()
})

test('waits longer each time that it is refused again, and never less than asked', async () => {
  const sent: number[] = []
  const { api, now } = shopBefore(
    {},
    {
      fetch: async () => {
        sent.push(now())
        return sent.length < 5 ? refusal({ 'Retry-After': '5' })() : emptyList()
      },
    },
  )
  await api.listPets({ limit: 1 })
  expect(sent.slice(1).map((at, index) => at - (sent[index] ?? 0))).toEqual([5750, 6500, 8000, 11_000])
})

test('holds other calls back while one has to wait, and then lets one go first', async () => {
  const { promise: isWaiting, resolve: onWait } = Promise.withResolvers<unknown>()
  const { api, store, requests } = shopBefore(
    {},
    {
      // A reply takes time, in which others could go.
      replyAfter: 100,
      onWait: (wait) => wait !== undefined && onWait(wait),
    },
  )
  play(store, 'rate-limited', { calls: 2 })
  const first = api.listPets({ limit: 1 })
  await isWaiting
  const others = [api.createPet({ name: 'Rex', categoryId: '1' }), api.listPets({ limit: 2 })]
  await Promise.all([first, ...others])
  expect(requests.map(({ status }) => status).slice(0, 2)).toEqual([429, 429])
  expect(requests).toHaveLength(5)
  const [, second, ...rest] = requests.map(({ at }) => at)
  expect(second).toBeGreaterThanOrEqual(50_000)
  // The second 429 asks for another minute, from all of them.
  expect(Math.min(...rest)).toBeGreaterThanOrEqual(110_000)
})

test.each([
  ['server-error', 500, undefined],
  ['unavailable', 503, undefined],
  ['malformed-json', undefined, 'The answer of the service cannot be read.'],
  ['reset', undefined, expect.stringMatching(/^The service at http:.* cannot be reached\.$/) as string],
  ['hang', undefined, 'The service did not answer in time.'],
] as const)('reports %s, and sends no second request by itself', async (scenario, status, message) => {
  const { api, store, requests } = shopBefore()
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 100))
  play(store, scenario)
  const error = await problemOf(api.createPet({ name: 'Rex', categoryId: '1' }))
  expect(error).toMatchObject({ status, message: message ?? error.message })
  expect(requests).toHaveLength(1)
})

test('the conduct of the storefront has no finding, refused or not', async () => {
  const { api, store } = shopBefore({ dataset: int64Pets })
  play(store, 'rate-limited', { calls: 2 })
  await api.listPets({ limit: 20 })
  await api.createPet({ name: 'Rex', categoryId: '1' })
  const { calls, findings } = conductOf(store.sandbox())
  expect(calls).toBeGreaterThan(3)
  expect(findings).toEqual([])
})

test.each([
  ['seconds', '30', 30_000],
  ['no seconds', '0', 0],
  ['parts of a second', '1.5', 1500],
  ['a date', 'Fri, 20 Nov 2026 10:00:52 GMT', 42_000],
  ['a date that is over', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
  ['no time', 'soon', 25_000],
  ['a date of another form', 'May 5', 25_000],
  ['nothing', undefined, 25_000],
])('waits as %s says, else for the reset', (_form, asked, wait) => {
  const headers = new Headers({ 'X-RateLimit-Reset': String(instant / 1000 + 25) })
  if (asked !== undefined) headers.set('Retry-After', asked)
  expect(requestedWait(headers, instant)).toBe(wait)
})

test('counts a date from the clock of the service, where it shows one, and waits a minute where nothing says how long', () => {
  const headers = { 'Retry-After': 'Sat, 01 Dec 2040 00:00:10 GMT', Date: 'Sat, 01 Dec 2040 00:00:00 GMT' }
  expect(requestedWait(new Headers(headers), instant)).toBe(10_000)
  expect(requestedWait(new Headers(), instant)).toBe(60_000)
})

test('keeps every digit of an integer, and leaves all else to JSON.parse', () => {
  const text = '{"a":[9223372036854775807,-9223372036854775808,9007199254740991],"b":1.5,"c":"1"}'
  const a = [9223372036854775807n, -9223372036854775808n, 9007199254740991]
  expect(readExactJson(text)).toEqual({ a, b: 1.5, c: '1' })
  expect(() => readExactJson('[1')).toThrow(SyntaxError)
})
