import { type Int64, type Pet, writeJson } from '../../spec/index.ts'

/**
 * Throws unless every animal of before is still there, as it was: a run changes or removes only animals that it added.
 * A deployment may have given a new animal the id of another one, which is its own doing.
 * @throws {Error} that names the animals which are gone
 */
export function requireUntouched(
  before: readonly Pet[],
  after: readonly Pet[],
  added: readonly { readonly id: Int64 | undefined }[],
): void {
  const still = new Set(after.map((pet) => writeJson(pet)))
  const ids = new Set(after.map(({ id }) => id))
  const harm = before
    .filter((pet) => !still.has(writeJson(pet)) && added.every(({ id }) => id !== pet.id))
    .map(({ id }) => `the run ${ids.has(id) ? 'changed' : 'removed'} animal ${id}, which it did not add`)
  if (harm.length > 0) {
    const rule =
      'Ask for what changes or removes an animal with the id of one that the run added, or with an unused id.'
    throw new Error(`${harm.join('\n')}\n${rule}`)
  }
}
