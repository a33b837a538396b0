import { expect, test } from 'vitest'
import { testStore } from '../../testing/test-calls.ts'
import { BaseUrlError, handlers } from './index.ts'

test.each([
  'https://api.test',
  'https://api.test/v2',
  'https://api.test/v1?x',
  '/v1',
  'ftp://api.test/v1',
  'nonsense',
  '',
])('cannot answer at %j, and says what it expects', (wrong) => {
  expect(() => handlers(testStore(), { baseUrl: wrong })).toThrow(BaseUrlError)
  expect(() => handlers(testStore(), { baseUrl: wrong })).toThrow('expected an address that ends in /v1')
})
