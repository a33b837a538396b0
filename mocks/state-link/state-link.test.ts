import fc from 'fast-check'
import { expect, test } from 'vitest'
import { datasets } from '../../fixtures/index.ts'
import { defaultProfile, lastInstant, operationIds } from '../../spec/index.ts'
import { type AnimalStoreOptions, createAnimalStore } from '../entry.ts'
import { faults } from '../parts/faults/index.ts'
import { writeFragment } from '../parts/panel/panel-location.ts'
import { appliesTo, scenarios } from '../world/scenarios.ts'
import type { LinkedState } from './setting-texts.ts'
import { StateLinkError, readStateLink, writeStateLink } from './state-link.ts'

const now = Date.UTC(2027, 0, 1, 0, 0, 10)
const names = datasets.map(({ name }) => name)

const example =
  'dataset=demo&seed=7&scenario=rate-limited:listPets:3&clock=frozen@2030-12-05T00:00:00Z&list-order=newest-first'

test('a state is one line that a person can read', () => {
  const state: LinkedState = {
    dataset: 'demo',
    seed: 7,
    scenario: [{ scenario: 'rate-limited', operation: 'listPets', calls: 3 }],
    clock: { mode: 'frozen', atMilliseconds: Date.UTC(2030, 11, 5) },
    profile: { ...defaultProfile, 'list-order': 'newest-first' },
  }
  expect(writeStateLink(state)).toBe(example)
  expect(readStateLink(example, names)).toEqual({ ...state, profile: { 'list-order': 'newest-first' } })
})

const plays = scenarios.flatMap((scenario) => {
  const operations = operationIds.filter((operation) => appliesTo(scenario, operation))
  return [undefined, ...operations].map((operation) => ({ scenario: scenario.id, operation }))
})
const place = { section: 'sandboxes', sandbox: 'pr-1' }
const someInstant = fc.integer({ min: 0, max: lastInstant })
const someState: fc.Arbitrary<LinkedState> = fc.record(
  {
    dataset: fc.oneof(
      fc.constantFrom(...names),
      fc.string({ unit: 'grapheme' }).filter((name) => !/^[\\/]{2}|\.m?[jt]s$/i.test(name)),
    ),
    count: fc.maxSafeNat(),
    seed: fc.maxSafeInteger().filter((seed) => seed !== 1),
    latencyMilliseconds: fc.oneof(
      fc.integer({ min: 1, max: 600_000 }),
      fc
        .uniqueArray(fc.nat(600_000), { minLength: 2, maxLength: 2 })
        .map(([one = 0, other = 0]) => [Math.min(one, other), Math.max(one, other)] as const),
    ),
    scenario: fc.array(
      fc
        .record({
          scenario: fc.constantFrom(...plays),
          calls: fc.option(fc.integer({ min: 1, max: 999_999 }), { nil: undefined }),
        })
        .map(({ scenario, calls }) => ({ ...scenario, calls })),
      { minLength: 1 },
    ),
    fault: fc.constantFrom(...faults.map(({ id }) => id)),
    clock: fc.oneof(
      fc.record({ mode: fc.constant('frozen' as const), atMilliseconds: someInstant }),
      someInstant.filter((at) => at !== now).map((at) => ({ mode: 'running' as const, offsetMilliseconds: at - now })),
    ),
    profile: fc.record(
      {
        'list-order': fc.constant('newest-first' as const),
        'page-cap': fc.constantFrom('1', '100'),
        'error-codes': fc
          .string({ unit: 'grapheme', minLength: 1 })
          .filter((code) => /^[^,\p{C}]+$/u.test(code))
          .map((code) => `not_found:${code}`),
        enterprise: fc.constant('7/70'),
        removal: fc.constant('gone' as const),
      },
      { requiredKeys: ['removal'] },
    ),
  },
  { requiredKeys: [] },
)

test('a link is read as it was written, also from a URL, in another order and on several lines', () => {
  fc.assert(
    fc.property(someState, fc.boolean(), (state, isReversed) => {
      const link = writeStateLink(state, now)
      expect(link).toMatch(/^[\w\-.!~*():@/,&=%]*$/)
      expect(readStateLink(link, undefined, now)).toEqual(state)
      if (link === '') return
      expect(readStateLink(new URL(`http://localhost:4010/?${link}`).href, undefined, now)).toEqual(state)
      expect(readStateLink(`https://example.test/panel#${link}`, undefined, now)).toEqual(state)
      expect(
        readStateLink(`http://127.0.0.1:4010/${writeFragment({ ...place, detail: link })}`, undefined, now),
      ).toEqual(state)
      const parts = link.split('&')
      const others = parts.filter((part) => !part.startsWith('scenario='))
      const moved = [...parts.filter((part) => part.startsWith('scenario=')), ...others]
      expect(readStateLink((isReversed ? moved : parts).join('\r\n'), undefined, now)).toEqual(state)
    }),
  )
})

