import { expect, test } from 'vitest'
import { type Outcome, row, scoreOf } from './score.ts'

const outcome = (kind: Outcome['kind'], server: string, ...complaints: Outcome['complaints']): Outcome => ({
  kind,
  server,
  complaints,
  requests: 60,
  animals: 4,
  seconds: 1.25,
})

test('a complaint about the plain server too finds nothing, and any complaint about a conforming server is false', () => {
  const score = scoreOf(
    [
      outcome('conforming', 'plain', ['no 401'], ['no 401']),
      outcome('conforming', 'newest-first', [], []),
      outcome('broken', 'one', ['no 401'], ['no 401']),
      outcome('broken', 'two', ['no 401', 'no name'], ['no 401', 'no name']),
      outcome('broken', 'three', ['no name'], []),
      outcome('broken', 'four', undefined, undefined),
    ],
    ['no 401'],
  )
  expect(score).toEqual({
    found: 2,
    broken: 4,
    blamed: 1,
    conforming: 2,
    noResult: ['four'],
    unstable: ['three'],
    requests: 60,
    animals: 4,
    seconds: 1.25,
  })
  expect(row('a tool 1.0', 2, '2026-11-22', score)).toBe(
    '| a tool 1.0 | 2 of 4; no result on 1 | 1 of 2 | 60 | 4 | 1.3 | no, on 1 | 2026-11-22 |',
  )
})
