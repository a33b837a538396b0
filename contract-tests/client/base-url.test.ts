import { expect, test } from 'vitest'
import { baseUrlOf } from './base-url.ts'

test.each([
  'https://name@host.example/v1',
  'https://:secret@host.example/v1',
  'https://host.example/v1?key=secret',
  'https://host.example/v1#secret',
  'user:secret@a.example/v1',
])('%s is refused without its secret', (address) => {
  expect(() => baseUrlOf(address)).toThrow(/^(?!.*(?:secret|name@))Cannot use this address: expected one such as/)
})

test.each(['ftp://host.example/v1', 'nonsense'])('%s is refused', (address) => {
  expect(() => baseUrlOf(address)).toThrow(`Cannot use the address "${address}": expected one such as https://staging`)
})

test.each([
  ['https://host.example/v1', 'https://host.example/v1'],
  ['https://host.example/v1/', 'https://host.example/v1'],
  ['http://127.0.0.1:4010/team/v1//', 'http://127.0.0.1:4010/team/v1'],
  ['http://a.example/pets/v1', 'http://a.example/pets/v1'],
])('%s means %s', (address, base) => {
  expect(baseUrlOf(address)).toBe(base)
})

test.each([
  ['http://host.example/', 'http://host.example/v1'],
  ['https://host.example/v1/pets/7', 'https://host.example/v1'],
  ['http://a.example/shop/v1/pets/7', 'http://a.example/shop/v1'],
  ['http://a.example/shop/pets/7', 'http://a.example/shop/v1'],
])('%s is refused with the one that was meant, unless any path will do', (address, meant) => {
  expect(() => baseUrlOf(address)).toThrow(`Did you mean ${meant}? To test or check any address, add --any-path`)
  expect(baseUrlOf(address, true)).toBe(address.replace(/\/$/, ''))
})
