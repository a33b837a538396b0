import { writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { Probe } from '../run/probe.ts'
import { type Question, observing } from '../run/question.ts'
import { askCreate, askList, askPet } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import { createAnimals } from './create.ts'

/** A question that looks into a silence. */
function open(question: Question, silence: string): Question {
  return { ...question, kind: `${observing}${silence}`, expects: [], breaks: [], animal: undefined }
}

/** What reading alone can show of the silences. */
export const observe: Probe = {
  id: 'observe',
  title: 'what the deployment does where the interface is silent',
  clauses: [],
  needs: [],
  cost: 2,
  animals: 0,
  isExtra: true,
  run: async (session) => {
    await session.ask(open({ ...askList(), path: '/pets?limit=0', list: undefined }, 'invalid-query'))
    const { todayMilliseconds } = session.options
    await session.ask(
      open({ ...askPet(0, 'unknown', todayMilliseconds), path: '/pets/abc', petId: undefined }, 'malformed-id'),
    )
    return []
  },
}

/** What more requests show of them: only when a profile is to be learnt. */
export const learn: Probe = {
  id: 'learn',
  title: 'further silences, for a profile to be learnt',
  clauses: [],
  needs: ['learning', 'writing'],
  cost: 5,
  animals: 2,
  isExtra: true,
  run: async (session, catalogue) => {
    await session.ask(open({ ...askList(), path: '/pets?contract-test=1', list: undefined }, 'unknown-query'))
    await createAnimals(session, catalogue)
    await learnByWriting(session, catalogue)
    return []
  },
}

async function learnByWriting(session: Session, catalogue: Catalogue): Promise<void> {
  const { id: categoryId } = await catalogue.category()
  const animal = { name: catalogue.name('as text'), categoryId }
  const blank = { name: ' ', categoryId }
  // No animal can come of these, whatever the service makes of them.
  const large = writeJson('x'.repeat(1_100_000))
  const questions: readonly (readonly [string, Question])[] = [
    ['media-type', { ...askCreate(animal), mediaType: 'text/plain' }],
    ['name-check', askCreate(blank)],
    ['large-body', { ...askCreate(animal), body: large }],
    ['undocumented', { ...askCreate(animal), path: '/pets/0', body: '{}' }],
  ]
  for (const [silence, question] of questions) if (session.animalsLeft > 0) await session.ask(open(question, silence))
}
