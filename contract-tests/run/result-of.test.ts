import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { type Question, seenOf } from '../exchange/question.ts'
import { askCreate, askSilence } from '../exchange/questions.ts'
import { servers } from '../servers/index.ts'
import { addedAnimals } from './result-of.ts'
import { runContract } from './run.ts'

function seen(number: number, question: Question, status: number, body = '') {
  const response = { status, headers: new Map(), bytes: new TextEncoder().encode(body) }
  return seenOf(number, 'probe', question, { response } as unknown as Exchange)
}

const added = (number: number, id: number) => {
  const animal = { name: `Rex ${id}`, categoryId: 1 }
  return seen(number, askCreate(animal), 201, JSON.stringify({ id, ...animal }))
}

const removing = (number: number, removes: number, status: number) =>
  seen(number, { ...askSilence('undocumented', 'getPet', { path: `/pets/${removes}` }), removes }, status)

test('an animal that a run removed again is not among those that it added', () => {
  const log = [
    added(1, 7),
    added(2, 8),
    added(3, 9),
    removing(4, 7, 204),
    // Refused or asked about another one.
    removing(5, 8, 404),
    removing(6, 10, 204),
    // The id was given again.
    added(7, 7),
  ]
  expect(addedAnimals(log)).toEqual([
    { resource: 'Pet', id: 8, name: 'Rex 8' },
    { resource: 'Pet', id: 9, name: 'Rex 9' },
    { resource: 'Pet', id: 7, name: 'Rex 7' },
  ])
})

test.each([
  ['limit-ignored', 'page-cap'],
  ['reset-in-milliseconds', 'window-start'],
] as const)('a run that calls %s broken learns no %s from it', async (id, silence) => {
  const { url, apiKey, close } = await servers.find((server) => server.id === id)!.start()
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const { profile, exitCode } = await runContract({ baseUrl: url, apiKey, clock }).finally(close)
  expect(exitCode).toBe(1)
  expect(profile[silence]).toBeUndefined()
})
