import {
  type Int64,
  type OperationId,
  int64Max,
  int64Min,
  isInt64,
  isItemOperation,
  operationIds,
  plainInteger,
} from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { petOf, atStatus } from '../checks/pets.ts'
import { broken, type Finding, inconclusive } from '../verdict/verdict.ts'
import type { Probe } from './probe.ts'
import type { Seen } from '../exchange/question.ts'
import { askForPet, isReading } from '../exchange/questions.ts'
import { clausesOf } from '../exchange/clauses-of.ts'

const others = operationIds.filter((id) => isItemOperation(id, 'Pet')).filter((id) => id !== 'getPet')
const ofUnknown = ['getPet' as const, ...others].flatMap((id) => {
  const { notFound = [], everyId = [] } = clausesOf[id]
  return [notFound, everyId].flat()
})

export const getUnknown: Probe = {
  id: 'get-unknown',
  title:
    'ids that no animal has are answered with 404: a usual one, 0, one below it, some beyond 2^53, both ends of int64',
  clauses: ofUnknown,
  run: async (session, catalogue) => {
    for (const operation of others) {
      if (session.options.isReadOnly && !isReading(operation)) continue
      const unknown = askForPet(operation, await idOfNone(operation, catalogue), 'extreme')
      // No animal has this id, so a success is wrong too.
      await session.ask({ ...unknown, expects: [404] })
    }
    const { seen, finding } = await askUnknown(catalogue)
    if (finding !== undefined) return session.note(finding)
    if (seen === undefined) return session.note(inconclusive('get-removed', '4.3/not-found', '4.3/pet-id-int64'))
    const pets = await catalogue.pets()
    const known = [...catalogue.added, ...pets].find(({ id }) => id !== undefined && id > 0)?.id ?? 1
    const beside = await unknownNeighbour(catalogue)
    const ends = [await largeUnknownId(catalogue), int64Max, int64Min, 0, plainInteger(-BigInt(known))]
    for (const id of [...ends, ...(beside === undefined ? [] : [beside])]) {
      const extreme = askForPet('getPet', id, 'extreme')
      // If every unknown id is answered wrongly, the size of this one is not the cause.
      await session.ask(seen.status === 404 ? extreme : { ...extreme, expects: [404], breaks: ['4.3/not-found'] })
    }
    return undefined
  },
}

/** Asks for an animal that is not there, right after the last one was added (if any). */
export function askUnknown(catalogue: Catalogue) {
  const { session, added } = catalogue
  return session.once('unknown animal', async (): Promise<{ seen?: Seen; finding?: Finding }> => {
    if (!session.isWorking('getPet')) return {}
    // An id from a body is unknown, unless the service took it over.
    const named = added.find(({ sent, id }) => sent.id !== undefined && sent.id !== id)?.sent.id
    const usual = askForPet('getPet', named ?? (await unknownId(catalogue)), 'unknown')
    // An animal may have this id by chance. A second one is most unlikely.
    const seen = await session.ask({ ...usual, tolerates: (status) => status === 200 })
    const found = petOf(seen.json)
    const facts = { at: atStatus, expected: { oneOf: [404] }, received: { is: 200 }, animal: { id: usual.petId } }
    if (seen.status !== 200) return { seen }
    if (found?.id !== usual.petId && found?.id !== undefined)
      return {
        finding: broken(seen, 'other-found', '4.3/not-found', { ...facts, other: { id: found.id } }, ['4.3/same-id']),
      }
    if (named !== undefined && added.some(({ sent }) => sent.id === named && sent.name === found?.name))
      return { finding: broken(seen, 'named-found', '2/pet-id-assigned', facts) }
    return { seen: await session.ask(askForPet('getPet', await unknownId(catalogue), 'unknown')) }
  })
}

const largest32 = 2 ** 31 - 1

async function knownIds(catalogue: Catalogue): Promise<readonly Int64[]> {
  const pets = await catalogue.pets()
  return [...catalogue.added, ...pets].flatMap(({ id }) => (id === undefined ? [] : [id]))
}

/** An id in 32 bits that hardly any animal has: far above all known ids, if there is room. */
export async function unknownId(catalogue: Catalogue): Promise<number> {
  const small = (await knownIds(catalogue)).map(Number).filter((id) => id > 0 && id < largest32 / 2)
  const start = Math.max(1_000_000, ...small)
  return start + catalogue.session.options.draw(100_000, largest32 - start)
}

/**
 * An id beyond 2^53 for requests that write, such as a removal. No animal has it, also not if a service rounds it to a
 * double or keeps only 32 bits. So `largeUnknownId` is not safe here (its low 32 bits are a known id), nor are the ends of
 * int64 (0 and -1 in 32 bits, and an animal may have them).
 */
export async function unusedId(catalogue: Catalogue): Promise<bigint> {
  const id = 2n ** 54n + BigInt(await unknownId(catalogue))
  // Known ids as a service sees them that loses digits: as doubles, and the low 32 bits of those.
  const low = (of: Int64): number => Number(BigInt.asUintN(32, BigInt(of)))
  const isAlike = (other: Int64): boolean => Number(other) === Number(id) || Math.abs(low(other) - low(id)) < 8
  if ((await knownIds(catalogue)).some(isAlike)) return unusedId(catalogue)
  catalogue.session.unused.add(String(id))
  return id
}

/** An id that no animal has, for an operation that reads or writes. */
export function idOfNone(operation: OperationId, catalogue: Catalogue): Promise<Int64> {
  return isReading(operation) ? unknownId(catalogue) : unusedId(catalogue)
}

/** An id beyond 2^53 whose low 32 bits are a known id: a service that loses digits finds an animal. */
async function largeUnknownId(catalogue: Catalogue): Promise<bigint> {
  const known = await knownIds(catalogue)
  const low = BigInt(known.find((id) => id > 0 && id <= largest32) ?? catalogue.session.options.draw(1, largest32))
  return 2n ** 54n + low
}

/** An unknown id that equals a known one as a double. */
async function unknownNeighbour(catalogue: Catalogue): Promise<bigint | undefined> {
  const ids = new Set((await knownIds(catalogue)).map(BigInt))
  const beside = [...ids].flatMap((id) => [id - 1n, id + 1n, id - 2n, id + 2n].map((other) => ({ id, other })))
  return beside.find(({ id, other }) => !ids.has(other) && isInt64(other) && Number(other) === Number(id))?.other
}
