import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockedPackage {
  readonly version?: string
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

// Written by npm, so its shape is taken on trust.
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}

const root = packages[''] ?? {}

test('every optional dependency named in the lock file is in it', () => {
  // Otherwise npm ci fails, with EUSAGE.
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies }]) =>
    Object.keys(optionalDependencies ?? {})
      .filter((name) => pathOf(name, path) === undefined)
      .map((name) => `${name}, named by ${path || 'package.json'}`),
  )
  expect(missing).toEqual([])
})

test('the lock file names no registry', () => {
  const fromSomewhere = Object.entries(packages).filter(([, { link, resolved }]) => resolved !== undefined && !link)
  expect(fromSomewhere).toEqual([])
})

test('at most 10 packages are needed at run time directly, and 60 in all', () => {
  expect(Object.keys(root.dependencies ?? {}).length).toBeLessThanOrEqual(10)
  const paths = runtimePaths()
  expect(paths).toContain('node_modules/commander')
  expect(paths.length).toBeLessThanOrEqual(60)
})

test('no package needed at run time has an install script', () => {
  expect(runtimePaths().filter((path) => packages[path]?.hasInstallScript)).toEqual([])
})

/** Where the lock file has a package that another one asks for, looked up the way Node does. */
function pathOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return undefined
  }
}

/** Every package that is installed with this one: its dependencies and theirs, required peers included. */
function runtimePaths(): string[] {
  const paths = new Set<string>()
  const visit = (from: string): void => {
    for (const name of neededBy(packages[from] ?? {})) {
      const path = pathOf(name, from)
      if (path === undefined || paths.has(path)) continue
      paths.add(path)
      visit(path)
    }
  }
  visit('')
  return [...paths]
}

function neededBy(locked: LockedPackage): string[] {
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  )
  return [...Object.keys(locked.dependencies ?? {}), ...Object.keys(locked.optionalDependencies ?? {}), ...peers]
}
