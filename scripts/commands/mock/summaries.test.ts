import { expect, test } from 'vitest'
import type { RuleId } from '../../../mocks/conduct/index.ts'
import { createAnimalStore } from '../../../mocks/entry.ts'
import { get, testStore } from '../../../mocks/testing/test-calls.ts'
import { watchCalls } from './summaries.ts'

const off: readonly RuleId[] = ['limit-outside']

test.each([
  ['--conduct', true, [], true],
  ['--conduct error', 'error', [], false],
  ['--conduct warning', 'warning', [], false],
  ['--conduct error --conduct-off limit-outside', 'error', off, true],
  ['--conduct warning --conduct-off limit-outside', 'warning', off, false],
] as const)(
  '%s says how the clients of each sandbox behaved, and whether that is fine',
  async (_, level, conductOff, isFine) => {
    const store = createAnimalStore()
    const summary = await watchCalls(store, { conduct: level, conductOff, log: 'text' })
    const ask = (path: string, key: string) => store.fetch(path, { headers: { Authorization: `Bearer ${key}` } })
    await ask('/v1/pets?limit=500', 'test_pro')
    const sandbox = store.sandbox('box')
    sandbox.play('hold')
    const asked = ask('/v1/pets/1', 'test_pro.box')
    await sandbox.journal.waitFor()
    await sandbox.release()
    await asked
    const { text, ...rest } = summary()
    expect(rest).toEqual({ isFine })
    expect(text).toContain('Sandbox box. Conduct, judged by 1 call:\n  warning  deprecated-operation')
    expect(text.includes('error  limit-outside')).toBe(conductOff.length === 0)
  },
)

test('sums up what the calls of all sandboxes met, in text and as JSON', async () => {
  const store = testStore()
  const asText = await watchCalls(store, { coverage: 2, log: 'text' })
  const asJson = await watchCalls(store, { coverage: 3, log: 'json' })
  await store.answer(get('/v1/pets', 'test_pro.one'))
  await store.answer(get('/v1/pets/9', 'test_pro.two'))
  const [{ text, isFine }, { text: json, isFine: isEnough }] = [asText(), asJson()]
  expect([isFine, isEnough]).toEqual([true, false])
  expect(text).toMatch(/^\nCoverage: 2 of \d+ documented answers and scenarios were met\.\n/)
  expect(text).toMatch(/ {2}getPet: never met 200, 401, 429; never met the scenarios .*\n/)
  expect(JSON.parse(json)).toMatchObject({ event: 'coverage', least: 3, met: 2, lostCalls: 0 })
})
