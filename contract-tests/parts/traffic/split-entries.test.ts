import { expect, test } from 'vitest'
import { splitEntries } from './split-entries.ts'

async function split(text: string, bytesAtOnce = 1 << 20, mostBytes?: number): Promise<readonly unknown[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += bytesAtOnce) yield bytes.subarray(at, at + bytesAtOnce)
  }
  const parts: unknown[] = []
  for await (const part of splitEntries(chunks(), mostBytes))
    parts.push('text' in part ? JSON.parse(part.text) : part.problem)
  return parts
}

const entries = [
  { id: 1, text: 'a "b" \\ {[ "entries": [' },
  { id: 2, within: { more: { entries: [{ no: 'entry' }] } }, 'é🐕': '\\"' },
]
const [one, two] = entries.map((entry) => JSON.stringify(entry))

test.each([
  ['a HAR file', `{"log":{"version":"1.2","pages":[{"id":"entries"}],"entries":[${one},\n${two}],"comment":"}"}}`],
  ['a HAR file with blanks', `\uFEFF{ "log" : {\n "entries" :\n [ ${one} , ${two} ] , "pages": [{}] } }\n`],
  ['an array', `[${one},${two}]`],
  ['an entry a line', `${one}\n${two}\n`],
  ['an entry a line, without a last line end', `${one}\r\n\r\n${two}`],
])('%s is split, wherever it is cut on its way', async (_, text) => {
  for (const size of [1, 2, 3, 7, 64, 10_000]) expect(await split(text, size)).toEqual(entries)
})

test.each([
  ['nothing', '', []],
  ['no entries', '{"log":{"entries":[]}}', []],
  ['a page of HTML', '<html>{}</html>', [{}, 'not-json']],
  ['numbers for entries', '{"log":{"entries":[1,{"id":1}]}}', [{ id: 1 }, 'not-json']],
  ['a file that was cut off', `{"log":{"entries":[${one},{"id":`, [entries[0], 'cut-off']],
  ['what no end could make JSON', '{bad', ['not-json']],
  ['an object that was cut off', '{ ', ['cut-off']],
  ['a text that was cut off', '{"id":"', ['cut-off']],
  ['too many closing brackets', `]}}${one}`, [entries[0]]],
])('of %s it says what it is', async (_, text, parts) => {
  for (const size of [1, 10_000]) expect(await split(text, size)).toEqual(parts)
})

test('an entry beyond the bound is left out, and those after it are read', async () => {
  const text = `[${JSON.stringify({ text: 'x'.repeat(1000) })},{"id":2}]`
  for (const size of [1, 100, 10_000]) expect(await split(text, size, 500)).toEqual(['too-large', { id: 2 }])
})
