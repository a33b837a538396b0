import { expect, test } from 'vitest'
import { type Recorded, readEntry } from './read-entry.ts'
import { Traffic, type TrafficOptions } from './traffic.ts'
import { ofLevel } from '../../verdict/result.ts'

const start = Date.UTC(2026, 5, 1)
const base = 'https://staging.example/v1'
const key = 'Bearer a-key-nobody-may-read'

/** What an exchange was, beside what all have. */
interface Given {
  readonly what?: string
  readonly status?: number
  readonly json?: unknown
  readonly sent?: unknown
  readonly atSeconds?: number
  readonly authorization?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly entry?: object
  readonly content?: object
}

// Each answer leaves one request less.
let left = 99_999

function har({ what = 'GET /pets', status = 200, json = [], atSeconds = 0, headers, ...given }: Given = {}): string {
  const [method = '', path = ''] = what.split(' ')
  const { authorization = key, sent, entry, content } = given
  const pairs = (of: object) => Object.entries(of).map(([name, value]) => ({ name, value }))
  const rate = {
    'X-RateLimit-Limit': '100000',
    'x-ratelimit-remaining': `${left--}`,
    'X-RateLimit-Reset': `${start / 1000 + 3600}`,
  }
  const type = { 'Content-Type': 'application/json' }
  return JSON.stringify({
    startedDateTime: new Date(start + atSeconds * 1000).toISOString(),
    time: 12,
    request: {
      method,
      url: base + path,
      headers: pairs({
        ':path': path,
        ...(authorization !== null && { authorization }),
        ...(sent !== undefined && type),
      }),
      ...(sent !== undefined && { postData: { mimeType: 'application/json', text: JSON.stringify(sent) } }),
    },
    response: {
      status,
      headers: pairs({ ...rate, ...type, ...headers }),
      content: content ?? { size: 2, mimeType: 'application/json', text: JSON.stringify(json) },
    },
    ...entry,
  })
}

function judge(exchanges: readonly (Given | string)[], options: TrafficOptions = {}) {
  const traffic = new Traffic(options)
  for (const given of exchanges) {
    const read = readEntry(typeof given === 'string' ? given : har(given))
    if (typeof read === 'string') traffic.leaveOut(read)
    else traffic.judge(read)
  }
  const result = traffic.result()
  return { ...result, found: ofLevel(result, 'broken').map(({ clause, operation }) => `${clause} ${operation}`) }
}

const rex = { id: 7, name: 'Rex', categoryId: 1 }
const tom = { id: 8, name: 'Tom', categoryId: 1 }
const { id: _, ...newRex } = rex
const created = { what: 'POST /pets', status: 201, sent: newRex, json: rex }
const refused = { code: 'invalid', message: 'No.', status: 400 }
const unknown = { code: 'unknown', message: 'No.', status: 404 }
const anonymous = { code: 'key', message: 'No.', status: 401 }
const mia = { id: 5, name: 'Mia', categoryId: 1 }
const { id: _mia, ...newMia } = mia
/** What happens while another animal stays as it was added, so that the deployment was not reset. */
const besideMia = (...exchanges: readonly Given[]): readonly Given[] => [
  { ...created, sent: newMia, json: mia },
  ...exchanges,
  { what: 'GET /pets/5', json: mia, atSeconds: 50 },
]
const reused = { ...created, sent: { ...newRex, name: 'Tom' }, json: { ...rex, name: 'Tom' } }
const gone = [6, 8].map((atSeconds) => ({ what: 'GET /pets/7', status: 404, json: unknown, atSeconds }))
const shown = (otherwise: object) => [6, 8].map((atSeconds) => ({ json: [{ ...rex, ...otherwise }], atSeconds }))
const renamed = shown({ name: 'Max' })
/** The same for three animals, right after they were added: somebody in the shop may change some. */
function ofThree(changeOf: (pet: typeof rex) => Given, status?: string): readonly Given[] {
  const pets = [rex, { ...rex, id: 9, name: 'Leo' }, { ...rex, id: 10, name: 'Ivy' }].map((pet) => ({
    ...pet,
    ...(status && { status }),
  }))
  const exchanges = pets.flatMap((pet): Given[] => [
    { ...created, sent: { ...pet, id: undefined }, json: pet },
    ...[0.5, 6, 8].map((atSeconds) => ({ ...changeOf(pet), atSeconds })),
  ])
  return exchanges.map((each, at) => ({ ...each, headers: { 'x-ratelimit-remaining': `${190 - at}` } }))
}
const neverThere = ofThree(({ id }) => ({ what: `GET /pets/${id}`, status: 404, json: unknown }))
const longName = 'Bartholomew the Second'
const createdLong = { ...created, sent: { ...newRex, name: longName }, json: { ...rex, name: longName } }

