import { expect, test } from 'vitest'
import { readSource } from './source.ts'

test('takes the mock in the tab unless an address is given', () => {
  expect(readSource('')).toEqual({ dataset: undefined })
  expect(readSource('?dataset=text')).toEqual({ dataset: 'text' })
})

test.each(['http://127.0.0.1:4010/v1', 'https://shop.example/api/v1/'])('takes the address %s', (address) => {
  const search = `?${new URLSearchParams({ api: address })}`
  expect(readSource(search)).toEqual({ api: address.replace(/\/$/, '') })
})

test.each(['', '4010', 'http://127.0.0.1:4010', 'http://127.0.0.1/v2', 'http://a/v1?b', 'javascript:alert(1)/v1'])(
  'refuses the address "%s" and says what fits',
  (address) => {
    const read = () => readSource(`?${new URLSearchParams({ api: address })}`)
    expect(read).toThrow('expected an address that ends in /v1')
  },
)
