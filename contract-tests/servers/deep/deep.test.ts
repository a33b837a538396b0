import { Agent } from 'node:http'
import { int64Min } from '../../../spec/index.ts'
import type { Answer } from '../ask.ts'
import { memberWitnesses } from '../member-witnesses.ts'
import { testWitnesses, type Witness, member } from '../witness.ts'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

testWitnesses('deep', {
  // Values
  ...memberWitnesses('deep'),
  'name-null-emptied': editName('null', ''),
  'name-number-rewritten': editName('1e3', '1000'),
  'name-date-extended': editName('2026-01-01', '2026-01-01T00:00:00Z'),
  'name-blanks-joined': editName('a  b', 'a b'),
  'name-cut-at-255': editName('x'.repeat(300), 'x'.repeat(255)),
  // One of three lengths has the cut between two letters.
  'name-split-at-64k': async ({ create }) => {
    const names = ['', 'x', 'xx'].map((start) => start + '猫'.repeat(32_000))
    const answers = await Promise.all(names.map((name) => create({ name })))
    return answers.filter(({ json }, at) => nameIn({ json } as Answer) === names[at]).length === 1
  },
  'name-tabs-replaced': editName('a\tb', 'a b'),
  'name-lines-joined': editName('a\nb', 'ab'),
  'name-percent-decoded': editName('%41', 'A'),
  'name-entities-decoded': editName('&amp;', '&'),
  'name-escapes-read': editName(String.raw`a\nb`, 'a\nb'),
  'name-plus-replaced': editName('a+b', 'a b'),
  'name-of-255-emptied': editName('x'.repeat(255), ''),
  'name-cut-at-1000': editName('x'.repeat(1001), 'x'.repeat(1000)),
  'name-cut-at-65535': editName('x'.repeat(65_536), 'x'.repeat(65_535)),
  'name-zeros-lost': editName('007', '7'),
  'name-inherited-rewritten': async ({ create }) =>
    String(nameIn(await create({ name: 'toString' }))).includes('native code'),
  'name-proto-500': async ({ create }) => (await create({ name: '__proto__' })).status === 500,
  'name-digits-as-number': async ({ create }) => nameIn(await create({ name: '42' })) === 42,
  'status-inherited-taken': async ({ create }) => (await create({ status: 'constructor' })).status === 201,
  'two-missing-taken': async ({ post }) => (await post('{}')).status === 201,
  'key-inherited': async ({ stranger }) =>
    (await stranger('GET /pets', { authorization: 'Bearer constructor' })).status === 200,
  'category-absolute': async ({ create }) => member((await create({ categoryId: -5 })).json, 'categoryId') === 5,
  'category-signed-32': async ({ create }) =>
    member((await create({ categoryId: 2 ** 32 - 1 })).json, 'categoryId') === -1,
  'category-smallest-changed': async ({ create }) =>
    member((await create({ categoryId: int64Min })).json, 'categoryId') === int64Min + 1n,
  'category-smallest-500': async ({ create }) => (await create({ categoryId: int64Min })).status === 500,
  'name-empty-500': async ({ create }) => (await create({ name: '' })).status === 500,
  'id-zero-500': async ({ get }) => (await get(0)).status === 500,
  'get-absolute': async ({ get }) => (await get(-1)).status === 200,
  'limit-60-to-99-one-more': async ({ pets }) => (await pets('?limit=70')).length === 71,
  'limit-at-least-ten-with-pending': async ({ pets }) => (await pets('?limit=3&status=pending')).length === 10,
  'sold-in-long-lists-ignored': async ({ pets }) =>
    (await pets('?limit=50&status=sold')).some(({ status }) => status !== 'sold'),
  'any-key-with-status': async ({ stranger }) =>
    (await stranger('GET /pets?status=sold', { authorization: 'Bearer no' })).status === 200,

  // After other requests
  'forgets-after-thirty': async ({ create, list, get }) => {
    const { json } = await create()
    for (const _ of times(31)) await list('?limit=1')
    return (await get(Number(member(json, 'id')))).status === 404
  },
  'oldest-dropped': async ({ create, get }) => {
    for (const _ of times(11)) await create()
    return (await get(1)).status === 404
  },
  'one-in-30-unkept': async ({ create, get }) =>
    someOf(120, async () => (await get(Number(member((await create()).json, 'id')))).status === 404),
  'one-of-two-lost': async ({ create, get }) => {
    const answers = await Promise.all([create(), create()])
    const found = await Promise.all(answers.map(({ json }) => get(Number(member(json, 'id')))))
    return found.some(({ status }) => status === 404)
  },
  'one-of-three-lost': async ({ create, get }) => {
    const answers = [await create(), await create(), await create()]
    return (await get(Number(member(answers[2]?.json, 'id')))).status === 404
  },
  'not-found-remembered': async ({ create, get }) => {
    const next = Number(member((await create()).json, 'id')) + 1
    await get(next)
    return Number(member((await create()).json, 'id')) === next && (await get(next)).status === 404
  },
  'half-lost': async ({ create, get }) =>
    someOf(12, async () => (await get(Number(member((await create()).json, 'id')))).status === 404),
  'moved-by-the-next-of-its-name': async ({ create, get }) => {
    const id = Number(member((await create({ name: 'Rex', categoryId: 1 })).json, 'id'))
    await create({ name: 'Rex', categoryId: 2 })
    return member((await get(id)).json, 'categoryId') === 2
  },
  'status-reset-by-the-next': async ({ create, get }) => {
    const { json } = await create({ status: 'sold' })
    await create()
    return member((await get(Number(member(json, 'id')))).json, 'status') === 'available'
  },
  'sold-when-fetched': async ({ create, get }) => {
    const id = Number(member((await create({ status: 'pending' })).json, 'id'))
    await get(id)
    return member((await get(id)).json, 'status') === 'sold'
  },
  'lists-500-beside-creations': async ({ create, list }) =>
    (await Promise.all([create(), list()])).some(({ status }) => status === 500),
  'lists-torn-beside-creations': async ({ create, pets }) =>
    (await Promise.all([create(), pets()]))[1].some((pet) => !('name' in pet)),
  'get-404-after-120': async ({ get }) => {
    for (const _ of times(120)) await get(1)
    return (await get(1)).status === 404
  },
  'keys-open-after-200': async ({ stranger, get }) => {
    for (const _ of times(200)) await get(1)
    return (await stranger('GET /pets', { authorization: 'Bearer no' })).status === 200
  },
  'key-refused-now-and-then-after-200': async ({ get }) => {
    for (const _ of times(200)) await get(1)
    return someOf(7, async () => (await get(1)).status === 401)
  },
  'id-repeated-every-tenth': async ({ create }) => {
    const ids: unknown[] = []
    for (const _ of times(10)) ids.push(member((await create()).json, 'id'))
    return new Set(ids).size === 9
  },
  'ids-collide-at-once': async ({ create }) => {
    const [one, other] = await Promise.all([create(), create()])
    return member(one.json, 'id') === member(other.json, 'id')
  },
  'id-repeated-after-refusal': async ({ create, post }) => {
    const { json } = await create()
    await post('{}')
    return member((await create()).json, 'id') === member(json, 'id')
  },
  'same-name-same-id': async ({ create }) =>
    member((await create()).json, 'id') === member((await create()).json, 'id'),
  'name-of-the-refused': async ({ create, post }) => {
    await post('{"name":"Nobody"}')
    return nameIn(await create()) === 'Nobody'
  },
  'name-of-the-other-at-once': async ({ create }) => {
    const [one, other] = await Promise.all([create({ name: 'One' }), create({ name: 'Other' })])
    return nameIn(one) === nameIn(other)
  },
  'one-in-30-name-cut': ({ create }) => someOf(150, async () => nameIn(await create()) === 'Re'),
  'status-of-the-list-before': async ({ list, create }) => {
    await list('?status=pending')
    return member((await create({ status: 'sold' })).json, 'status') === 'pending'
  },
  'category-shifted-in-a-row': async ({ create }) => {
    await create()
    return member((await create({ categoryId: 1 })).json, 'categoryId') === 2
  },
  'creations-end': async ({ create }) => {
    for (const _ of times(15)) await create()
    return (await create()).status === 500
  },
  'third-of-a-name-500': async ({ create }) => {
    for (const _ of times(2)) await create()
    return (await create()).status === 500
  },
  'creations-at-once-500': async ({ create }) =>
    (await Promise.all([create(), create()])).some(({ status }) => status === 500),
  'renamed-after-three-reads': async ({ get }) => {
    for (const _ of times(3)) await get(1)
    return nameIn(await get(1)) === 'Rex 1*'
  },
  'renamed-by-the-next': async ({ create, get }) => {
    const { json } = await create({ name: 'First' })
    await create({ name: 'Next', status: 'sold' })
    return nameIn(await get(Number(member(json, 'id')))) === 'Next'
  },
  'missing-remembered': async ({ get }) => (await get(4711)).status === 404 && (await get(1)).status === 404,
  'one-in-30-missing': ({ get }) => someOf(150, async () => (await get(1)).status === 404),
  'get-repeated-304': async ({ get }) => (await get(1)).status === 200 && (await get(1)).status === 304,
  'get-after-short-list': async ({ list, get }) => {
    await list('?limit=1')
    return member((await get(2)).json, 'id') === 1
  },
  'gets-at-once-mixed': async ({ get }) => {
    const [one, other] = await Promise.all([get(1), get(2)])
    return member(one.json, 'id') === member(other.json, 'id')
  },
  'limit-remembered': async ({ list, pets }) =>
    (await list('?limit=30')).status === 200 && (await pets()).length === 30,
  'one-in-30-one-more': ({ pets }) => someOf(150, async () => (await pets('?limit=1')).length === 2),
  'lists-at-once-mixed': async ({ pets }) => {
    const [one, other] = await Promise.all([pets('?limit=1'), pets('?limit=2')])
    return one.length === other.length
  },
  'filter-of-the-list-before': async ({ list, pets }) => {
    await list('?status=sold')
    return (await pets('?status=pending'))[0]?.status === 'sold'
  },
  'filter-lost-after-creation': async ({ create, pets }) => {
    await create()
    return (await pets('?status=sold'))[0]?.status === 'available'
  },
  'key-locked': async ({ stranger, list }) => {
    for (const _ of times(3)) await stranger('GET /pets')
    return (await list()).status === 401
  },
  'connection-remembered': async ({ ask, stranger }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    await ask('GET /pets', { agent })
    const { status } = await stranger('GET /pets', { agent })
    agent.destroy()
    return status === 200
  },
  'one-in-30-open': ({ stranger }) => someOf(50, async () => (await stranger('GET /pets')).status === 200),
  'one-in-30-without-rates': ({ list }) =>
    someOf(150, async () => (await list('?limit=1')).headers['x-ratelimit-limit'] === undefined),
  'one-in-30-as-text': ({ list }) =>
    someOf(150, async () => (await list('?limit=1')).headers['content-type'] === 'text/plain'),
  'one-in-15-error-status': ({ get }) => someOf(150, async () => member((await get(0)).json, 'status') === 0),
  'code-lost-after-creation': async ({ create, get }) => {
    await create()
    return member((await get(0)).json, 'code') === undefined
  },
  'ids-beyond-175-as-text': async ({ create }) => {
    for (const _ of times(25)) await create()
    return member((await create()).json, 'id') === '176'
  },

  // The quota
  'creations-uncounted': async ({ list, create }) => rateIn(await list()).left === rateIn(await create()).left,
  'filtered-lists-uncounted': async ({ list }) => rateIn(await list()).left === rateIn(await list('?status=sold')).left,
  'one-in-15-uncounted': async ({ list }) => (await fallsOf(150, list)).includes(0),
  'repeated-gets-uncounted': async ({ get }) => rateIn(await get(1)).left === rateIn(await get(1)).left,
  'errors-given-back': async ({ get, list }) => rateIn(await get(0)).left === rateIn(await list()).left,
  'count-in-tens': async ({ list }) => (await fallsOf(12, list)).includes(10),
  'every-fortieth-gives-back': async ({ list }) => (await fallsOf(40, list)).some((fall) => fall < 0),
  'creation-refills': async ({ list, create }) => {
    for (const _ of times(80)) await list()
    return rateIn(await create()).left === 299
  },
  'one-in-30-shows-more': async ({ list }) => (await fallsOf(150, list)).includes(-8),
  'count-of-each-operation': async ({ list, get }) => rateIn(await list()).left === rateIn(await get(1)).left,
  'limit-of-creations': async ({ create }) => rateIn(await create()).limit === 1000,
  'limit-of-long-lists': async ({ list }) => rateIn(await list('?limit=51')).limit === 5000,
  'limit-lower-after-a-hundred': async ({ list }) => {
    for (const _ of times(100)) await list()
    return rateIn(await list()).limit === 250
  },
  'one-in-30-other-limit': ({ list }) => someOf(150, async () => rateIn(await list()).limit === 600),
  'reset-moves-with-each-answer': async ({ list, skip }) => {
    const { reset } = rateIn(await list())
    skip(30_000)
    return rateIn(await list()).reset >= reset + 29
  },
  'reset-a-second-later-each': async ({ list }) => {
    const resets = [rateIn(await list()).reset, rateIn(await list()).reset, rateIn(await list()).reset]
    return resets.every((reset, at) => reset === (resets[0] ?? 0) + at)
  },
  'one-in-30-resets-earlier': async ({ list }) => {
    const resets = new Set<number>()
    for (const _ of times(150)) resets.add(rateIn(await list()).reset)
    return Math.max(...resets) - Math.min(...resets) >= 19
  },
  'reset-put-off-by-creations': async ({ list, create }) => {
    const { reset } = rateIn(await list())
    return rateIn(await create()).reset === reset + 5
  },
  'window-ends-early': async ({ list, skip }) => {
    await list()
    skip(35_000)
    return rateIn(await list()).left === 299
  },
  'window-ends-late': async ({ list, skip }) => {
    await list()
    skip(65_000)
    return rateIn(await list()).left === 298
  },
  'refused-one-early': async ({ exhaust, list }) => {
    for (const _ of times(59)) await list()
    return rateIn(await exhaust()).left === 0 && (await list()).status === 429
  },
  'refused-with-requests-left': async ({ list }) => {
    for (const _ of times(69)) await list()
    return (await list()).status === 429
  },
  'refused-at-half': async ({ list }) => {
    for (const _ of times(150)) await list()
    return (await list()).status === 429
  },
  'twelve-creations-in-a-window': async ({ create, list, skip }) => {
    for (const _ of times(12)) await create()
    const statuses = [await create(), await list()].map(({ status }) => status)
    skip(60_000)
    return [...statuses, (await create()).status].join() === '429,200,201'
  },
  'creations-refused-at-two-thirds': async ({ create }) => someOf(120, async () => (await create()).status === 429),
  'wait-half-as-long': async ({ exhaust }) => waitIn(await exhaust()) < 40,
  'wait-five-seconds-less': async ({ exhaust }) => waitIn(await exhaust()) < 58,
  'first-wait-too-short': async ({ exhaust, list }) => waitIn(await exhaust()) < 40 || waitIn(await list()) < 40,

  'unknown-id-200-after-creation': async ({ create, get }) =>
    (await create()).status === 201 && (await get(0)).status === 200,
} satisfies Record<string, Witness>)

function rateIn({ headers }: Answer) {
  const [limit, left, reset] = ['limit', 'remaining', 'reset'].map((name) => Number(headers[`x-ratelimit-${name}`]))
  return { limit, left, reset: reset ?? 0 }
}

function waitIn({ headers }: Answer): number {
  return Number(headers['retry-after'])
}

/** By how much Remaining fell after each of some requests. */
async function fallsOf(most: number, send: () => Promise<Answer>): Promise<readonly number[]> {
  const left: number[] = []
  for (const _ of times(most)) left.push(rateIn(await send()).left ?? 0)
  return left.slice(1).map((now, at) => (left[at] ?? now) - now)
}

function editName(sent: string, kept: string): Witness {
  return async ({ create }) => nameIn(await create({ name: sent })) === kept
}

function nameIn({ json }: Answer): unknown {
  return member(json, 'name')
}

async function someOf(most: number, isSo: () => Promise<boolean>): Promise<boolean> {
  for (const _ of times(most)) if (await isSo()) return true
  return false
}
