import { expect, test } from 'vitest'
import type { RuleId } from '../../../mocks/conduct/index.ts'
import { createAnimalStore } from '../../../mocks/index.ts'
import { watchConduct } from './conduct-summary.ts'

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
    const summary = watchConduct(store, level, { conductOff, log: 'text' })
    const ask = (path: string, key: string) => store.fetch(path, { headers: { Authorization: `Bearer ${key}` } })
    await ask('/v1/pets?limit=500', 'test_pro')
    await ask('/v1/pets/1', 'test_pro.box')
    const { text, ...rest } = summary()
    expect(rest).toEqual({ isFine })
    expect(text).toContain('Sandbox box. Conduct, judged by 1 call:\n  warning  deprecated-operation')
    expect(text.includes('error  limit-outside')).toBe(conductOff.length === 0)
  },
)
