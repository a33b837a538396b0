import { cpSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../testing/temp-folder.ts'
import { kindsIn, makeNew } from './new.ts'

const named = { fault: 'list-pets/try-it', server: 'broken/lists/try-it' } as const

test('each kind begins in a copy of the tree, once', () => {
  const root = tempFolder()
  for (const file of globSync('{spec,mocks,contract-tests,scripts/commands,scripts/house}/**/*.{ts,tsx}')) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(file, join(root, file))
  }
  for (const kind of kindsIn(root).keys()) {
    const path = (named as Record<string, string>)[kind] ?? 'try-it'
    const { written } = makeNew(root, kind, path)
    expect(written.length, kind).toBeGreaterThan(0)
    expect(() => makeNew(root, kind, path), kind).toThrow('already')
  }
  expect(() => makeNew(root, 'server', 'lists/try-two')).toThrow('Say in which table it stands')
})
