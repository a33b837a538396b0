import { type SilenceId, operations, writeJson } from '../../spec/index.ts'
import type { Catalogue } from '../run/catalogue.ts'
import type { Probe } from '../run/probe.ts'
import type { Request } from '../run/question.ts'
import { askSilence } from '../run/questions.ts'
import type { Session } from '../run/session.ts'
import { createAnimals } from './create.ts'

/** What reading alone can show of the silences. */
export const observe: Probe = {
  id: 'observe',
  title: 'what the deployment does where the interface is silent',
  clauses: [],
  cost: 2,
  isExtra: true,
  run: async (session) => {
    await session.ask(askSilence('invalid-query', 'listPets', { path: '/pets?limit=0' }))
    await session.ask(askSilence('malformed-id', 'getPet', { path: '/pets/abc' }))
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
    await session.ask(askSilence('unknown-query', 'listPets', { path: '/pets?contract-test=1' }))
    await createAnimals(session, catalogue)
    await learnByWriting(session, catalogue)
    return []
  },
}

async function learnByWriting(session: Session, catalogue: Catalogue): Promise<void> {
  const { id: categoryId } = await catalogue.category()
  const animal = writeJson({ name: catalogue.name('as text'), categoryId })
  const { path } = operations.createPet
  const requests = {
    'media-type': { path, body: animal, mediaType: 'text/plain' },
    'name-check': { path, body: writeJson({ name: ' ', categoryId }) },
    // Whatever the service makes of the last two, no animal can come of them.
    'large-body': { path, body: writeJson('x'.repeat(1_100_000)) },
    undocumented: { path: '/pets/0', body: '{}' },
  } as const satisfies Partial<Record<SilenceId, Request>>
  for (const [silence, request] of Object.entries(requests))
    if (session.animalsLeft > 0) await session.ask(askSilence(silence as SilenceId, 'createPet', request))
}