test.each<[string, readonly Given[], readonly string[]]>([
  ['a list that is too long', [{ what: 'GET /pets?limit=1', json: [rex, tom] }], ['4.1/limit-most listPets']],
  ['an invalid body that was added', [{ ...created, sent: { name: 'Rex' } }], ['4.2/category-id-required createPet']],
  [
    'a wrong Error',
    [{ what: 'POST /pets', status: 400, sent: {}, json: { ...refused, status: 1 } }],
    ['2/error-status-equals createPet'],
  ],
  ['another animal', [{ what: 'GET /pets/7', json: tom }], ['4.3/same-id getPet']],
  ['an id twice in a row', [{ json: [rex, rex] }, { json: [rex, rex], atSeconds: 2 }], ['2/pet-id-unique listPets']],
  ['a scheme that is not Bearer', [{ authorization: 'Basic abc' }], ['4.1/unauthorized listPets']],
  ['headers that contradict', [{ headers: { 'x-ratelimit-remaining': '100001' } }], ['8/remaining-count listPets']],
  [
    'an id given to two animals',
    besideMia(created, reused, { json: [rex], atSeconds: 6 }),
    ['2/pet-id-unique createPet'],
  ],
  ['added animals that never arrive', besideMia(...neverThere), ['1/added-animal-kept getPet']],
  [
    'added animals that are renamed at once',
    besideMia(...ofThree((pet) => ({ json: [{ ...pet, name: 'Max' }] }))),
    ['1/added-animal-kept listPets'],
  ],
  ['a name that is kept in capitals', [created, ...shown({ name: 'REX' })], ['1/added-animal-kept listPets']],
  [
    'another category of each new animal',
    ofThree((pet) => ({ json: [{ ...pet, categoryId: 9 }] })),
    ['1/added-animal-kept listPets'],
  ],
  [
    'another status of each new animal',
    ofThree((pet) => ({ json: [{ ...pet, status: 'sold' }] }), 'pending'),
    ['1/added-animal-kept listPets'],
  ],
  [
    'a long name that is cut',
    [createdLong, ...shown({ name: longName.slice(0, 16) })],
    ['1/added-animal-kept listPets'],
  ],
  ['failures in a row', [1, 2, 3].map((atSeconds) => ({ status: 503, atSeconds })), ['4.1/answers-pets listPets']],
])('finds %s', (_name, exchanges, found) => {
  const { found: all, exitCode } = judge(exchanges)
  expect(all).toEqual(found)
  expect(exitCode).toBe(1)
})

