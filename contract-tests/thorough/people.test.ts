import { expect, test } from 'vitest'
import { askForPet } from '../exchange/questions.ts'
import type { Contradiction } from '../judge/animal-facts.ts'
import type { Catalogue } from '../session/catalogue.ts'
import { People } from './people.ts'

test.each([
  { what: 'is back at once', status: 200, excuses: ['people'], explanation: 'back' },
  {
    what: 'is back, and may have been on its way to this server',
    status: 200,
    excuses: ['people', 'lag'],
    explanation: 'people',
  },
  { what: 'stays away', status: 404, excuses: ['people'], explanation: 'people' },
] as const)('of an animal that was missing and $what: $explanation', async ({ status, excuses, explanation }) => {
  const session = { ask: async () => ({ status }), log: [] }
  const people = new People({ session, added: [] } as unknown as Catalogue)
  const doubt = {
    petId: 7,
    change: 'missing',
    fact: { isAdded: true },
    excuses,
    finding: { seen: { question: askForPet('getPet', 7, 'known') } },
  } as unknown as Contradiction
  expect(await people.explain(doubt)).toBe(explanation)
})
