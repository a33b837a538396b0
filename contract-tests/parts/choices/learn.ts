import { type SilenceId, completed, operations, shapes, writeJson } from '../../../spec/index.ts'
import type { Catalogue } from '../../session/catalogue.ts'
import type { Probe } from '../../probes/probe.ts'
import type { Question } from '../../exchange/question.ts'
import { askList, askSilence } from '../../exchange/questions.ts'
import { createAnimals } from '../../probes/create.ts'
import type { Learner } from './choice.ts'
import { choices, observations } from './observations.ts'
import { limited } from './queries.ts'

const observe: Probe = {
  id: 'observe',
  title: 'what the deployment does where the interface is silent',
  clauses: [],
  before: 'duplicate',
  isExtra: true,
  learns: observations,
  run: async (session, catalogue) => {
    await session.ask(askInvalidLimit((await hasFullList(catalogue)) ? tooLarge : tooSmall))
    await session.ask(askSilence('malformed-id', 'getPet', { path: '/pets/abc' }))
  },
}

const learn: Probe = {
  id: 'learn',
  title: 'further silences, for a profile to be learnt',
  clauses: [],
  before: 'duplicate',
  needs: ['learning', 'writing'],
  isExtra: true,
  run: async (session, catalogue) => {
    // Unusual queries are compared with the usual list.
    await session.ask(askList())
    await session.ask(askInvalidLimit((await hasFullList(catalogue)) ? tooSmall : tooLarge))
    const rows = Object.entries(choices).map(([id, choice]) => ({
      ...choice,
      by: learnerOf(id as SilenceId, catalogue),
    }))
    for (const { ask, by } of rows) await ask?.(by)
    await createAnimals(catalogue)
    for (const { write, by } of rows) await write?.(by)
  },
}

/** The probes that learn what a deployment chose. */
export const learning: readonly Probe[] = [observe, learn]

const { minimum, maximum } = operations.listPets.parameters.limit
const [tooSmall, tooLarge] = [minimum - 1, maximum + 1]

function askInvalidLimit(limit: number): Question {
  return askSilence('invalid-query', 'listPets', { path: limited(limit) })
}

/** Whether the list with limit=100 is full. Only then can limit=101 show a list that is too long. */
async function hasFullList(catalogue: Catalogue): Promise<boolean> {
  return (await catalogue.pets()).length >= maximum
}

/** Sends what shows one choice. */
function learnerOf(silence: SilenceId, catalogue: Catalogue): Learner {
  const { session } = catalogue
  const ask: Learner['ask'] = (operation, request, tried) => session.ask(askSilence(silence, operation, request, tried))
  return {
    catalogue,
    ask,
    async add(members, request) {
      if (session.animalsLeft <= 0) return undefined
      const categoryId = await catalogue.category()
      const animal = completed(shapes.NewPet, { name: catalogue.name(silence), categoryId, ...members })
      const asked = { path: operations.createPet.path, body: writeJson(animal), ...request }
      return ask('createPet', asked, animal.name)
    },
  }
}
