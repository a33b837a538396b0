import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface Entry {
  readonly types: string
  readonly default: string
}

// Written by us, so its shape is taken on trust.
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly main: string
  readonly types: string
  readonly typesVersions: { readonly '*': Readonly<Record<string, readonly string[]>> }
  readonly exports: Readonly<Record<string, Entry | string>>
}

test('tools that read no exports find the same files', () => {
  const { '.': whole, ...parts } = manifest.exports
  expect({ types: manifest.types, default: manifest.main }).toEqual(whole)
  const types = Object.entries(parts).flatMap(([path, entry]) => {
    const file = typeof entry === 'string' ? entry : entry.types
    return file === path ? [] : [[path.slice(2), [file]]]
  })
  expect(manifest.typesVersions['*']).toEqual(Object.fromEntries(types))
})
