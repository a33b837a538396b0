import { describe, expect, test } from 'vitest'
import { type SilenceId, defaultProfile, silences } from '../../../../spec/index.ts'
import { type AnimalStore, createAnimalStore } from '../../../index.ts'
import { tabTransport } from '../../../control/client/tab-transport.ts'
import { diffLines, previewSilence } from './silence-preview.ts'
import { exampleChoices } from './silence-samples.ts'

function preview(store: AnimalStore, silence: SilenceId, before: string, after: string) {
  return previewSilence({
    transport: tabTransport(store),
    silence,
    profile: defaultProfile,
    before,
    after,
  })
}

describe.each(silences.map((silence) => [silence.id, silence] as const))('the sample of %s', (id, silence) => {
  const example = exampleChoices[silence.form?.shape ?? '']
  const others = [...Object.keys(silence.choices), ...(example === undefined ? [] : [example])].filter(
    (choice) => choice !== silence.default,
  )

  test('has an example if the silence takes choices of a form', () => {
    const { form } = silence
    expect(example !== undefined).toBe(form !== undefined)
    if (form !== undefined && example !== undefined) expect(example).toMatch(form.accepts)
  })

  test('is answered otherwise under each choice than under the default', async () => {
    const store = createAnimalStore({ dataset: 'empty' })
    expect(others.length).toBeGreaterThan(0)
    for (const other of others) {
      const comparisons = await preview(store, id, silence.default, other)
      const differing = comparisons.flatMap(({ before, after }) =>
        diffLines(before, after).filter(({ side }) => side !== 'both'),
      )
      expect(differing, `${silence.default} and ${other}`).not.toEqual([])
    }
  })

  test('is answered alike twice under the default', async () => {
    const store = createAnimalStore({ dataset: 'empty' })
    const comparisons = await preview(store, id, silence.default, silence.default)
    for (const { before, after } of comparisons) expect(after).toEqual(before)
  })
})

test('a preview changes nothing in the sandboxes that are there, and leaves none behind', async () => {
  const store = createAnimalStore({ dataset: 'one', scenario: 'server-error', fault: 'list-media-type-text' })
  const sandbox = store.sandbox()
  for (const { id } of silences) await preview(store, id, defaultProfile[id], defaultProfile[id])
  expect(store.sandboxes).toEqual([sandbox])
  expect(sandbox.journal.total).toBe(0)
  expect(await sandbox.quotas.entries()).toEqual([])
  expect(sandbox.profile).toEqual(defaultProfile)
  expect(sandbox.clock.state).toEqual({ mode: 'running', offsetMilliseconds: 0 })
})

test('scenarios and faults that every sandbox begins with do not get into a preview', async () => {
  const store = createAnimalStore({ scenario: 'server-error', fault: 'list-media-type-text' })
  const [comparison] = await preview(store, 'list-order', 'oldest-first', 'newest-first')
  expect(comparison?.before).toEqual([
    'HTTP 200',
    'content-type: application/json',
    'x-ratelimit-limit: 300',
    'x-ratelimit-remaining: 299',
    'x-ratelimit-reset: 1795262460',
    '[',
    '  {"id":1,"name":"Ada","categoryId":1,"status":"available"}',
    '  {"id":2,"name":"Bo","categoryId":2,"status":"sold"}',
    '  {"id":3,"name":"Cleo","categoryId":1}',
    ']',
  ])
})

test('the mock refuses a preview of an unknown choice in its own words, and no sandbox is left behind', async () => {
  const store = createAnimalStore({ dataset: 'one' })
  await expect(preview(store, 'page-cap', 'none', '1000')).rejects.toThrow('"page-cap" has no choice "1000"')
  expect(store.sandboxes).toHaveLength(1)
})

test.each([
  ['a b c d', 'a x c e d f', 'a -b +x c +e d +f'],
  ['a b c', 'c b a', '-a -b c +b +a'],
  ['a a', 'a', 'a -a'],
  ['', 'a', '- +a'],
])('of "%s" and "%s" makes "%s"', (before, after, lines) => {
  const signs = { went: '-', came: '+', both: '' }
  const diff = diffLines(before.split(' '), after.split(' '))
  expect(diff.map(({ side, text }) => signs[side] + text).join(' ')).toBe(lines)
})
