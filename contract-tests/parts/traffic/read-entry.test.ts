import { expect, test } from 'vitest'
import { entriesIn } from './read-entry.ts'

const entries = [{ id: 1 }, { within: { log: { entries: [{ no: 'entry' }] } } }]
const [one, two] = entries.map((entry) => JSON.stringify(entry))

test.each([
  ['a HAR file', `\uFEFF{"log":{"version":"1.2","pages":[{}],"entries":[${one},\n${two}],"comment":"}"}}`, entries],
  ['an array', `[${one},${two}]`, entries],
  ['one entry', `${two}\n`, entries.slice(1)],
  ['an entry a line', `${one}\r\n\r\n${two}`, [`${one}\r`, two]],
  ['no JSON', '<html>', ['<html>']],
  ['nothing', '', []],
])('the entries of %s are found', (_, text, found) => {
  expect(entriesIn(text)).toEqual(found)
})
