import { execFile } from 'node:child_process'
import { type describe as nodeDescribe, type test as nodeTest } from 'node:test'
import { expect, test } from 'vitest'
import { type TestContext, type TestRunner, describeContractWith } from './describe-contract.ts'
import { servers } from '../servers/index.ts'

/** Runs the tests of a deployment one after the other, and gives what became of each. */
async function outcomes(id: string) {
  const server = await servers.find((candidate) => candidate.id === id)!.start()
  const tests: { readonly name: string; readonly run: (context: TestContext) => Promise<void> }[] = []
  const runner: TestRunner = {
    describe: (_name, define) => define(),
    test: (name, run) => tests.push({ name, run }),
  }
  describeContractWith(runner, { baseUrl: server.url, apiKey: server.apiKey })
  const outcomeById = new Map<string, string>()
  try {
    for (const { name, run } of tests) {
      let outcome = 'passed'
      const skip = (reason: string) => void (outcome = `skipped: ${reason}`)
      await run({ skip }).catch((error: unknown) => (outcome = String(error)))
      outcomeById.set(name.slice(0, name.indexOf(':')), outcome)
    }
    return { outcomeById, requests: server.requests() }
  } finally {
    await server.close()
  }
}

test('a deployment is run once, and each probe and check is a test that passes or is skipped with a reason', async () => {
  const { outcomeById, requests } = await outcomes('plain')
  expect(requests).toBeLessThanOrEqual(60)
  expect(outcomeById.get('list')).toBe('passed')
  expect(outcomeById.get('error-shape')).toBe('passed')
  expect(outcomeById.get('exceed-limit')).toMatch(/^skipped: ./)
  expect([...outcomeById.values()].filter((outcome) => !/^passed$|^skipped: ./.test(outcome))).toEqual([])
})

test('what is broken fails the test of the check that found it, with the request that shows it', async () => {
  const { outcomeById } = await outcomes('limit-ignored')
  expect(outcomeById.get('list-limit')).toMatch(
    /^ContractBroken: 4\.1\/limit-most is broken by listPets\nexpected .*\n(?:.*\n)+show +curl/,
  )
  expect(outcomeById.get('error-shape')).toBe('passed')
})

test('the runner of Node fits as it is', async () => {
  const fits = (runner: { readonly describe: typeof nodeDescribe; readonly test: typeof nodeTest }): TestRunner =>
    runner
  expect(fits).toBeTypeOf('function')
  const server = await servers[0]!.start()
  const program = `
    import { describe, test } from 'node:test'
    import { describeContractWith } from ${JSON.stringify(new URL('describe-contract.ts', import.meta.url).href)}
    describeContractWith({ describe, test }, { baseUrl: process.env.BASE_URL, apiKey: process.env.API_KEY, only: ['list'] })`
  const report = await new Promise<string>((resolve) => {
    const env = { ...process.env, BASE_URL: server.url, API_KEY: server.apiKey, NODE_TEST_CONTEXT: undefined }
    const args = ['--test-reporter=tap', '--input-type=module', '--eval', program]
    execFile(process.execPath, args, { env }, (_error, stdout) => resolve(stdout))
  })
  await server.close()
  expect(report).toMatch(/ok \d+ - list: /)
  expect(report).toMatch(/ok \d+ - create: .* # SKIP This run has no part in it/)
  expect(report).toMatch(/^# fail 0$/m)
})
