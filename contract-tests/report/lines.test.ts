import { execFileSync } from 'node:child_process'
import { stripVTControlCharacters, styleText } from 'node:util'
import { expect, test } from 'vitest'
import { shellLine } from '../../spec/index.ts'
import { lengthOf, wrapped, wrappedCommand } from './lines.ts'

test('a text is cut between words, and further lines stand below its beginning', () => {
  const text = 'Section 4.2 does not say that a name is kept to the last character, so nobody may rely on it.'
  const lines = wrapped('  defended  ', text, 12, 60)
  expect(lines.map((line) => line.slice(12)).join(' ')).toBe(text)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(60)
  expect(lines.slice(1).every((line) => line.startsWith(' '.repeat(12)))).toBe(true)
  expect(wrapped('  defended  ', text, 12)).toEqual([`  defended  ${text}`])
})

test('a word without room is cut behind a comma, or else anywhere, and loses nothing', () => {
  const codes = Array.from({ length: 12 }, (_, at) => `not_found/${at}:code`).join(',')
  for (const word of [codes, 'x'.repeat(200), `${'猫'.repeat(90)},`]) {
    const lines = wrapped('', word, 4, 50)
    expect(lines.map((line) => line.trim()).join('')).toBe(word)
    for (const line of lines) expect(lengthOf(line)).toBeLessThanOrEqual(50)
  }
  for (const line of wrapped('', codes, 4, 50).slice(0, -1)) expect(line).toMatch(/,$/)
})

test('characters of East Asia and pictures take two places, and marks none', () => {
  expect(['猫', '🐈', 'Zoe\u0301'].map(lengthOf)).toEqual([2, 2, 3])
})

test('colours take no room, and no line ends in the middle of one', () => {
  const marked = Array.from({ length: 80 }, () => styleText('inverse', 'ab', { validateStream: false })).join('')
  const lines = wrapped('', marked, 2, 60)
  expect(lines).toHaveLength(3)
  expect(stripVTControlCharacters(lines.join('')).replaceAll(' ', '')).toBe('ab'.repeat(80))
})

test('a command of several lines can be pasted: a shell reads the same words', () => {
  const words = [
    '-i',
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    `{"name":"it's \\ "}`,
    'http://host/a?b=c&d',
  ]
  const line = shellLine(['printf', '<%s>', ...words])
  const lines = wrappedCommand('  show      ', line, 12, 60)
  expect(lines.length).toBeGreaterThan(2)
  for (let width = 60; width <= 80; width++)
    for (const each of wrappedCommand('  show      ', line, 12, width)) expect(each.length).toBeLessThanOrEqual(width)
  expect(lines.find((each) => each.includes('-H'))).toContain('Content-Type')
  const pasted = lines.join('\n').slice('  show      '.length)
  expect(execFileSync('sh', ['-c', pasted], { encoding: 'utf8' })).toBe(
    execFileSync('sh', ['-c', line], { encoding: 'utf8' }),
  )
  expect(wrappedCommand('', line, 12)).toEqual([line])
})
