import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '../../spec/index.ts'
import { type AskOptions, ask } from './ask.ts'
import { type Deployment, servers } from './index.ts'

// What the document says of single requests, as a table. The other servers differ from this one in one way each.

let plain: Deployment
beforeAll(async () => {
  plain = await servers[0]!.start({ plan: 'enterprise' })
})
afterAll(() => plain.close())

const oneOfEach = Object.values(operations).map(({ method, path }) => `${method} ${path.replace(/\{\w+\}/, '1')}`)
const anyPet = { name: 'Zoë 小虎 🐕', categoryId: 1 }
const large = 9007199254740993n

const table: [string, string, AskOptions, number, unknown][] = [
  ['4.1 lists at most twenty', 'GET /pets', {}, 200, expect.toSatisfy((pets: unknown[]) => pets.length === 20)],
  [
    '4.1 lists limit animals',
    'GET /pets?limit=1',
    {},
    200,
    [{ id: 1, name: 'Rex 1', categoryId: 1, status: 'available' }],
  ],
  [
    '4.1 takes a limit of 100',
    'GET /pets?limit=100',
    {},
    200,
    expect.toSatisfy((pets: unknown[]) => pets.length === 100),
  ],
  ...['available', 'pending', 'sold'].map((status): [string, string, AskOptions, number, unknown] => [
    `4.1 lists ${status} animals alone`,
    `GET /pets?limit=100&status=${status}`,
    {},
    200,
    expect.toSatisfy((pets: { status?: string }[]) => pets.length > 20 && pets.every((pet) => pet.status === status)),
  ]),
  ['4.1 allows an animal without a status', 'GET /pets/5', {}, 200, { id: 5, name: 'Bella 5', categoryId: 5 }],
  [
    '4.1 keeps int64 exact',
    'GET /pets?limit=4',
    {},
    200,
    expect.arrayContaining([expect.objectContaining({ id: large })]),
  ],
  ['4.2 adds an animal', 'POST /pets', { body: anyPet }, 201, { id: 151, ...anyPet }],
  ...['available', 'pending', 'sold'].map((status, at): [string, string, AskOptions, number, unknown] => [
    `3 adds an animal that is ${status}`,
    'POST /pets',
    { body: { ...anyPet, status } },
    201,
    { id: 152 + at, ...anyPet, status },
  ]),
  [
    '4.2 keeps a category exact',
    'POST /pets',
    { body: { ...anyPet, categoryId: large } },
    201,
    { id: 155, ...anyPet, categoryId: large },
  ],
  ['4.2 gives the id itself', 'POST /pets', { body: { ...anyPet, id: 7, tag: null } }, 201, { id: 156, ...anyPet }],
  [
    '4.2 takes 1.0 for an integer',
    'POST /pets',
    { body: '{"name":"","categoryId":1.0}' },
    201,
    { id: 157, name: '', categoryId: 1 },
  ],
  [
    '4.2 takes both ends of int64',
    'POST /pets',
    { body: { name: 'a', categoryId: -(2n ** 63n) } },
    201,
    { id: 158, name: 'a', categoryId: -(2n ** 63n) },
  ],
  ...Object.entries({
    'an empty body': '',
    'malformed JSON': '{"name":',
    null: 'null',
    'an array': [anyPet],
    'a text': '"Rex"',
    'no members': {},
    'no name': { categoryId: 1 },
    'a name of null': { name: null, categoryId: 1 },
    'a name of 1': { name: 1, categoryId: 1 },
    'no category': { name: 'a' },
    'a category of null': { name: 'a', categoryId: null },
    'a category in quotes': { name: 'a', categoryId: '1' },
    'a category with a fraction': { name: 'a', categoryId: 1.5 },
    'a category of 2^63': { name: 'a', categoryId: 2n ** 63n },
    'a category below -2^63': { name: 'a', categoryId: -(2n ** 63n) - 1n },
    'an unknown status': { ...anyPet, status: 'lost' },
    'a status in capitals': { ...anyPet, status: 'SOLD' },
    'a status of null': { ...anyPet, status: null },
  }).map(([what, body]): [string, string, AskOptions, number, unknown] => [
    `4.2 refuses ${what}`,
    'POST /pets',
    { body },
    400,
    { code: expect.any(String), message: expect.any(String), status: 400 },
  ]),
  ['4.3 gets an animal', 'GET /pets/2', {}, 200, { id: 2, name: 'Tom 2', categoryId: 2, status: 'pending' }],
  ['4.3 gets what was added', 'GET /pets/151', {}, 200, { id: 151, ...anyPet }],
  ['4.3 gets an id beyond 2^53', `GET /pets/${large}`, {}, 200, expect.objectContaining({ id: large })],
  [
    '4.3 gets the largest id',
    'GET /pets/9223372036854775807',
    {},
    200,
    expect.objectContaining({ id: 9223372036854775807n }),
  ],
  ...['159', '0', '-1', '9007199254740992', '-9223372036854775808'].map(
    (id): [string, string, AskOptions, number, unknown] => [
      `4.3 does not find ${id}`,
      `GET /pets/${id}`,
      {},
      404,
      { code: expect.any(String), message: expect.any(String), status: 404 },
    ],
  ),
  ...[...oneOfEach, 'GET /pets/0'].flatMap((what) =>
    [null, '', 'Bearer', 'Bearer ', 'Bearer nobody', 'Basic nobody', 'nobody'].map(
      (authorization): [string, string, AskOptions, number, unknown] => [
        `5 refuses ${String(authorization)} for ${what}`,
        what,
        { authorization },
        401,
        { code: expect.any(String), message: expect.any(String), status: 401 },
      ],
    ),
  ),
]

