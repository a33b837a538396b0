import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { servers } from '../servers/index.ts'

const module = fileURLToPath(new URL('describe-contract.ts', import.meta.url))
const bin = (name: string): string => fileURLToPath(import.meta.resolve(name))

/** The program of a user, and how their runner is started on it. */
interface Runner {
  readonly imports: string
  readonly test: string
  readonly file: string
  readonly args: (file: string, folder: string) => readonly string[]
}

const runners: Readonly<Record<string, Runner>> = {
  'node:test': {
    imports: "import { describe, test } from 'node:test'",
    test: 'test',
    file: 'contract.mjs',
    args: (file) => ['--test-reporter=tap', file],
  },
  Vitest: {
    imports: '',
    test: 'test',
    file: 'contract.test.mjs',
    args: (_file, folder) => [
      bin('vitest/package.json').replace('package.json', 'vitest.mjs'),
      'run',
      '--globals',
      '--reporter=verbose',
      '--root',
      folder,
    ],
  },
  Mocha: { imports: '', test: 'test: it', file: 'contract.mjs', args: (file) => [bin('mocha/bin/mocha.js'), file] },
  Jest: {
    imports: '',
    test: 'test',
    file: 'contract.test.mjs',
    args: (_file, folder) => {
      const strip = join(folder, 'strip.cjs')
      writeFileSync(strip, "exports.process = (text) => ({ code: require('node:module').stripTypeScriptTypes(text) })")
      const config = {
        rootDir: folder,
        testMatch: ['**/*.test.mjs'],
        extensionsToTreatAsEsm: ['.ts'],
        transform: { '\\.ts$': strip },
        watchman: false,
      }
      const flags = ['--no-cache', '--verbose', '--config', JSON.stringify(config)]
      return ['--experimental-vm-modules', bin('jest/bin/jest'), ...flags]
    },
  },
}

/** Runs the contract of an address in a runner, as a user would. */
async function run(name: string, options: Readonly<Record<string, unknown>>) {
  const { imports, test: testName, file: fileName, args } = runners[name]!
  const folder = mkdtempSync(join(tmpdir(), 'runner-'))
  const file = join(folder, fileName)
  writeFileSync(
    file,
    `${imports}
    import { describeContractWith } from ${JSON.stringify(module)}
    describeContractWith({ describe, ${testName} }, ${JSON.stringify(options)})`,
  )
  const env = {
    ...process.env,
    NODE_TEST_CONTEXT: undefined,
    NODE_OPTIONS: undefined,
    VITEST: undefined,
    NO_COLOR: '1',
  }
  try {
    return await new Promise<{ code: number; output: string }>((resolve) => {
      execFile(process.execPath, args(file, folder), { env }, (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr }),
      )
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.each(Object.keys(runners))(
  '%s runs the contract, with a test for each probe and check',
  { timeout: 60_000 },
  async (name) => {
    const server = await servers[0]!.start()
    const options = { baseUrl: server.url, apiKey: server.apiKey, only: ['list'] }
    const { code, output } = await run(name, options)
    await server.close()
    expect(output).toMatch(/list: lists with a limit of 100/)
    expect(output).toMatch(/the run: reaches the service/)
    // What has no part in this run is skipped, or logged where tests cannot skip themselves.
    expect(output).toMatch(
      { 'node:test': /create: .* # SKIP/, Vitest: /↓ .*create: /, Mocha: / - create: /, Jest: /create: .*not tested/ }[
        name
      ]!,
    )
    expect(code).toBe(0)
  },
)

test.each(Object.keys(runners))('in %s what is broken fails', { timeout: 60_000 }, async (name) => {
  const server = await servers.find(({ id }) => id === 'limit-ignored')!.start()
  const { code, output } = await run(name, { baseUrl: server.url, apiKey: server.apiKey, only: ['list'] })
  await server.close()
  expect(output).toContain('4.1/limit-most is broken by listPets')
  expect(code).toBe(1)
})

test.each(Object.keys(runners))('in %s a dead address fails, and says so', { timeout: 60_000 }, async (name) => {
  const { code, output } = await run(name, { baseUrl: 'http://127.0.0.1:9/v1', apiKey: 'test_pro' })
  expect(output).toContain('The deployment does not answer')
  expect(code).toBe(1)
})
