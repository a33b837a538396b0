/** An int64 as its decimal digits. A page only shows and compares ids, and text is exact everywhere. */
export type Id = string

export const petStatuses = ['available', 'pending', 'sold'] as const
export type PetStatus = (typeof petStatuses)[number]

export interface NewPet {
  readonly name: string
  readonly categoryId: Id
  readonly status?: PetStatus | undefined
}

export interface Pet extends NewPet {
  readonly id: Id
}

/** Reads an animal; members that this client does not know stay as they are. It throws if the value is not an animal: a page should say so, and not show `undefined`. */
export function petFrom(value: unknown): Pet {
  const { id, name, categoryId, status, ...others } = Object(value) as Record<string, unknown>
  if (typeof name !== 'string') throw new TypeError('The name of an animal is not a text.')
  const known = petStatuses.find((each) => each === status)
  return { ...others, id: idFrom(id), name, categoryId: idFrom(categoryId), status: known }
}

export function petsFrom(value: unknown): readonly Pet[] {
  return (value as unknown[]).map(petFrom)
}

function idFrom(value: unknown): Id {
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value)
  throw new TypeError('The id of an animal is not an integer.')
}

/** The body that adds an animal. JSON.stringify refuses a bigint and rounds a number, so the digits go in as they are. */
export function newPetText({ categoryId, ...others }: NewPet): string {
  return JSON.stringify(others).replace(/\}$/, `,"categoryId":${BigInt(categoryId)}}`)
}
