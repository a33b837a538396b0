import { type OperationId, type SilenceId, completed, operations, shapes, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../session/catalogue.ts'
import type { Probe } from './probe.ts'
import type { Question, Request } from '../exchange/question.ts'
import { askList, askSilence } from '../exchange/questions.ts'
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
  cost: 22,
  writes: 9,
  animals: 8,
  isExtra: true,
  run: async (session, catalogue) => {
    // Unusual queries are compared with the usual list.
    await session.ask(askList())
    await session.ask(askInvalidLimit((await hasFullList(catalogue)) ? tooSmall : tooLarge))
    for (const [silence, operation, path, further] of readOnlyRequests) {
      const { status } = await session.ask(askSilence(silence, operation, { path }))
      if (further !== undefined && status === 200) await session.ask(askSilence(silence, operation, { path: further }))
    }
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

/** Requests, some with a further one if the first is answered with 200. */
const readOnlyRequests: readonly (readonly [SilenceId, OperationId, path: string, further?: string])[] = [
  ['unknown-query', 'listPets', '/pets?contract-test=1'],
  ['invalid-query', 'listPets', '/pets?limit=abc'],
  ['invalid-query', 'listPets', '/pets?limit=-1'],
  ['limit-form', 'listPets', '/pets?limit=02', '/pets?limit=2x'],
  ['invalid-status', 'listPets', '/pets?status=lost'],
  ['large-id', 'getPet', '/pets/9223372036854775808'],
  ['undocumented', 'getPet', '/contract-test'],
  // Asked as getPet, so that no check expects a documented list.
  ['path-form', 'getPet', '/pets/', '/Pets'],
]

async function learnByWriting(catalogue: Catalogue): Promise<void> {
  const { session } = catalogue
  const { id: categoryId } = await catalogue.category()
  const { path } = operations.createPet
  const add = async (silence: SilenceId, members: object, request: Partial<Request> = {}, padding = '') => {
    if (session.animalsLeft <= 0) return undefined
    const animal = completed(shapes.NewPet, { name: catalogue.name(silence), categoryId, ...members })
    const body = writeJson(animal) + padding
    return session.ask(askSilence(silence, 'createPet', { path, body, ...request }))
  }
  await add('media-type', {}, { mediaType: 'text/plain' })
  await add('unknown-fields', { contractTest: true })
  // Hardly any service knows a category with such a number, and it fits into 32 bits.
  await add('category-check', { categoryId: session.options.draw(1_000_000_000, 2_000_000_000) })
  const [first] = catalogue.added
  if (first !== undefined) await add('duplicate-names', { name: first.sent.name })
  const blank = await add('name-check', { name: ' ' })
  if (blank?.status === 201) await add('name-check', { name: '' })
  // A valid animal, followed by blanks.
  await add('large-body', {}, {}, ' '.repeat(1_100_000))
  // The id is unused and the body is not a valid NewPet, so this adds and changes nothing.
  await session.ask(askSilence('undocumented', 'createPet', { path: `/pets/${await unusedId(catalogue)}`, body: '{}' }))
  await findLongestName(catalogue, async (length) => {
    const seen = await add('name-check', { name: catalogue.name().padEnd(length, 'x') })
    return { 201: true, 400: false }[seen?.status ?? 0]
  })
}

/** Looks for the longest name that is taken, if it has at most 255 characters: first the usual ones, then by halves. */
async function findLongestName(
  catalogue: Catalogue,
  isTaken: (length: number) => Promise<boolean | undefined>,
): Promise<void> {
  let longest = Math.max(1, ...catalogue.added.map(({ sent }) => sent.name.length))
  let refused = 257
  while (refused - longest > 1) {
    const usual = [256, 255, 101, 100].find((length) => length > longest && length < refused)
    const length = usual ?? Math.floor((longest + refused) / 2)
    const taken = await isTaken(length)
    if (taken === undefined) return
    if (taken) longest = length
    else refused = length
  }
}
