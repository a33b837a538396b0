import { testWitnesses, type WitnessClient, member } from '../witness.ts'

const answersOther = async ({ create }: WitnessClient, name: 'name' | 'status', sent: string) =>
  member((await create({ [name]: sent })).json, name) !== sent

async function leftAfter(times: number, list: WitnessClient['list']): Promise<readonly number[]> {
  const left: number[] = []
  while (left.length < times) left.push(Number((await list()).headers['x-ratelimit-remaining']))
  return left
}

const rises = (left: readonly number[]) => left.filter((now, at) => now > (left[at - 1] ?? now)).length

testWitnesses('debatable', {
  'name-normalised': (client) => answersOther(client, 'name', 'Zoe\u0308'),
  'name-decomposed': (client) => answersOther(client, 'name', 'Zo\u00EB'),
  'name-trimmed': (client) => answersOther(client, 'name', ' Rex '),
  'status-not-answered': (client) => answersOther(client, 'status', 'sold'),
  'status-left-out-of-filtered-lists': async ({ pets }) =>
    (await pets('?status=sold')).every(({ status }) => status === undefined),
  'status-null-taken': async ({ create }) => (await create({ status: null })).status === 201,
  'limit-101-honoured': async ({ pets }) => (await pets('?limit=101')).length === 101,
  'duplicate-409': async ({ create }) => (await create()).status === 201 && (await create()).status === 409,
  'counts-of-two-machines': async ({ list }) => rises(await leftAfter(40, list)) > 0,
  'counts-of-two-machines-in-turn': async ({ list }) => rises(await leftAfter(40, list)) >= 19,
  'plan-upgraded': async ({ list }) => {
    const first = await list()
    await leftAfter(24, list)
    return [first, await list()].map(({ headers }) => headers['x-ratelimit-limit']).join(' ') === '300 1000'
  },
  'unknown-category-422': async ({ create }) => (await create({ categoryId: 4711 })).status === 422,
})
