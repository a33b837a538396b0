/** An int64 as its decimal digits: a page only shows and compares ids, and a text is exact everywhere. */
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

/** The animal that was sent. Throws when the value is none: a page should say so, and not show `undefined`. */
export function petFrom(value: unknown): Pet {
  const { id, name, categoryId, status } = Object(value) as Record<string, unknown>
  if (typeof name !== 'string') throw new TypeError('The name of an animal is no text.')
  return {
    id: idFrom(id),
    name,
    categoryId: idFrom(categoryId),
    status: petStatuses.find((known) => known === status),
  }
}

/** The animals of a list. Throws when one of them is none. */
export function petsFrom(value: unknown): readonly Pet[] {
  return (value as unknown[]).map(petFrom)
}

function idFrom(value: unknown): Id {
  if (typeof value === 'bigint' || Number.isInteger(value)) return String(value)
  throw new TypeError('The id of an animal is no integer.')
}

/** The body that adds an animal, with every digit of its category. */
export function newPetText({ name, categoryId, status }: NewPet): string {
  // JSON.stringify refuses a bigint and rounds a number: the digits go into the text as they are.
  const end = status === undefined ? '' : `,"status":${JSON.stringify(status)}`
  return `{"name":${JSON.stringify(name)},"categoryId":${BigInt(categoryId)}${end}}`
}
