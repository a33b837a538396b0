import { expect, test } from 'vitest'
import type { Exchange } from '../client/index.ts'
import { type Seen, seenOf } from '../exchange/question.ts'
import { askList } from '../exchange/questions.ts'
import { SecondLooks } from './second-looks.ts'

function seen(limit: number, status: number): Seen {
  const response = { status, headers: new Map(), bytes: new Uint8Array() }
  return seenOf(0, '', askList({ limit }), { response } as unknown as Exchange)
}

/** Adds doubts about lists of these limits, and looks again at a server that gives these answers. */
async function lookAgain(limits: readonly number[], answers: Readonly<Record<number, readonly number[]>>) {
  const [log, lastAnswers]: [string[], string[]] = [[], []]
  const looks = new SecondLooks()
  for (const limit of limits)
    looks.add({
      seen: seen(limit, 500),
      isFine: ({ status }) => status === 200,
      onLastAnswer: ({ status }) => void lastAnswers.push(`${limit} → ${status}`),
    })
  const { requests } = looks
  const left = Object.fromEntries(Object.entries(answers).map(([limit, all]) => [limit, [...all]]))
  await looks.run(
    async ({ path }) => {
      log.push(path)
      const limit = Number(path.split('=')[1])
      return seen(limit, left[limit]?.shift() ?? 200)
    },
    async (milliseconds, reason) => void log.push(`${milliseconds}: ${reason}`),
  )
  return { log, lastAnswers, requests }
}

test('all that is doubtful is asked for after one wait, and what is still wrong once more', async () => {
  const { log, lastAnswers, requests } = await lookAgain([1, 2, 3], { 2: [500, 200], 3: [500, 503] })
  expect(log).toEqual([
    '6000: then 3 doubtful answers will be asked for again',
    ...[1, 2, 3].map((limit) => `/pets?limit=${limit}`),
    '1000: then 2 doubtful answers will be asked for again',
    ...[2, 3].map((limit) => `/pets?limit=${limit}`),
  ])
  expect(lastAnswers).toEqual(['1 → 200', '2 → 200', '3 → 503'])
  expect(requests).toBe(6)
})

test('each request is sent again once, and nothing waits if no answer was doubtful', async () => {
  const { log } = await lookAgain([1, 1, 1], {})
  expect(log).toHaveLength(2)
  expect((await lookAgain([], {})).log).toEqual([])
  const limits = Array.from({ length: 100 }, (_, at) => at + 1)
  expect((await lookAgain(limits, {})).requests).toBe(50)
})