test.each<[string, readonly Given[]]>([
  ['nothing but good answers', [{}, created, { what: 'GET /pets/7', json: rex }]],
  ['an animal that is not there', [{ what: 'GET /pets/7', status: 404, json: unknown }]],
  ['a NewPet that is refused for reasons of the service', [{ ...created, status: 400, json: refused }]],
  ['a key that is refused', [{ status: 401, json: anonymous }]],
  ['a list that lacks an added animal, which may be on another page', [created, { atSeconds: 60 }]],
  [
    'an added animal that is not there yet',
    besideMia(created, { what: 'GET /pets/7', status: 404, json: unknown, atSeconds: 1 }),
  ],
  [
    'an added animal that is back',
    besideMia(created, ...gone.slice(1), { what: 'GET /pets/7', json: rex, atSeconds: 9 }),
  ],
  [
    'an added animal that is gone twice, and back in between',
    besideMia(created, ...gone.slice(0, 1), { json: [rex], atSeconds: 7 }, ...gone.slice(1)),
  ],
  [
    'a status that somebody changes',
    [
      { ...created, sent: { ...newRex, status: 'available' }, json: { ...rex, status: 'available' } },
      ...shown({ status: 'sold' }),
    ],
  ],
  ['one of another key', besideMia(created, ...gone.map((each) => ({ ...each, authorization: 'Bearer other' })))],
  ['one that was removed', besideMia(created, { what: 'DELETE /pets/7', status: 204 }, ...gone)],
  ['animals that are gone or others after a reset', [created, ...gone, reused, ...renamed]],
  ['another animal after a reset whose name begins alike', [createdLong, ...shown({ name: 'Bartholomew' })]],
  ['a name in capitals that passes', [created, ...shown({ name: 'REX' }).slice(1), { json: [rex], atSeconds: 9 }]],
  ['an answer that was recorded twice', [created, created]],
  [
    'an id that comes again',
    besideMia(created, reused, { json: [rex], atSeconds: 4 }, { json: [reused.json], atSeconds: 9 }),
  ],
  ['one failure', [{ status: 503 }, { atSeconds: 1 }, { status: 503, atSeconds: 2 }, { atSeconds: 3 }]],
  ['an id twice for a moment', [{ json: [rex, rex] }, { json: [rex], atSeconds: 2 }]],
  ['an Authorization that was taken out', [{ authorization: '[REDACTED]' }]],
  ['a cursor that was refused', [{ what: 'GET /pets?cursor=x', status: 400, json: refused }]],
  [
    'a query beyond the interface',
    [
      { what: 'GET /pets?limit=1000', status: 422, json: {} },
      { what: 'GET /pets/abc', status: 400, json: {} },
    ],
  ],
  [
    'a body that was not recorded',
    [{ content: { size: 20, mimeType: 'application/json' } }, { ...created, sent: undefined, entry: {} }],
  ],
])('blames nobody for %s', (_name, exchanges) => {
  // A good answer beside, so that there is something to judge.
  const { findings } = judge([...exchanges, { atSeconds: 100 }])
  expect(findings.filter(({ level }) => level !== 'open' && level !== 'unstable')).toEqual([])
})

const sold = { what: 'GET /pets?status=sold', json: [rex, tom].map((pet) => ({ ...pet, status: 'pending' })) }
const oneSold = { ...sold, json: sold.json.slice(0, 1) }
const failing = [0, 0.1, 0.2, 0.3].map((atSeconds) => ({ status: 503, atSeconds }))

test.each<[string, readonly Given[], string]>([
  ['a filter that lets several others through', [sold], '4.1/status-filter listPets'],
  ['an int64 that is rounded', [{ ...created, json: { ...rex, categoryId: 2 } }], '4.2/category-id-as-sent createPet'],
  ['a member that is missing', [{ json: [{ id: 7, name: 'Rex' }] }], '2/pet-category-id-present listPets'],
])('one answer settles %s', (_name, exchanges, found) => {
  const { exitCode, findings } = judge(exchanges)
  expect(exitCode).toBe(1)
  expect(findings.map(({ clause, operation }) => `${clause} ${operation}`)).toEqual([found])
})

test.each<[string, readonly Given[], string, object]>([
  ['one animal that a filter lets through', [oneSold], '4.1/status-filter', { lastedMilliseconds: 0 }],
  ['failures that end within a second', failing, '4.1/answers-pets', { lastedMilliseconds: 300 }],
  ['an id twice in a list', [{ json: [rex, rex] }], '2/pet-id-unique', { settledBy: ['temporary'], times: 2 }],
  [
    'an animal that is missing right after it was added',
    [created, { what: 'GET /pets/7', status: 404, json: unknown, atSeconds: 1 }],
    '1/added-animal-kept',
    { settledBy: ['lag'] },
  ],
  [
    'animals that are gone, unless the data was put back',
    [created, ...gone],
    '1/added-animal-kept',
    { lastedMilliseconds: 2000, settledBy: expect.arrayContaining(['reset']) },
  ],
  ...(
    [
      ['is gone', gone],
      ['is renamed', renamed],
      ['has another category', shown({ categoryId: 9 })],
    ] as const
  ).map(
    ([what, answers]) =>
      [
        `one animal that ${what}, as somebody in the shop may have done,`,
        besideMia(created, ...answers),
        '1/added-animal-kept',
        { lastedMilliseconds: 2000, settledBy: expect.arrayContaining(['people']) },
      ] as [string, readonly Given[], string, object],
  ),
])('%s leaves a doubt, which is never green', (_name, exchanges, clause, doubt) => {
  const { exitCode, isConclusive, findings, clauses } = judge([...exchanges, { what: 'GET /pets/5', json: mia }])
  expect([exitCode, isConclusive]).toEqual([3, false])
  expect(findings.filter(({ level }) => level !== 'unstable')).toMatchObject([
    { level: 'open', clause, doubt, times: exchanges === failing ? 4 : expect.any(Number) },
  ])
  expect(clauses.find(({ id }) => id === clause)?.state).toBe('doubtful')
})

