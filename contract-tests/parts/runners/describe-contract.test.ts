import { type describe as nodeDescribe, type test as nodeTest } from 'node:test'
import { type describe as vitestDescribe, expect, test, vi } from 'vitest'
import { type TestRunner, describeContractWith } from './describe-contract.ts'
import { type ContractOptions, defaultMostRequests } from '../../session/options.ts'
import { servers } from '../../servers/index.ts'

/** Runs the tests of a deployment one after the other, and returns the outcome of each. */
async function outcomes(id: string, options: Partial<ContractOptions> = {}) {
  const server = await servers.find((candidate) => candidate.id === id)!.start()
  const tests: { readonly name: string; readonly run: (context: unknown) => Promise<void> }[] = []
  const runner: TestRunner = {
    describe: (_name, define) => define(),
    test: (name, run) => tests.push({ name, run }),
  }
  describeContractWith(runner, { baseUrl: server.url, apiKey: server.apiKey, ...options })
  const outcomeById = new Map<string, string>()
  try {
    for (const { name, run } of tests) {
      let outcome = 'passed'
      const skip = (reason: string) => void (outcome = `skipped: ${reason}`)
      vi.spyOn(console, 'warn').mockImplementation((warning) => void (outcome = `warned: ${warning}`))
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
  expect(requests).toBeLessThanOrEqual(defaultMostRequests)
  expect(outcomeById.get('list')).toBe('passed')
  expect(outcomeById.get('error-shape')).toBe('passed')
  expect(outcomeById.get('exceed-limit')).toMatch(/^skipped: ./)
  expect([...outcomeById.values()].filter((outcome) => !/^passed$|^skipped: ./.test(outcome))).toEqual([])
})

test('a finding fails the test of the check that found it, with the request that shows it', async () => {
  const { outcomeById } = await outcomes('limit-ignored')
  expect(outcomeById.get('list-limit')).toMatch(
    /^ContractBroken: 4\.1\/limit-most is broken by listPets\nexpected .*\n(?:.*\n)+show +curl/,
  )
  expect(outcomeById.get('error-shape')).toBe('passed')
})

test('a warning is told beside a test that passes', async () => {
  const { outcomeById } = await outcomes('name-trimmed')
  expect(outcomeById.get('created-as-sent')).toMatch(
    /^warned: created-as-sent: .*4\.2\/name-as-sent .* createPet\nexpected /,
  )
})

test('a key that is refused fails the test of the run, with what to check', async () => {
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const { outcomeById } = await outcomes('plain', { apiKey: 'another-key', clock })
  expect(outcomeById.get('the run')).toMatch(/^ContractBroken: .*refuses the API key .* is it the right key/)
})

test('where nothing answers, the run fails and no other test passes', async () => {
  const { outcomeById } = await outcomes('plain', { baseUrl: 'http://127.0.0.1:9/v1' })
  const others = [...outcomeById].filter(([id, outcome]) => id !== 'the run' && !outcome.startsWith('skipped: '))
  expect(others).toEqual([])
  expect(outcomeById.get('the run')).toMatch(/does not answer/)
  expect(outcomeById.get('more-keys')).toMatch(/^skipped: .*does not answer/)
})

test("`require: 'complete'` fails a run that leaves a clause open, as with a list too short to compare", async () => {
  const { outcomeById } = await outcomes('empty-catalogue')
  expect(outcomeById.get('the run')).toBe('passed')
  const complete = await outcomes('empty-catalogue', { require: 'complete' })
  expect(complete.outcomeById.get('the run')).toMatch(/There are too few animals to compare: 0/)
  expect((await outcomes('plain', { require: 'complete' })).outcomeById.get('the run')).toBe('passed')
})

test('the runners of Node and Vitest fit as they are', () => {
  const fits = (
    one: { readonly describe: typeof nodeDescribe; readonly test: typeof nodeTest },
    other: { readonly describe: typeof vitestDescribe; readonly test: typeof test },
  ): readonly TestRunner[] => [one, other]
  expect(fits).toBeTypeOf('function')
})
