import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { type Question, seenOf } from '../exchange/question.ts'
import { askCreate, askForPet, askList } from '../exchange/questions.ts'
import { checks } from './index.ts'

const terms = { plan: 'free', todayMilliseconds: Date.UTC(2031, 0, 1) } as const
const questions = [
  askList({ limit: 1, status: 'sold' }),
  askForPet('getPet', 1, 'known'),
  askCreate({ name: 'Rex', categoryId: 1 }),
]
const bodies = ['[{"id":2,"status":"pending"},{"id":2}]', '{"id":2,"name":7}', '{']
type Headers = readonly (readonly [name: string, values: readonly string[]])[]
const wrongHeaders: Headers = [
  ['content-type', ['text/html']],
  ['x-ratelimit-limit', ['many']],
]

function seenWith(question: Question, status: number, body: string, headers: Headers) {
  const response = { status, headers: new Map(headers), bytes: Buffer.from(body) }
  const request = { method: 'GET', url: 'http://127.0.0.1/v1/pets', headers: [] }
  return seenOf(1, 'probe', question, { request, response } as unknown as Exchange)
}

const answers = questions.flatMap((question) =>
  [200, 201, 400, 404, 429].flatMap((status) => bodies.map((body) => ({ question, status, body }))),
)

test.each(checks.filter(({ needs }) => needs !== 'body'))('$id reads no more of an answer than it says', (check) => {
  for (const { question, status, body } of answers) {
    const problemsWith = (text: string, headers: Headers) => {
      const seen = seenWith(question, status, text, headers)
      return check.look(seen, terms)?.departures ?? 'does not apply'
    }
    const whole = problemsWith(body, wrongHeaders)
    expect(problemsWith('', wrongHeaders)).toEqual(whole)
    if (check.needs === 'status') expect(problemsWith('', [])).toEqual(whole)
  }
})