test('no doubt is left once the same answers are fine, or show the departure for long enough', () => {
  const fine = { ...sold, json: [{ ...rex, status: 'sold' }], atSeconds: 3 }
  expect(judge([oneSold, fine])).toMatchObject({
    exitCode: 0,
    findings: [{ level: 'unstable', received: { is: 200, later: 200 } }],
  })
  expect(judge([oneSold, { ...oneSold, atSeconds: 1 }])).toMatchObject({ exitCode: 1, findings: [{ level: 'broken' }] })
})

test('with known resets, what a reset explains is no doubt', () => {
  expect(judge([created, ...gone], { withResets: true })).toMatchObject({ exitCode: 0, findings: [] })
  // The same is still found where another animal shows that there was none.
  expect(judge(besideMia(...neverThere), { withResets: true }).found).toEqual(['1/added-animal-kept getPet'])
})

test('a request without an Authorization counts once another one had it, and at once where all is recorded', () => {
  const open = { authorization: null, json: [rex] }
  expect(judge([open, open]).found).toEqual([])
  expect(judge([open, {}]).found).toEqual([])
  expect(judge([{}, open]).found).toEqual(['4.1/unauthorized listPets'])
  expect(judge([open], { isWhole: true }).found).toEqual(['4.1/unauthorized listPets'])
})

test.each<[string, Given | string]>([
  ['for other addresses', { what: 'GET /owners' }],
  ['of no operation of the interface', { what: 'OPTIONS /pets', status: 204 }],
  ['without an answer', { status: 0 }],
  ['without an answer', { entry: { response: { status: 200, _error: 'net::ERR_ABORTED' } } }],
  ['from a cache', { entry: { _fromCache: 'disk' } }],
  ['from a cache', { status: 304 }],
  ['from a cache', { status: 307, headers: { 'Non-Authoritative-Reason': 'HSTS' } }],
  ['unreadable', '{"request":{"method":"GET"}}'],
])('leaves out what is %s', (reason, given) => {
  const { recording, exitCode, gaveUp } = judge([given])
  expect(recording).toMatchObject({ judged: 0, leftOut: { [reason]: 1 } })
  expect([exitCode, gaveUp]).toEqual([3, 'Nothing of the service could be judged.'])
  expect(judge([given, {}])).toMatchObject({ exitCode: 0, recording: { judged: 1, leftOut: { [reason]: 1 } } })
})

test('an answer that has not changed is judged only where nobody asked whether it has', () => {
  const asked = JSON.parse(har({ status: 304 })) as { request: { headers: object[] } }
  asked.request.headers.push({ name: 'If-None-Match', value: '"1"' })
  for (const options of [{}, { isWhole: true }])
    expect(judge([JSON.stringify(asked)], options).recording?.leftOut).toEqual({ 'from a cache': 1 })
  expect(judge([{ status: 304 }], { isWhole: true }).found).toEqual(['4.1/answers-pets listPets'])
})

test('bodies that were not recorded are counted, and nothing is said about them', () => {
  const response = JSON.parse(har()) as { response: object }
  const omitted = { ...response.response, bodySize: 2, content: { size: 2, mimeType: 'application/json' } }
  const request = { ...(JSON.parse(har(created)) as { request: object }).request, bodySize: 36, postData: { text: '' } }
  const { exitCode, recording } = judge([
    { entry: { response: omitted } },
    { ...created, entry: { request, response: { ...omitted, status: 201, content: { size: 2, text: '' } } } },
  ])
  expect([exitCode, recording?.withoutBody]).toEqual([0, 2])
})

