import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rules } from '../../mocks/conduct/index.ts'
import { scenarios, testKeys } from '../../mocks/entry.ts'
import { faults } from '../../mocks/parts/faults/index.ts'
import { clauses, silences } from '../../spec/index.ts'
import { listNames } from './list/list-command.ts'
import { printed, printedIn } from '../testing/printed.ts'

beforeEach(() => {
  vi.stubEnv('ANIMAL_STORE_TOKEN', undefined)
  vi.stubEnv('NO_COLOR', '1')
  vi.stubEnv('FORCE_COLOR', undefined)
})

afterEach(() => vi.unstubAllEnvs())

test('the help is asked for in several ways', async () => {
  expect(await printed('help')).toEqual(await printed('--help'))
  const ofMock = await printed('mock', '--help')
  expect(await printed('help', 'mock')).toEqual(ofMock)
  expect(Math.max(...ofMock.out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(104)
})

test('without a command the help is printed as an error', async () => {
  const { out } = await printed('--help')
  expect(await printed()).toEqual({ code: 2, out: '', err: out })
})

test('the version is that of the package', async () => {
  const { version } = (await import('../../package.json', { with: { type: 'json' } })).default
  expect(await printed('--version')).toEqual({ code: 0, out: `${version}\n`, err: '' })
})

// The others stand in transcripts/refusals.txt: these name all probes, operations or faults.
test.each([
  [['mock', '--scenario', 'x'], 'There is no scenario "x". There are: unauthorised, not-found, '],
  [['mock', '--scenario', 'not-found:listPets'], 'Cannot play "not-found" for listPets: it applies only to '],
  [['contract', '--only', 'x'], 'only: there is no such probe. There are: list, create,'],
  [['mock', '--fault', 'x'], `There is no fault "x". There are ${faults.length}, such as ${faults[0]?.id}, `],
  [['mock', '--fault', 'list-limit'], `There are ${faults.length}, such as list-limit-50-most, list-limit-ignored`],
  [['mock', '--from', 'scenario=slow:%1B%5B31m%E2%80%AE'], String.raw`There is no operation "\u001b[31m\u{202e}".`],
])('%j is refused in one line, with all that there is', async (args, message) => {
  const { code, out, err } = await printed(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err.split('\n').length).toBe(2)
})

test('each list has a line for each of its values', async () => {
  for (const [name, ids] of [
    ['clauses', clauses.map(({ id }) => id)],
    ['silences', silences.map(({ id }) => id)],
    ['scenarios', scenarios.map(({ id }) => id)],
    ['faults', faults.map(({ id }) => id)],
    ['keys', Object.keys(testKeys)],
    ['rules', Object.keys(rules)],
  ] as const) {
    const { code, out } = await printed('list', name)
    expect(code).toBe(0)
    const firsts = out.split('\n').map((line) => line.split(' ')[0])
    expect(firsts.slice(1, -1)).toEqual(ids)
  }
})

test.each([140, 80, 60, 40])('each list fits a terminal of %i columns and loses no word', async (columns) => {
  for (const name of listNames) {
    const { out } = await printedIn(columns, 'list', name)
    expect(Math.max(...out.split('\n').map((line) => line.length)), name).toBeLessThanOrEqual(columns)
    const whole = (await printed('list', name)).out
    const letters = (text: string) => text.replace(/[^a-z]/g, '').length
    expect(letters(out)).toBeGreaterThanOrEqual(letters(whole) - letters(whole.split('\n')[0] ?? ''))
  }
})

test('each list is there as JSON, with the same values', async () => {
  for (const name of listNames) {
    const { out } = await printed('list', name, '--json')
    const values = JSON.parse(out) as unknown[]
    expect(values.length).toBe((await printed('list', name)).out.split('\n').length - 2)
  }
  const json = JSON.parse((await printed('list', 'silences', '--json')).out) as unknown
  expect(json).toContainEqual(
    expect.objectContaining({ id: 'page-cap', form: expect.objectContaining({ shape: 'NUMBER' }) }),
  )
})
