import { expect, test } from 'vitest'
import { terminalReport } from '../../index.ts'
import { Traffic, readEntry } from './index.ts'

interface Given {
  readonly path?: string
  readonly text?: string
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
}

const json = { name: 'Content-Type', value: 'application/json' }

function entry({ path = '/v1/pets?limit=1', text = '[]', headers = [json] }: Given): string {
  return JSON.stringify({
    startedDateTime: '2027-01-01T00:00:00Z',
    time: 1,
    request: { method: 'GET', url: `https://staging.example${path}`, headers: [] },
    response: { status: 200, headers, content: { text } },
  })
}

/** Judges entries. @returns the result, and how many milliseconds of CPU it took */
function judged(given: readonly Given[]) {
  const texts = given.map(entry)
  const before = process.threadCpuUsage()
  const traffic = new Traffic()
  for (const text of texts) {
    const recorded = readEntry(text)
    if (typeof recorded === 'string') traffic.leaveOut(recorded)
    else traffic.judge(recorded)
  }
  const result = traffic.result()
  const text = terminalReport(result, { hasColour: false })
  return { result, text, cpu: process.threadCpuUsage(before).user / 1000 }
}

const many = Array.from({ length: 200_000 }, (_, at) => `value ${at}`)

test.each<[string, Given]>([
  ['with more than 262144 characters of headers', { headers: many.map((value, at) => ({ name: `X-${at}`, value })) }],
  ['with more than 262144 characters of headers', { headers: many.map((value) => ({ name: 'X-Same', value })) }],
  ['with more than 262144 characters of headers', { headers: [{ name: 'X-Lines', value: many.join('\n') }] }],
  ['with more than 262144 characters of headers', { path: `/v1/pets?limit=1&q=${'x'.repeat(300_000)}` }],
  ['with a body of more than 5 MiB', { text: `["${'x'.repeat(5_242_880)}"]` }],
])('an exchange %s is left out, counted and said', (reason, given) => {
  const { result, text, cpu } = judged([given, {}])
  expect(result.recording).toMatchObject({ judged: 1, leftOut: { [reason]: 1 } })
  expect(text).toContain(`not judged: 1 ${reason}`)
  expect(cpu).toBeLessThan(2000)
})
