import { randomInt } from 'node:crypto'
import { type OperationId, type SilenceId, operations, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Probe } from './probe.ts'
import type { Question, Request } from '../exchange/question.ts'
import { askSilence } from '../exchange/questions.ts'
import { createAnimals } from './create.ts'
import { unusedId } from './get-unknown.ts'

export const observe: Probe = {
  id: 'observe',
  title: 'what the deployment does where the interface is silent',
  clauses: [],
  cost: 2,
  isExtra: true,
  run: async (session, catalogue) => {
    await session.ask(askInvalidLimit((await hasFullList(catalogue)) ? tooLarge : tooSmall))
    await session.ask(askSilence('malformed-id', 'getPet', { path: '/pets/abc' }))
    return []
  },
}

export const learn: Probe = {
  id: 'learn',
  title: 'further silences, for a profile to be learnt',
  clauses: [],
  needs: ['learning', 'writing'],
  cost: 15,
  writes: 9,
  animals: 7,
  isExtra: true,
  run: async (session, catalogue) => {
    await session.ask(askInvalidLimit((await hasFullList(catalogue)) ? tooSmall : tooLarge))
    for (const [silence, operation, path] of readOnlyRequests)
      await session.ask(askSilence(silence, operation, { path }))
    // Asked as getPet, so that no check expects a documented list.
    await session.ask(askSilence('head', 'getPet', { method: 'HEAD', path: operations.listPets.path }))
    await createAnimals(catalogue)
    await learnByWriting(catalogue)
    return []
  },
}

const { minimum, maximum } = operations.listPets.parameters.limit
const [tooSmall, tooLarge] = [minimum - 1, maximum + 1]

function askInvalidLimit(limit: number): Question {
  return askSilence('invalid-query', 'listPets', { path: `${operations.listPets.path}?limit=${limit}` })
}

/** Whether the list with limit=100 is full. Only then can limit=101 show a list that is too long. */
async function hasFullList(catalogue: Catalogue): Promise<boolean> {
  return (await catalogue.pets()).length >= maximum
}

const readOnlyRequests = [
  ['unknown-query', 'listPets', '/pets?contract-test=1'],
  ['invalid-query', 'listPets', '/pets?limit=abc'],
  ['invalid-status', 'listPets', '/pets?status=lost'],
  ['large-id', 'getPet', '/pets/9223372036854775808'],
  ['undocumented', 'getPet', '/contract-test'],
] as const satisfies readonly (readonly [SilenceId, OperationId, string])[]

async function learnByWriting(catalogue: Catalogue): Promise<void> {
  const { session } = catalogue
  const { id: categoryId } = await catalogue.category()
  const { path } = operations.createPet
  const add = async (silence: SilenceId, members: object, request: Partial<Request> = {}, padding = '') => {
    if (session.animalsLeft <= 0) return undefined
    const body = writeJson({ name: catalogue.name(silence), categoryId, ...members }) + padding
    return session.ask(askSilence(silence, 'createPet', { path, body, ...request }))
  }
  await add('media-type', {}, { mediaType: 'text/plain' })
  await add('unknown-fields', { contractTest: true })
  // Hardly any service knows a category with such a number, and it fits into 32 bits.
  await add('category-check', { categoryId: randomInt(1_000_000_000, 2_000_000_000) })
  const [first] = catalogue.added
  if (first !== undefined) await add('duplicate-names', { name: first.sent.name })
  await add('name-check', { name: ' ' })
  for (const length of [256, 255, 101, 100]) {
    const seen = await add('name-check', { name: catalogue.name().padEnd(length, 'x') })
    if (seen?.status !== 400) break
  }
  // A valid animal, followed by blanks.
  await add('large-body', {}, {}, ' '.repeat(1_100_000))
  // The id is unused and the body is not a valid NewPet, so this adds and changes nothing.
  await session.ask(askSilence('undocumented', 'createPet', { path: `/pets/${await unusedId(catalogue)}`, body: '{}' }))
}
