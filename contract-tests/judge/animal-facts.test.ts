import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { type Question, seenOf } from '../exchange/question.ts'
import { askCreate, askForPet, askList } from '../exchange/questions.ts'
import { AnimalFacts } from './animal-facts.ts'
import { Judge } from './judge.ts'

const rex = { id: 7, name: 'Rex', categoryId: 1 }
const sold = { ...rex, status: 'sold' }

function seen(number: number, question: Question, status: number, body?: unknown) {
  const response = { status, headers: new Map(), bytes: Buffer.from(JSON.stringify(body) ?? '') }
  const at = { sentAtMilliseconds: number * 1000, tookMilliseconds: 0 }
  return seenOf(number, '', question, { response, ...at } as unknown as Exchange)
}

const added = (number: number, pet = rex, sent: Parameters<typeof askCreate>[0] = { name: 'Rex', categoryId: 1 }) =>
  seen(number, askCreate(sent), 201, pet)
const list = (number: number, ...pets: readonly object[]) => seen(number, askList(), 200, pets)
const get = (number: number, pet?: object) =>
  seen(number, askForPet('getPet', 7, 'known'), pet === undefined ? 404 : 200, pet)

/** What the last of these answers contradicts. Each comes a second after the one before. */
function contradicted(from: 'run' | 'recording', ...answers: readonly ReturnType<typeof seen>[]) {
  const animals = new AnimalFacts(from)
  for (const answer of answers.slice(0, -1)) animals.remember(answer)
  const last = answers.at(-1)!
  return animals.contradictions(last).map(({ finding, excuses }) => [finding.clause, ...excuses])
}

test('a later answer that shows what was sent, or what the 201 changed it to, is not blamed', () => {
  const changed = added(1, { ...rex, name: 'REX' })
  for (const name of ['Rex', 'REX']) expect(contradicted('run', changed, get(2, { ...rex, name }))).toEqual([])
  expect(contradicted('run', changed, get(2, { ...rex, name: 'Max' }))).toEqual([['4.3/same-animal', 'people']])
  // A default may pass into another status.
  expect(contradicted('run', added(1, sold), list(2, { ...sold, status: 'pending' }))).toEqual([])
})

test('getPet shows all of an animal that the run added; a list may leave out what is optional', () => {
  const own = added(1, sold, { name: 'Rex', categoryId: 1, status: 'sold' })
  expect(contradicted('run', own, get(2, rex))).toEqual([['4.3/same-animal', 'people']])
  expect([contradicted('run', own, list(2, rex)), contradicted('recording', own, get(2, rex))]).toEqual([[], []])
})

test('an id is given once, but what is asked at once may be listed before it is answered', () => {
  const tom = added(2, { ...rex, name: 'Tom' }, { name: 'Tom', categoryId: 1 })
  expect(contradicted('run', added(1), tom)).toEqual([['2/pet-id-unique', 'gone']])
  expect(contradicted('recording', added(1), tom)).toEqual([['2/pet-id-unique', 'reset', 'gone']])
  // The same exchange may have been recorded twice.
  expect(contradicted('recording', added(1), added(2))).toEqual([])
  const animals = new AnimalFacts('run')
  animals.remember(list(3, rex))
  expect([animals.contradictions(added(4)).length, animals.contradictions(added(4), 3).length]).toEqual([1, 0])
})

test('each member may be as it was sent or as the 201 showed it', () => {
  const sent = { name: 'Rex', categoryId: 1, status: 'sold' } as const
  const answer = { ...rex, name: 'REX', status: 'available' }
  expect(contradicted('run', added(1, answer, sent), get(2, { ...rex, status: 'available' }))).toEqual([])
  expect(contradicted('run', added(1, answer, sent), get(2, { ...rex, status: 'pending' }))).toEqual([
    ['4.3/same-animal', 'people'],
  ])
})

test('an animal of the run that was missing and is listed again may still be on its way', () => {
  const animals = new AnimalFacts('run')
  animals.remember(added(1))
  const [missing] = animals.contradictions(get(2))
  animals.accept(missing!)
  animals.remember(list(3, rex))
  const excusesOf = (at: number) => animals.contradictions(get(at)).map(({ excuses }) => excuses)
  expect([excusesOf(10), excusesOf(11)]).toEqual([[['temporary', 'lag', 'others']], [['temporary', 'others']]])
})

test('what one answer contradicts waits for each excuse by itself, and counts once', () => {
  const judge = new Judge('run')
  judge.see(added(1))
  judge.facts.refused.set('Max', seen(2, askCreate({ name: 'Max', categoryId: 1 }), 400))
  const open = judge.see(get(3, { ...rex, name: 'Max' }))
  const settled = () => judge.takeFindings().map(({ clause, reading }) => [clause, reading])
  expect(settled()).toEqual([['4.2/invalid-not-added', undefined]])
  judge.hear('several-wrong', open)
  expect([settled(), settled()]).toEqual([[['4.3/same-animal', 'people']], []])
})
