import { expect, test } from 'vitest'
import { baseUrlOf } from './base-url.ts'

test.each(['https://name@host.example/v1', 'https://:secret@host.example/v1', 'https://name:secret@host.example/v1'])(
  '%s is refused, and what stands before the @ is not repeated',
  (address) => {
    expect(() => baseUrlOf(address)).toThrow(
      /^Cannot use an address with a name or password in it: the API key is given by itself\.$/,
    )
  },
)

test.each(['https://host.example/v1?key=secret', 'https://host.example/v1#secret', 'user:secret@a.example/v1'])(
  '%s is refused without its secret',
  (address) => {
    expect(() => baseUrlOf(address)).toThrow(/^(?!.*secret)Cannot use (?:an|the) address/)
  },
)

test.each([
  ['https://host.example/v1', 'https://host.example/v1'],
  ['https://host.example/v1/', 'https://host.example/v1'],
  ['http://127.0.0.1:4010/team/v1//', 'http://127.0.0.1:4010/team/v1'],
  ['http://a.example/pets/v1', 'http://a.example/pets/v1'],
])('%s means %s', (address, base) => {
  expect(baseUrlOf(address)).toBe(base)
})

test.each([
  ['https://host.example/v1/pets/7', 'Did you mean https://host.example/v1?'],
  ['http://a.example/shop/v1/pets/7', 'Did you mean http://a.example/shop/v1?'],
  [
    'http://a.example/shop/pets/7',
    'With --any-path (in code anyPath: true) the contract suite takes http://a.example/shop as it is.',
  ],
  ['nonsense', 'expected one such as'],
  ['ftp://host.example/v1', 'expected one such as https://staging.example/v1.'],
])('%s is refused with the one that was meant', (address, hint) => {
  expect(() => baseUrlOf(address)).toThrow(hint)
})

test('with any path, only what stands behind /pets is left out', () => {
  for (const base of [
    'https://host.example/shop',
    'http://a.example',
    'http://a.example/v1/shop',
    'http://a.example/pets/v1',
  ])
    expect(baseUrlOf(`${base}/`, true)).toBe(base)
  expect(() => baseUrlOf('https://host.example/shop/pets', true)).toThrow('Did you mean https://host.example/shop?')
})