test('createAnimalStore takes what a link says as it is', async () => {
  const options: AnimalStoreOptions = readStateLink(example, names)
  const store = createAnimalStore(options)
  const call = { method: 'GET', headers: { authorization: 'Bearer test_pro' } }
  const statuses: number[] = []
  for (let index = 0; index < 4; index++)
    statuses.push((await store.answer({ ...call, target: '/v1/pets?limit=1' })).status)
  expect(statuses).toEqual([429, 429, 429, 200])
  expect((await store.answer({ ...call, target: '/v1/pets/1' })).status).toBe(404)
  expect(store.sandbox().settings.profile['list-order']).toBe('newest-first')
})

test.each([
  ['sed=3', 'There is no part "sed". Did you mean "seed"?'],
  ['lits-order=newest-first', 'Did you mean "list-order"?'],
  ['colour=red', 'Parts: dataset, count, seed, scenario, fault, clock, latency, journal, and each silence by its id.'],
  ['seed', 'The part seed has no value that can be read: expected seed=VALUE.'],
  ['dataset=%E9', 'The part dataset has no value that can be read'],
  ['seed=1&seed=2', 'The part seed appears twice.'],
  ['count=-1', 'The part count=-1 cannot be used. Expected a whole number from 0 on.'],
  ['seed=9007199254740992', 'The part seed=9007199254740992 cannot be used. Expected a whole number.'],
  ['dataset=demmo', 'There is no dataset "demmo". Did you mean "demo"?'],
  ['scenario=rate-limted', 'There is no scenario "rate-limted". Did you mean "rate-limited"?'],
  ['scenario=slow:listPet', 'There is no operation "listPet". Did you mean'],
  ['scenario=:3', 'Expected a scenario, such as slow, slow:listPets, slow:3, slow:listPets:3 or flaky@0.3.'],
  ['clock=2030-12-05T00:00:00', 'cannot be used. Expected real, frozen, an instant from 1970 to 9899 with its zone'],
  ['clock=frozen@', 'or frozen@INSTANT.'],
  ['scenario=slow:0', 'expected a whole number from 1 on, found 0.'],
  ['scenario=not-found:listPets', 'Cannot play "not-found" for listPets: it applies only to '],
  ['latency=5-1', 'The part latency=5-1 cannot be used. Expected milliseconds from 0 to 600000, or the two ends'],
  ['latency=600001', 'such as 250 or 100-400.'],
  ['latencyMilliseconds=5', 'There is no part "latencyMilliseconds".'],
  ['list-order=random', 'The silence "list-order" has no choice "random". Allowed: oldest-first, newest-first.'],
  ['__proto__=1', 'There is no part "__proto__".'],
  ['seed=1%1B[31m', String.raw`The part seed=1\u001b[31m cannot be used.`],
  ['scenario=slow:%0AAll%20is%20well', String.raw`There is no operation "\nAll is well".`],
  ['seed=%C2%9B31m', String.raw`The part seed=\u{9b}31m cannot be used.`],
  ['https://example.test/panel', 'The address has no state in it.'],
  ['https://example.test/#/sandboxes?sandbox=a', 'The address has no state in it.'],
])('%j is refused with what is allowed', (text, message) => {
  expect(() => readStateLink(text, names)).toThrow(StateLinkError)
  expect(() => readStateLink(text, names)).toThrow(message)
})

test.each([
  ['dataset=./animals.mjs', 'The part dataset names a module, "./animals.mjs", but a link must not run code.'],
  ['dataset=%0AAll%20is%20well.json', String.raw`names an impossible file, "\nAll is well.json".`],
  ['dataset=%2Ftmp%2FANIMALS.TS', 'names a module'],
  ['dataset=//files.test/share/animals.json', 'names a file of another machine'],
  [String.raw`dataset=\\files.test\share\animals.json`, 'names a file of another machine'],
])('%j is refused, because whoever wrote a link must not reach further than its words', (text, message) => {
  expect(() => readStateLink(text)).toThrow(StateLinkError)
  expect(() => readStateLink(text)).toThrow(message)
})

test('every wrong part is named, the first ones in words', () => {
  const read = () => readStateLink('seed=x&count=y&dataset=z&fault=w&clock=v&scenario=slw&removal=u', names)
  expect(read).toThrow(/part seed=x .* part count=y .*And 1 more problems\.$/)
})

test('whatever the text, reading gives a state or a StateLinkError', () => {
  const parts = fc.constantFrom('dataset', 'scenario', 'clock', 'ban', '=', '&', '%', ':', '@', '?', '#', 'http://')
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string())), (pieces) => {
      try {
        const state = readStateLink(pieces.join(''), undefined, now)
        expect(readStateLink(writeStateLink(state, now), undefined, now)).toBeDefined()
      } catch (error) {
        expect(error).toBeInstanceOf(StateLinkError)
      }
    }),
  )
})
