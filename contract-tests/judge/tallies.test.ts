import { expect, test } from 'vitest'
import { type Check, settledAtOnce } from '../checks/check.ts'
import type { Exchange } from '../client/index.ts'
import { seenOf } from '../exchange/question.ts'
import { askList } from '../exchange/questions.ts'
import { departure } from '../verdict/verdict.ts'
import { Tallies } from './tallies.ts'

const terms = { plan: undefined, todayMilliseconds: 0 }

/** Looks at lists, and finds each that is not answered with 200. */
const check: Check = {
  id: 'is-200',
  title: 'a list is answered with 200',
  clauses: ['4.1/answers-pets', '4.1/limit-most'],
  needs: 'status',
  settled: settledAtOnce('A status is what it is.'),
  appliesTo: ({ question }) => question.asks === 'list',
  run: ({ status }) =>
    status === 200
      ? []
      : [departure('status', '4.1/answers-pets', { expected: { oneOf: [200] }, received: { is: status } })],
}

function list(number: number, status: number) {
  const response = { status, headers: new Map(), bytes: new Uint8Array() }
  return seenOf(number, 'probe', askList(), { response } as unknown as Exchange)
}

function runOnAll(tallies: Tallies, statuses: readonly number[]) {
  for (const [at, status] of statuses.entries())
    for (const {
      check: { id },
      findings,
    } of tallies.runChecks(list(at + 1, status), terms))
      tallies.add(id, findings)
  return tallies.verdicts()
}

test('a check that never applied is not applicable, one that found nothing held, with the clauses that it tested', () => {
  expect(new Tallies([check]).verdicts()).toMatchObject([{ state: 'not applicable', held: [], findings: [] }])
  expect(runOnAll(new Tallies([check]), [200])).toMatchObject([{ state: 'held', held: check.clauses, findings: [] }])
  expect(runOnAll(new Tallies([check]), [500])).toMatchObject([{ state: 'broken', held: ['4.1/limit-most'] }])
})

test('findings alike are kept up to a number, and those beyond are counted', () => {
  const timesOf = (mostAlike?: number) =>
    runOnAll(new Tallies([check], [], mostAlike), [500, 501, 502, 503])[0]?.findings.map(
      ({ received, times = 1 }) => `${received.is} × ${times}`,
    )
  expect(timesOf()).toEqual(['500 × 1', '501 × 1', '502 × 1', '503 × 1'])
  expect(timesOf(2)).toEqual(['500 × 1', '501 × 3'])
  expect(timesOf(1)).toEqual(['500 × 4'])
})

test('only a finding of another clause or operation is new, and the first exchanges that showed it are known', () => {
  const tallies = new Tallies([check], [], 1)
  const added = [1, 2, 3, 4, 5, 6, 7].map((number) =>
    tallies.runChecks(list(number, 500), terms).map(({ findings }) => tallies.add(check.id, findings).length),
  )
  expect(added.flat()).toEqual([1, 0, 0, 0, 0, 0, 0])
  expect(tallies.numbersOf({ clause: '4.1/answers-pets', operation: 'listPets' })).toEqual([1, 2, 3, 4, 5])
})

test('findings that do not count leave their check held', () => {
  const tallies = new Tallies([check])
  runOnAll(tallies, [500])
  expect(tallies.verdicts(() => false)).toMatchObject([{ state: 'held', findings: [] }])
})
