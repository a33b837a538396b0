import { expect, test } from 'vitest'
import { maskFor } from '../../spec/index.ts'
import { type TestServer, servers } from '../servers/index.ts'
import { runOn } from '../servers/run-on.ts'
import { openDeployment } from '../servers/start-deployment.ts'
import { withAnimals } from '../servers/variation.ts'
import { masked } from '../verdict/masked.ts'

test.each([
  ['limit-ignored', 'page-cap'],
  ['reset-in-milliseconds', 'window-start'],
] as const)('a run that calls %s broken learns no %s from it', async (id, silence) => {
  const { profile, exitCode } = (await runOn(id)).result
  expect(exitCode).toBe(1)
  expect(profile[silence]).toBeUndefined()
})

test('a run learns no limit of pages, and no order, from lists that lack what the deployment lost', async () => {
  const forgetting = withAnimals(60, undefined, ({ created, remove }) => ({
    id: () => 1000 + created(),
    add(newPet, usual) {
      const pet = usual(newPet)
      remove(pet)
      return pet
    },
  }))
  const open: TestServer['open'] = (options = {}) => openDeployment(forgetting, options)
  const { profile } = (await runOn({ ...servers[0]!, open })).result
  expect([profile['page-cap'], profile['list-order']]).toEqual([undefined, undefined])
})

// Words of the interface, such as listPets, are shown even if they are a key.
test('a key of words of the suite changes none of them, and no number', async () => {
  const { result } = await runOn('limit-ignored')
  const decided = ({ clauses, findings, verdicts, profile, requests, animals }: typeof result) => [
    clauses.map(({ id, section, text, state }) => [id, section, text, state]),
    findings.map(({ clause, operation, foundBy, only, clauseText }) => [clause, operation, foundBy, only, clauseText]),
    verdicts.map(({ id, kind, title, clauses: of, state, held }) => [id, kind, title, of, state, held]),
    [profile, requests, animals.map(({ id, resource }) => [id, resource])],
  ]
  for (const key of ['inconclusive', 'not-applicable', 'get-unknown', 'oldest-first', '4.1/limit-maximum']) {
    const after = masked({ ...result, gaveUp: `it was ${key}` }, maskFor(key))
    expect(after.gaveUp).toBe('it was [API key]')
    expect(decided(after)).toEqual(decided(result))
  }
})
