import { expect, test } from 'vitest'
import { controlCurl, interfaceCurl } from './curl.ts'

const origin = 'http://127.0.0.1:4010'

test('writes one line for a request of the control API, every digit of an int64 included', () => {
  const request = {
    method: 'PATCH',
    target: '/_mock/sandboxes/default/animals/9223372036854775807',
    body: { name: "Bob's", categoryId: 9223372036854775807n },
  } as const
  expect(controlCurl(origin, request, false)).toBe(
    String.raw`curl -X PATCH -H "Content-Type: application/json" --data-raw '{"name":"Bob'"'"'s","categoryId":9223372036854775807}' http://127.0.0.1:4010/_mock/sandboxes/default/animals/9223372036854775807`,
  )
})

test('leaves the token to a variable', () => {
  expect(controlCurl(origin, { method: 'GET', target: '/_mock' }, true)).toBe(
    'curl -H "Authorization: Bearer ${ANIMAL_STORE_TOKEN}" http://127.0.0.1:4010/_mock',
  )
})

test('writes one line for a call of the interface', () => {
  const headers = { authorization: 'Bearer test_pro', 'content-type': 'application/json' }
  expect(interfaceCurl(origin, { method: 'POST', target: '/v1/pets?limit=1', headers, body: '{\n}' })).toBe(
    String.raw`printf %b '{\0012}' | curl -i -X POST -H "authorization: Bearer test_pro" -H "content-type: application/json" --data-binary @- "http://127.0.0.1:4010/v1/pets?limit=1"`,
  )
})
