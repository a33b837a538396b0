import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { defaultProfile } from '../../../spec/index.ts'
import { isLoopback } from '../hosts.ts'
import { greeting } from './greeting.ts'
import type { MockFacts } from './run-mock.ts'

const plain: MockFacts = {
  address: 'http://127.0.0.1:4010/v1',
  panel: 'http://127.0.0.1:4010/',
  control: 'http://127.0.0.1:4010/_mock',
  needsToken: false,
  strictSandboxes: undefined,
  dataset: 'demo',
  animals: 60,
  seed: 1,
  profile: defaultProfile,
  ownKeys: 0,
  state: undefined,
  scenarios: [],
  fault: undefined,
  learned: undefined,
}

const special: MockFacts = {
  ...plain,
  needsToken: true,
  strictSandboxes: true,
  profile: { ...defaultProfile, 'list-order': 'newest-first', 'page-cap': '10' },
  ownKeys: 2,
  state: 'animals.state',
  scenarios: ['slow:listPets'],
  fault: 'list-envelope',
}

test('the greeting shows what is there to begin with', () => {
  expect(stripVTControlCharacters(greeting(plain))).toMatchInlineSnapshot(`
    "animal-store answers at http://127.0.0.1:4010/v1

      Animals      60 (dataset demo, seed 1)
      Keys         test_free            valid, Free plan
                   test_pro             valid, Pro plan
                   test_business        valid, Business plan
                   test_enterprise      valid, Enterprise plan
                   test_revoked         known, but revoked: 401
                   test_expired         known, but expired: 401
                   test_free_exhausted  Free plan, no request left until the minute ends: 429
                   test_free_last       Free plan, one request left in the minute
                   test_banned          Free plan, banned for a while: 429
                   KEY.NAME             the same key in a sandbox of its own, such as test_pro.checkout
      Try          curl -i -H "Authorization: Bearer test_pro" "http://127.0.0.1:4010/v1/pets?limit=3"
      Panel        http://127.0.0.1:4010/
      Control API  http://127.0.0.1:4010/_mock

    Ctrl-C stops it. One line for each call:
    "
  `)
})

test('the greeting shows what differs from the ordinary', () => {
  const text = stripVTControlCharacters(greeting(special))
  for (const line of [
    '60 (dataset demo, seed 1), kept in animals.state',
    'and 2 of your own, from --keys',
    'http://127.0.0.1:4010/_mock, with "Authorization: Bearer" and the token',
    'Try          curl -i -H "Authorization: Bearer test_pro.default"',
    'Profile      list-order=newest-first, page-cap=10',
    'Scenarios    slow:listPets',
    'Fault        list-envelope',
  ]) {
    expect(text).toContain(line)
  }
})

test('the greeting prints nothing that could speak to a terminal', () => {
  const hostile = 'a\u001b[2J\n\u202eb'
  const text = stripVTControlCharacters(
    greeting({
      ...plain,
      dataset: hostile,
      state: hostile,
      scenarios: [hostile],
      profile: { ...defaultProfile, 'error-codes': `not_found:${hostile}` },
    }),
  )
  expect(text.split('\n')).toHaveLength(greeting({ ...plain, scenarios: ['slow'] }).split('\n').length + 1)
  expect(text.match(/a\\u\{1b\}\[2J\\u\{a\}\\u\{202e\}b/g)).toHaveLength(4)
})

test('only addresses of this machine itself are loopback', () => {
  const own = '127.0.0.1 127.1.2.3 localhost LOCALHOST ::1 0:0:0:0:0:0:0:1 ::ffff:127.0.0.1'.split(' ')
  expect(own.filter((host) => !isLoopback(host))).toEqual([])
  const others = '0.0.0.0 :: 192.168.1.5 128.0.0.1 ::ffff:10.0.0.1 localhost.example.com 127.0.0.1.nip.io'.split(' ')
  expect(['', ...others].filter(isLoopback)).toEqual([])
})
