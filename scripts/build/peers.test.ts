import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, ownRedis } from '../../mocks/testing/redis-server.ts'
import { parts } from '../house/parts.ts'
import { launchOptions } from '../testing/chromium.ts'
import { copyTree } from '../testing/copy-tree.ts'

interface Manifest {
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly devDependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const { devDependencies, peerDependencies, version } = manifestIn(root)
const oldest = manifestIn(join(root, 'scripts/oldest')).devDependencies

/** The program that tries each optional package: a part has its own. */
const peers: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(parts).flatMap(({ packages = [], folders }) =>
    packages.map((name) => [name, folders.find((file) => file.startsWith('scripts/build/peers/')) ?? '']),
  ),
)

/** What runs a program, if not Node by itself. */
const runners: Readonly<Record<string, readonly string[]>> = {
  '@playwright/test': ['node_modules/@playwright/test/cli.js', 'test', '--reporter=line'],
  vitest: ['node_modules/vitest/vitest.mjs', 'run'],
}

const user = mkdtempSync(join(tmpdir(), 'peers-'))
const redis = (await hasRedis()) ? await ownRedis() : undefined
// Without a Redis its client cannot be tried.
const names = Object.keys(peers).filter((name) => redis !== undefined || name !== '@redis/client')

beforeAll(() => {
  const tree = copyTree()
  try {
    run('npm', ['pack', '--silent', '--pack-destination', user], tree)
  } finally {
    rmSync(tree, { recursive: true })
  }
}, 120_000)

afterAll(async () => {
  await redis?.stop()
  rmSync(user, { recursive: true })
}, 60_000)

test('the range of an optional package begins with the oldest version that is tried', () => {
  const beginnings = Object.entries(peerDependencies).map(([name, range]) => [name, /^\^([\d.]+)/.exec(range)?.[1]])
  expect(Object.fromEntries(beginnings)).toEqual(oldest)
  expect(Object.keys(peers).toSorted()).toEqual(Object.keys(peerDependencies).toSorted())
})

describe.each([
  ['oldest', 'scripts/oldest/node_modules', oldest],
  ['newest', 'node_modules', devDependencies],
] as const)('the %s', (age, installed, versions) => {
  const folder = join(user, age)

  beforeAll(() => {
    unpackKit(folder)
    for (const name of Object.keys(peers)) link(join(root, installed, name), folder, name)
  })

  test.each(names)(
    '%s',
    async (name) => {
      expect(manifestIn(join(folder, 'node_modules', name)).version).toBe(versions[name])
      await tryPeer(name, folder)
    },
    60_000,
  )
})

test('contract --thorough asks for fast-check before it sends anything', () => {
  const folder = join(user, 'none')
  unpackKit(folder)
  const command = 'node_modules/animal-store-kit/dist/scripts/animal-store.js'
  const args = [command, 'contract', '--thorough', '--url', 'http://127.0.0.1:9/v1', '--key-env', 'KEY']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, KEY: 'test_pro' },
  })
  const message =
    'Cannot send random sequences: the package fast-check is missing. Run: npm install --save-dev fast-check'
  expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`])
})

/** Puts the packed package and what comes with it into a folder. */
function unpackKit(folder: string): void {
  const kit = join(folder, 'node_modules/animal-store-kit')
  mkdirSync(kit, { recursive: true })
  run('tar', ['-xzf', join(user, `animal-store-kit-${version}.tgz`), '--strip-components=1', '-C', kit], folder)
  for (const name of Object.keys(manifestIn(root).dependencies)) link(join(root, 'node_modules', name), folder, name)
}

/** Runs the program of a peer in a folder that has it. A program that fails throws. */
async function tryPeer(name: string, folder: string): Promise<void> {
  const [program, runner] = [basename(peers[name] ?? ''), runners[name] ?? []]
  // Playwright starts its tests as CommonJS in a project that does not say otherwise, as most do.
  const file = program.endsWith('.ts') || runner.length > 0 ? program : program.replace('.js', '.mjs')
  cpSync(join(root, peers[name] ?? ''), join(folder, file))
  const options = JSON.stringify(await launchOptions())
  run(process.execPath, [...runner, file], folder, { REDIS_URL: redis?.url ?? '', LAUNCH_OPTIONS: options })
}

function run(command: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>> = {}): void {
  const { VITEST: _vitest, NODE_OPTIONS: _options, ...rest } = process.env
  const result = spawnSync(command, args, { cwd, encoding: 'utf8', env: { ...rest, ...env } })
  expect(result.status, `${result.stdout}${result.stderr}`).toBe(0)
}

function link(from: string, folder: string, name: string): void {
  const path = join(folder, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(from, path, 'junction')
}

function manifestIn(folder: string): Manifest {
  // Written by npm or by us, so its shape is trusted.
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
}
