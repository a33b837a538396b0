import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  /** What only this repository needs, or users may do without. */
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly peer?: boolean
}

// Written by npm, so its shape is taken on trust.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

const installed = Object.entries(packages).filter(
  ([path, { link, dev, devOptional, optional, peer }]) =>
    path.startsWith('node_modules/') && ![link, dev, devOptional, optional, peer].includes(true),
)

test('the lock file names no registry', () => {
  const fromSomewhere = Object.entries(packages).filter(([, { link, resolved }]) => resolved !== undefined && !link)
  expect(fromSomewhere).toEqual([])
})

test('at most 10 packages are needed at run time directly, and 60 in all, and none has an install script', () => {
  expect(Object.keys(packages['']?.dependencies ?? {}).length).toBeLessThanOrEqual(10)
  expect(installed.map(([path]) => path)).toContain('node_modules/commander')
  expect(installed.length).toBeLessThanOrEqual(60)
  expect(installed.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([])
})
