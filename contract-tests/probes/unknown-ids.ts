import { randomInt } from 'node:crypto'
import { type Int64, isInt64 } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'

const largest32 = 2 ** 31 - 1

async function knownIds(catalogue: Catalogue): Promise<readonly Int64[]> {
  const pets = await catalogue.pets()
  return [...catalogue.added, ...pets].flatMap(({ id }) => (id === undefined ? [] : [id]))
}

/** An id of 32 bits that hardly any animal has: far beyond those that were seen, if they leave room. */
export async function unknownId(catalogue: Catalogue): Promise<number> {
  const small = (await knownIds(catalogue)).map(Number).filter((id) => id > 0 && id < largest32 / 2)
  const start = Math.max(1_000_000, ...small)
  return start + randomInt(100_000, largest32 - start)
}

/**
 * An id beyond 2^53 for questions that write, such as a removal: no animal has it, and a service that rounds it to a double
 * or keeps only its low 32 bits does not find one either. Neither an id of `largeUnknownId` nor the ends of int64 will do:
 * the low 32 bits of the first are a known id, those of the last are 0 and -1, and there may be an animal at either end.
 */
export async function unusedId(catalogue: Catalogue): Promise<bigint> {
  const id = 2n ** 54n + BigInt(await unknownId(catalogue))
  // As they are with the digits lost: as doubles, which may move them by a few, and of those the low 32 bits.
  const low = (of: Int64): number => Number(BigInt.asUintN(32, BigInt(of)))
  const isAlike = (other: Int64): boolean => Number(other) === Number(id) || Math.abs(low(other) - low(id)) < 8
  return (await knownIds(catalogue)).some(isAlike) ? unusedId(catalogue) : id
}

/** An id beyond 2^53 of which the low 32 bits are a known id, so that a service that loses digits finds an animal. */
export async function largeUnknownId(catalogue: Catalogue): Promise<bigint> {
  const known = await knownIds(catalogue)
  const low = BigInt(known.find((id) => id > 0 && id <= largest32) ?? randomInt(1, largest32))
  const large = 2n ** 54n + low
  return known.some((id) => BigInt(id) === large) ? 2n ** 55n + low : large
}

/** An unknown id beside a known one that a double cannot distinguish from it. */
export async function unknownNeighbour(catalogue: Catalogue): Promise<bigint | undefined> {
  const ids = new Set((await knownIds(catalogue)).map(BigInt))
  const beside = [...ids].flatMap((id) => [id - 1n, id + 1n, id - 2n, id + 2n].map((other) => ({ id, other })))
  return beside.find(({ id, other }) => !ids.has(other) && isInt64(other) && Number(other) === Number(id))?.other
}
