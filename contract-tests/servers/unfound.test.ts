import { expect } from 'vitest'
import { foundIn, readLedger } from '../../scripts/prove/ledger.ts'
import { servers } from './index.ts'
import { type Witness, type WitnessClient, member, testWitnesses } from './witness.ts'

const ledger = Map.groupBy(readLedger(), ([id]) => id)

/** Servers that no line of the ledger blames for what they break: one that breaks nothing any more would not be noticed. */
const unfound = servers.filter(
  (server) =>
    'clause' in server &&
    !(ledger.get(server.id) ?? [])
      .flatMap(foundIn)
      .some(({ level, clauses }) => level !== 'open' && clauses.includes(server.clause)),
)

testWitnesses(unfound, {
  'oldest-dropped': async ({ create, get }) => {
    for (let count = 0; count < 11; count += 1) await create()
    return (await get(1)).status === 404
  },
  async 'one-in-30-unkept'(client) {
    for (let count = 0; count < 120; count += 1)
      if ((await client.get(await addedId(client))).status === 404) return true
    return false
  },
} satisfies Record<string, Witness>)

async function addedId({ create }: WitnessClient): Promise<number | bigint> {
  const id = member((await create()).json, 'id')
  expect(id).toSatisfy((one) => typeof one === 'number' || typeof one === 'bigint')
  return id as number | bigint
}
