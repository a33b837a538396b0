import { expect, test } from 'vitest'
import { type Seen, seenOf } from '../exchange/question.ts'
import { askForPet } from '../exchange/questions.ts'
import type { Contradiction, Fact } from './animal-facts.ts'
import { FirstLooks } from './first-looks.ts'
import { departure } from '../verdict/verdict.ts'

const request = { method: 'GET', path: '/pets/1', headers: {}, url: '' } as const
const exchange = { request, sentAtMilliseconds: 0, tookMilliseconds: 0, response: undefined, problem: undefined }
const seen: Seen = seenOf(1, '', askForPet('getPet', 1, 'known'), exchange)
const added = { name: 'Rex', categoryId: 1 }
const fact: Fact = { sent: added, answered: added, isAdded: true, number: 1, atMilliseconds: 0, shownBy: undefined }

function missing(petId: number, known = fact): Contradiction {
  const facts = { expected: {}, received: { is: 404 } }
  const finding = { ...departure('known-missing', '1/added-animal-kept', facts), seen }
  return { petId, change: 'missing', fact: known, excuses: ['people'], finding }
}

/** What first looks show, some wrong and some fine, each at its time. */
function sharesOf(wrong: number, fine: number, atMilliseconds = 0) {
  const looks = new FirstLooks(() => atMilliseconds)
  for (let at = 0; at < fine; at++) looks.add(seen, [], [{ fact }])
  const all = Array.from({ length: wrong }, (_, petId) => missing(petId))
  return { looks, shares: [...looks.add(seen, all, [])] }
}

test.each([
  [3, 0, [['missing', 'each']]],
  [3, 1, [['missing', 'many']]],
  [3, 9, [['missing', 'many']]],
  [3, 10, []],
  [2, 0, []],
])('of %i wrong and %i fine first looks: %j', (wrong, fine, shares) => {
  expect(sharesOf(wrong, fine).shares).toEqual(shares)
})

test('a look after more than a second, or a change after a good look, may be due to people', () => {
  expect(sharesOf(3, 0, 1000).shares).toEqual([])
  const { looks } = sharesOf(3, 0)
  expect([...looks.add(seen, [missing(7, { ...fact, shownBy: seen.question })], [])]).toEqual([])
})