test.each(table)('%s', async (_, what, options, status, body) => {
  const answer = await ask(plain, what, options)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.json).toEqual(body)
})

test('5 refuses the key when it is cut, longer, in another case or under another scheme', async () => {
  const { apiKey } = plain
  const wrong = [
    `Bearer ${apiKey.slice(0, -1)}`,
    `Bearer ${apiKey}x`,
    `Bearer ${apiKey.toUpperCase()}`,
    `Basic ${apiKey}`,
    apiKey,
  ]
  const answers = await Promise.all(wrong.map((authorization) => ask(plain, 'GET /pets', { authorization })))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401])
})

test('8 sends limit, remaining and reset, and counts down', async () => {
  const server = await servers[0]!.start({ now: () => 1_800_000_000_400 })
  const headers = []
  for (const what of ['GET /pets', 'GET /pets/0', 'POST /pets', 'GET /elsewhere']) {
    headers.push(rateHeaders((await ask(server, what)).headers))
  }
  expect(headers).toEqual([
    ['300', '299', '1800000061'],
    ['300', '298', '1800000061'],
    ['300', '297', '1800000061'],
    ['300', '296', '1800000061'],
  ])
  expect(rateHeaders((await ask(server, 'GET /pets', { authorization: null })).headers)).toEqual([
    '60',
    '59',
    '1800000061',
  ])
  expect(server.requests()).toBe(5)
  expect(server.created()).toBe(0)
  await server.close()
})

test.each([
  ['free', 60, 1_000],
  ['pro', 300, 10_000],
  ['business', 1_000, 100_000],
] as const)('8 refuses a %s key after %i requests a minute and %i a day', async (plan, perMinute, perDay) => {
  let nowSeconds = 1_800_000_000
  const server = await servers[0]!.open({ plan, now: () => nowSeconds * 1000 })
  // So many requests take too long over HTTP.
  const get = async () => {
    const headers = { Authorization: `Bearer ${server.apiKey}` }
    const received = await server.transport!({ method: 'GET', path: '/pets/1', headers })
    return {
      status: received.status,
      headers: Object.fromEntries([...received.headers].map(([name, [value]]) => [name, value])),
    }
  }
  const report = servers.find(({ id }) => id === 'day-reported')!
  const day = await report.start({ plan })
  expect((await ask(day, 'GET /pets')).headers['x-ratelimit-limit']).toBe(String(perDay))
  await day.close()

  for (let count = 1; count < perMinute; count += 1) await get()
  expect((await get()).headers['x-ratelimit-remaining']).toBe('0')
  nowSeconds += 20
  const refused = await get()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40'])
  expect(rateHeaders(refused.headers)).toEqual([String(perMinute), '0', '1800000060'])
  nowSeconds += 40
  expect((await get()).status).toBe(200)
  await server.close()
})

test('9 has getPet until 5 December 2030 begins', async () => {
  const statuses = []
  for (const today of ['2030-12-04T23:59:59Z', '2030-12-05T00:00:00Z']) {
    const server = await servers[0]!.start({ today: Date.parse(today) })
    statuses.push((await ask(server, 'GET /pets/1')).status, (await ask(server, 'GET /pets')).status)
    await server.close()
  }
  expect(statuses).toEqual([200, 200, 404, 200])
})

function rateHeaders(headers: NodeJS.Dict<string | string[]>) {
  return [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining'], headers['x-ratelimit-reset']]
}
