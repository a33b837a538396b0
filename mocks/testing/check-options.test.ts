import { expect, test, vi } from 'vitest'
import { createControl } from '../control/index.ts'
import { startServer } from '../http/index.ts'
import { type AnimalStoreOptions, OptionsError, createAnimalStore } from '../entry.ts'
import { handlers } from '../parts/msw/index.ts'
import { animalStore } from '../parts/vite/index.ts'
import { testStore } from './test-calls.ts'

// What JavaScript without types lets pass.
const made = (options: unknown) => () => createAnimalStore(options as AnimalStoreOptions)

test.each([
  [{ datset: 'demo' }, 'unknown option "datset". Did you mean "dataset"?'],
  [{ dataset: 5 }, 'dataset of createAnimalStore: expected the name of a dataset'],
  [{ count: -1 }, 'expected a whole number from 0 on, found -1'],
  [{ seed: Number.NaN }, 'expected a whole number, found NaN'],
  [{ profile: [] }, 'expected an object, or null, found an array'],
  [{ clock: 'frozen' }, 'expected { mode, at }, such as { mode: "frozen", at: "2030-12-05" }, found "frozen"'],
  [{ clock: { mode: 'frozen', at: 'soon' } }, 'at must be an instant from 1970 to 9899'],
  [{ scenario: { scenario: 'slow', callls: 3 } }, 'Did you mean "calls"?'],
  [{ scenario: { scenario: 'slow', operation: 'listPet' } }, 'found "listPet". Did you mean "listPets"?'],
  [{ state: {} }, 'expected a state that replicas share, such as redisState'],
  [
    { keys: { 'sk-one-two': null } },
    'the key sk-o…: expected an object with plan, standing, start, sandbox, from, until; found null',
  ],
  [{ fault: true }, 'expected the id of a fault, or null, found true'],
  [{ maxSandboxes: 0 }, 'expected a whole number from 1 on'],
  [{ idleMilliseconds: Number.NaN }, 'expected milliseconds from 0 on'],
  [[], 'expected an object with dataset, count'],
  [null, 'found null'],
])('createAnimalStore(%o) is refused: %s', (options, message) => {
  expect(made(options)).toThrow(message)
})

test('an unknown option is refused whatever its value', () => {
  expect(made({ datset: 'demo' })).toThrow(expect.objectContaining({ name: 'OptionsError', option: 'datset' }))
  expect(made({ seed: Number.NaN })).toThrow(OptionsError)
})

test.each([
  { seed: -5, latencyMilliseconds: [0, 0], idleMilliseconds: Number.POSITIVE_INFINITY, fault: undefined },
  { dataset: [], clock: { mode: 'running', offsetMilliseconds: -5 }, scenario: [] },
])('createAnimalStore(%o) is fine', (options) => {
  expect(made(options)).not.toThrow()
})

test.each([
  [{}, 'store is missing. Expected what createAnimalStore returns'],
  [{ store: {} }, 'expected what createAnimalStore returns, found an object'],
  [{ store: testStore(), prot: 5 }, 'Did you mean "port"?'],
  [{ store: testStore(), port: '/tmp/socket' }, 'expected a whole number from 0 to 65535, found "/tmp/socket"'],
  [{ store: testStore(), control: testStore }, 'expected what createControl returns, found a function'],
])('startServer(%o) is refused: %s', async (options, message) => {
  await expect(startServer(options as never)).rejects.toThrow(message)
})

test.each<[name: string, work: () => unknown, message: string]>([
  ['sandbox', () => testStore().sandbox(5 as never), 'Invalid sandbox name 5: a name has 1 to 64'],
  [
    'play',
    () =>
      testStore()
        .sandbox()
        .play(undefined as never),
    'There is no scenario nothing.',
  ],
  [
    'set',
    () =>
      testStore()
        .sandbox()
        .set({ falt: 'list-envelope' } as object),
    'unknown option "falt". Did you mean "fault"?',
  ],
  ['createControl', () => createControl(testStore(), { panle: 'x' } as object), 'Did you mean "panel"?'],
  ['handlers', () => handlers(testStore(), { baseurl: 'x' } as object), 'Did you mean "baseUrl"?'],
  ['animalStore', () => animalStore({ buld: true } as object), 'Did you mean "build"?'],
])('%s says what is wrong', (_name, work, message) => {
  expect(work).toThrow(message)
})

test('a clock is set and advanced by numbers only', () => {
  const { clock } = testStore().sandbox()
  const before = clock.now()
  for (const wrong of ['60000', Number.NaN, undefined, Number.POSITIVE_INFINITY]) {
    expect(() => clock.advance(wrong as number)).toThrow('expected milliseconds, a number')
  }
  for (const wrong of ['2030-12-05', Number.NaN, -1, null, new Date('x')]) {
    expect(() => clock.set(wrong as number)).toThrow('expected an instant from 1970 to 9899')
  }
  expect(clock.now()).toBe(before)
})

test('the filter and the timeout of the journal are checked', async () => {
  const { journal } = testStore().sandbox()
  expect(() => journal.records({ operationId: 'listPets' } as object)).toThrow('Did you mean "operation"?')
  expect(() => journal.count({ status: '200' as never })).toThrow('expected a whole number, found "200"')
  await expect(journal.waitFor({ operation: 'listPet' as never })).rejects.toThrow('expected "listPets" or')
  await expect(journal.waitFor({}, { timeoutMilliseconds: 5 } as never)).rejects.toThrow('found an object')
  await expect(journal.waitFor({}, Number.NaN)).rejects.toThrow('expected milliseconds from 0 to')
})

test('no store is made where JavaScript would round an int64', () => {
  vi.stubGlobal('JSON', { parse: JSON.parse, stringify: JSON.stringify })
  try {
    expect(made({})).toThrow('Cannot keep every digit of an int64: that needs Node 22.13 or later')
  } finally {
    vi.unstubAllGlobals()
  }
})
