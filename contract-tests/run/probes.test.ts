import { expect, test } from 'vitest'
import { clauses } from '../../spec/index.ts'
import { checks } from '../checks/index.ts'
import { askCreate } from '../exchange/questions.ts'
import { seenOf } from '../exchange/question.ts'
import { quotaClauses } from '../judge/quota.ts'
import { probes } from '../all.ts'
import { statusOfAll } from '../probes/create.ts'
import { runOn } from '../servers/run-on.ts'

// What a check or a probe finds by the name of a clause is not found if the name is mistyped.
test('every clause that can be seen from outside is judged by a check or a probe', () => {
  const judged = new Set([...checks, ...probes].flatMap((one) => one.clauses).concat(quotaClauses))
  const seen = clauses.filter((clause) => clause.seen !== 'not-from-outside')
  expect(seen.map(({ id }) => id).filter((id) => !judged.has(id))).toEqual([])
})

test('what the animals show is reported by whichever probe adds them', async () => {
  for (const only of ['list-filter', 'create']) {
    const { result } = await runOn('id-taken', { only: [only] })
    expect(result.findings.map(({ clause }) => clause)).toContain('2/pet-id-unique')
  }
})

test('a status that does not depend on the animal tells that creations are closed', () => {
  const of = (status: number) => {
    const question = askCreate({ name: 'Rex', categoryId: 1 })
    const seen = seenOf(1, '', question, { response: { status, headers: new Map(), bytes: Buffer.from('') } } as never)
    return statusOfAll({ log: [seen, seen] } as never)
  }
  const closed = [403, 404, 405, 409, 410, 500, 501, 503]
  expect(closed.map(of)).toEqual(closed)
  expect([201, 400, 401, 411, 422, 429].map(of)).toEqual(Array.from({ length: 6 }))
})
