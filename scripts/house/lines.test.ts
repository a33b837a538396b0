import { expect, test } from 'vitest'
import { countLines } from './lines.ts'
import { kindOf, sourceFiles } from './sources.ts'

test.each([
  ['mocks/store/answer-call.ts', 'product'],
  ['mocks/panel/panel.css', 'product'],
  ['mocks/playwright/test-mock.ts', 'product'],
  ['contract-tests/servers/broken/lists.ts', 'proof'],
  ['mocks/testing/test-calls.ts', 'proof'],
  ['scripts/prove/prove.ts', 'proof'],
  ['scripts/prove/prove.test.ts', 'tests'],
  ['mocks/browser/tab.browser.test.ts', 'tests'],
  ['scripts/playwright/served.spec.ts', 'tests'],
  ['mocks/panel/test-panel.ts', 'tests'],
])('%s is %s', (file, kind) => {
  expect(kindOf(file)).toBe(kind)
})

test('counts every source file once, and no made file', () => {
  const counted: string[] = []
  const counts = countLines((file) => {
    counted.push(file)
    return 1
  })
  const { all, ...tops } = counts
  const written = sourceFiles(['ts', 'tsx', 'js', 'css', 'html']).filter((file) => !file.includes('/made/'))
  expect(new Set(counted)).toEqual(new Set(written))
  for (const kind of ['product', 'proof', 'tests'] as const) {
    expect(all?.[kind]).toBe(Object.values(tops).reduce((sum, top) => sum + top[kind], 0))
    expect(all?.[kind]).toBeGreaterThan(10)
  }
})