test('a body that is empty is no body that was not recorded', () => {
  const { request } = JSON.parse(har(created)) as { request: object }
  const empty = { request: { ...request, bodySize: 0, postData: { text: '' } } }
  const { found } = judge([{ content: { size: 0 } }, { ...created, entry: empty }])
  expect(found).toEqual(['1/response-is-json listPets', '4.2/body-required createPet'])
})

test('the address of the service is found, or given', () => {
  const elsewhere = har().replace(base, 'https://other.example/api/v1')
  expect(judge([{}, elsewhere]).baseUrl).toBe(`${base}, https://other.example/api/v1`)
  expect(judge([{}, elsewhere], { url: base })).toMatchObject({ baseUrl: base, recording: { judged: 1 } })
  expect(judge([{ what: 'GET /owners' }, {}], { url: base }).recording?.leftOut).toEqual({
    'of no operation of the interface': 1,
  })
})

test('bodies in base64 are read', () => {
  const content = { encoding: 'base64', text: Buffer.from('[{"id":9223372036854775808}]').toString('base64') }
  expect(judge([{ content }]).found).toContain('2/pet-id-int64 listPets')
})

test('no key stands in a result, wherever it was', () => {
  const secrets = ['a-key-nobody-may-read', 'query-secret-1', 'session=cookie-secret', 'api-key-secret']
  const echo = { id: 'x', echo: secrets }
  const request = (JSON.parse(har()) as { request: { headers: object[] } }).request
  const headers = [...request.headers, { name: 'cookie', value: secrets[2] }, { name: 'X-API-Key', value: secrets[3] }]
  const entry = { request: { ...request, headers, url: `${base}/pets?access_token=${secrets[1]}` } }
  const result = judge([
    { entry, json: [echo], headers: { 'Set-Cookie': 'id=other-secret', 'X-Echo': secrets.join() } },
  ])
  expect(result.exitCode).toBe(1)
  const text = JSON.stringify(result)
  for (const secret of [...secrets, 'other-secret']) expect(text).not.toContain(secret)
})

test('a count that rises is a warning, broken where that is asked for, and is told as it comes', () => {
  const counting = (remaining: number, atSeconds: number): Given => ({
    atSeconds,
    headers: { 'x-ratelimit-remaining': `${remaining}` },
  })
  const told: string[] = []
  const onFinding: TrafficOptions['onFinding'] = ({ clause, reading }) => told.push(`${clause} ${reading}`)
  const risen = [counting(200, 1), counting(199, 2), counting(240, 3)]
  const { findings, exitCode } = judge(risen, { onFinding })
  expect([findings.map(({ level, clause }) => `${level} ${clause}`), exitCode]).toEqual([
    ['warning 8/remaining-count'],
    0,
  ])
  expect(told).toEqual(['8/remaining-count counts'])
  expect(judge(risen, { strict: true })).toMatchObject({ found: ['8/remaining-count listPets'], exitCode: 1 })
  // The latest exchanges are looked at again and again.
  const long = Array.from({ length: 700 }, (_each, at) => counting(299 - (at % 290), at))
  expect(judge(long).findings[0]?.times).toBe(1)
})

test('long traffic uses bounded memory, and each departure is reported once', () => {
  const traffic = new Traffic()
  const recorded = readEntry(har({ what: 'GET /pets?limit=1', json: [rex, tom] })) as Recorded
  const lines: string[] = []
  const live = new Traffic({ onFinding: ({ clause }) => lines.push(clause) })
  for (let count = 0; count < 600; count++) {
    traffic.judge(recorded)
    live.judge(recorded)
  }
  const { findings, requests } = traffic.result()
  expect([requests, findings[0]?.clause, findings[0]?.times]).toEqual([600, '4.1/limit-most', 600])
  expect(lines.filter((clause) => clause === '4.1/limit-most')).toEqual(['4.1/limit-most'])
})
