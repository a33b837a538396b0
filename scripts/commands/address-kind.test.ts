import { expect, test } from 'vitest'
import { addressKind, exposesKey } from './address-kind.ts'

test.each([
  ['http://127.0.0.1:4010/v1', 'private'],
  ['http://[::1]:4010/v1', 'private'],
  ['http://localhost/v1', 'private'],
  ['http://mock:4010/v1', 'private'],
  ['http://10.1.2.3/v1', 'private'],
  ['http://192.168.1.2/v1', 'private'],
  ['http://store.internal/v1', 'private'],
  ['https://staging.example/v1', 'test'],
  ['https://api-staging.example/v1', 'test'],
  ['https://demo.example/v1', 'test'],
  ['https://qa2.api.example/v1', 'test'],
  ['https://api.example/v1', 'production'],
  ['https://latest.example/v1', 'production'],
  ['https://developers.example/v1', 'production'],
  ['https://prod.example/v1', 'production'],
  ['https://demo.prod.example/v1', 'production'],
  ['https://production-staging.example/v1', 'production'],
  ['https://prod.internal/v1', 'production'],
  ['https://8.8.8.8/v1', 'production'],
] as const)('%s is %s', (url, kind) => {
  expect(addressKind(url)).toBe(kind)
})

test('a key is exposed by plain http to a public host alone', () => {
  expect(exposesKey('http://api.example/v1')).toBe(true)
  expect(exposesKey('http://8.8.8.8/v1')).toBe(true)
  expect(exposesKey('https://api.example/v1')).toBe(false)
  expect(exposesKey('http://127.0.0.1:4010/v1')).toBe(false)
  expect(exposesKey('http://store.internal/v1')).toBe(false)
})
