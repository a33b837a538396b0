import { expect, test, vi } from 'vitest'
import type * as Sentences from './sentences.ts'

const suiteNow = async () => ({
  ...(await import('../index.ts')),
  ...(await import('../all.ts')),
  ...(await import('../servers/run-on.ts')),
})

const usual = await suiteNow()
vi.resetModules()
vi.doMock('./sentences.ts', async (importActual) => {
  const actual = await importActual<typeof Sentences>()
  const other = (text: string): string => text.split(' ').toReversed().join(' ')
  const told: typeof actual.told = (finding) => {
    const { expected, received } = actual.told(finding)
    return { expected: other(expected), received: other(received) }
  }
  const readingOf: typeof actual.readingOf = (finding) => {
    const reading = actual.readingOf(finding)
    return reading && other(reading)
  }
  return { ...actual, told, readingOf, settledBy: (doubt: never) => other(actual.settledBy(doubt)) }
})
/** The suite with other sentences: the words of each in the other order. */
const reworded = await suiteNow()
vi.doUnmock('./sentences.ts')
vi.resetModules()

const startsAt = Date.UTC(2026, 10, 22, 12, 0, 25)

/** What a suite finds on a server, and what it makes of that for programs, without what people read. */
async function madeBy({ runOn, reports, terminalReport }: typeof usual, id: string) {
  const { result } = await runOn(id, {}, { startsAt })
  const marks = Object.values(reports).map((report) =>
    report(result).match(/<(?:mark|article|li|summary|code)\b[^>]*>|<\/?(?:test|failure|skipped)[\w-]*/g),
  )
  return {
    text: terminalReport(result, { hasColour: false }),
    made: { json: reports.json(result), marks },
  }
}

test.each([
  'json-refused',
  'missing-key-403',
  'name-kept-otherwise',
  'name-trimmed',
  'list-status-unknown',
  'reset-as-delay',
])('with other words, a run on %s finds and groups the same', async (id) => {
  const [one, other] = [await madeBy(usual, id), await madeBy(reworded, id)]
  expect(other.text).not.toBe(one.text)
  expect(other.made).toEqual(one.made)
})
