import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as onServer from './on-server.ts'

test('a server that looks at the entry for a tab finds the same names, and is told where to start the mock', async () => {
  // The compiler compares the names; the file of the tab itself cannot be loaded here.
  const named: Readonly<Record<keyof typeof import('./index.ts'), unknown>> = onServer
  expect(Object.keys(named)).toHaveLength(4)
  await expect(onServer.startMock()).rejects.toThrow('this is not a browser tab')
  const { exports } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    readonly exports: Readonly<Record<string, object>>
  }
  expect(Object.entries(exports['./browser'] ?? {}).slice(1)).toEqual([
    ['node', './dist/mocks/parts/browser/on-server.js'],
    ['default', './dist/mocks/parts/browser/index.js'],
  ])
})
