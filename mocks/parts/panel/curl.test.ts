import { expect, test } from 'vitest'
import { controlCurl } from './curl.ts'

const origin = 'http://127.0.0.1:4010'

test('leaves the token to a variable', () => {
  expect(controlCurl(origin, { method: 'GET', target: '/_mock' }, true)).toBe(
    'curl -H "Authorization: Bearer ${ANIMAL_STORE_TOKEN}" http://127.0.0.1:4010/_mock',
  )
})
