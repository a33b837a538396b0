import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StateLinkError, writeStateLink } from '../../../mocks/state-link/state-link.ts'
import { testStore } from '../../../mocks/testing/test-calls.ts'
import { tempFolder } from '../../testing/temp-folder.ts'
import { UsageError } from '../shell.ts'
import { flagsWithLink } from './link-flags.ts'
import type { MockFlags } from './mock-flags.ts'
import { storeOptions } from './store-options.ts'

const defaults: MockFlags = { port: 4010, host: '127.0.0.1', dataset: 'demo', seed: 1, log: 'text' }
const link =
  'dataset=large&count=30&seed=7&scenario=rate-limited:listPets:3&scenario=slow&fault=answers-201' +
  '&clock=frozen@2030-12-05T00:00:00Z&list-order=newest-first&page-cap=3'

function flags(typed: Partial<MockFlags>, from = link): MockFlags {
  return flagsWithLink({ ...defaults, ...typed }, from, (flag) => flag in typed)
}

test('a mock that begins from a link is in the state that it says', () => {
  const options = storeOptions(flags({}))
  const { dataset, count } = flags({})
  expect({ dataset, count }).toEqual({ dataset: 'large', count: 30 })
  const sandbox = testStore(options).sandbox()
  expect(writeStateLink({ ...sandbox.settings, dataset, count })).toBe(link)
})

test('flags beside a link go before it', () => {
  expect(flags({ seed: 1, port: 0 })).toMatchObject({ dataset: 'large', count: 30, seed: 1, port: 0 })
  expect(flags({ count: 5 })).toMatchObject({ dataset: 'large', count: 5, seed: 7 })
  const named = flags({ dataset: 'animals.csv' })
  expect(named.dataset).toBe('animals.csv')
  expect(named.count).toBeUndefined()
  expect(flags({ scenario: [{ scenario: 'hang' }], fault: 'list-envelope' })).toMatchObject({
    scenario: [{ scenario: 'hang' }],
    fault: 'list-envelope',
  })
  const { profile } = storeOptions(flags({ choose: { 'list-order': 'oldest-first', removal: 'gone' } }))
  expect(storeOptions(flags({ strictSandboxes: true }))).toHaveProperty('strictSandboxes', true)
  expect(profile).toMatchObject({ 'list-order': 'oldest-first', 'page-cap': '3', removal: 'gone' })
})

test('a file may have the link in lines, and is named when something is wrong with it', () => {
  const folder = tempFolder()
  const path = join(folder, 'state.txt')
  writeFileSync(path, `${link.replaceAll('&', '\r\n')}\n`)
  expect(flags({}, path)).toEqual(flags({}))
  writeFileSync(path, 'dataset=demo\nsed=7\n')
  expect(() => flags({}, path)).toThrow(UsageError)
  expect(() => flags({}, path)).toThrow(
    `Cannot use the state link in ${path}: There is no part "sed". Did you mean "seed"?`,
  )
  writeFileSync(path, `seed=1\n${'x-a=1\n'.repeat(20_000)}`)
  expect(() => flags({}, path)).toThrow(`Cannot use the state link in ${path}: It has 120007 characters`)
  expect(() => flags({}, folder)).toThrow(`Cannot read the file of --from, ${folder}: it is a folder.`)
  expect(() => flags({}, join(folder, 'spring.json'))).toThrow('there is no such file.')
  expect(() => flags({}, '/dev/zero')).toThrow(
    process.platform === 'win32' ? 'there is no such file.' : 'it is a device.',
  )
  expect(() => flags({}, 'busy-minute')).toThrow('there is no such file. A state link itself has parts')
  expect(() => flags({}, 'scenario=slo')).toThrow(StateLinkError)
})

test('a saved state is read from its file, its animals included', async () => {
  const path = join(tempFolder(), 'spring.json')
  const animals = '[{"id":9223372036854775807,"name":"Last","categoryId":1}]'
  writeFileSync(path, `{"link":"seed=7&scenario=slow","leftOut":[],"animals":${animals}}`)
  expect(flags({}, path)).toMatchObject({ dataset: path, seed: 7, scenario: [{ scenario: 'slow' }] })
  expect(flags({ dataset: 'one' }, path)).toMatchObject({ dataset: 'one' })
  const { items } = await testStore({ dataset: path }).baseAnimals
  expect(items).toEqual([{ id: 9223372036854775807n, name: 'Last', categoryId: 1 }])
  for (const text of ['{"animals":[]}', '[]', 'seed=7']) {
    writeFileSync(path, text)
    expect(() => flags({}, path)).toThrow(`Cannot use the state in ${path}: expected an object with link and animals`)
  }
})
