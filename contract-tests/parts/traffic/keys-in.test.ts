import { expect, test } from 'vitest'
import { keysIn } from './keys-in.ts'

function keysOf(
  headers: Readonly<Record<string, readonly string[]>>,
  url = 'https://staging.example/v1/pets',
  requestBody?: string,
) {
  return keysIn({
    method: 'GET',
    url,
    sentAtMilliseconds: 0,
    tookMilliseconds: 1,
    requestHeaders: new Map(Object.entries(headers)),
    requestBody,
    response: undefined,
    hasBody: false,
  })
}

test.each([
  [['Bearer abc'], ['abc']],
  [
    ['Bearer one-key', 'Bearer other-key'],
    ['one-key', 'other-key'],
  ],
  [['Bearer one-key, Bearer other-key'], ['one-key', 'other-key']],
  [['a-bare-key-1'], ['a-bare-key-1']],
  [['Bearer'], []],
  [
    [`Basic ${Buffer.from('me:hunter-2-hunter').toString('base64')}`],
    ['bWU6aHVudGVyLTItaHVudGVy', 'me:hunter-2-hunter', 'hunter-2-hunter'],
  ],
])('the keys of Authorization: %j are %j', (authorization, keys) => {
  expect(keysOf({ authorization })).toEqual(keys)
})

test('words and addresses under a secret name are no keys, nor is what stands under another name', () => {
  const url = 'https://staging.example/v1/pets?auth=available&key=short&token=https%3A%2F%2Fstaging.example%2Fv1%2Fpets'
  const cookie = ['back=https%3A%2F%2Fstaging.example%2Fpets; theme=darkened']
  expect(keysOf({ cookie, 'x-request-id': ['7f3c2a90-1b'] }, url)).toEqual([])
})

test('a value under a secret name is a key, encoded or not', () => {
  const url = 'https://me:pass%2Bword-1@staging.example/v1/pets?sig=abc%2F1234567'
  const body = '{"client_secret":"a-secret-1234","name":"Rex-1234567"}'
  expect(keysOf({ cookie: ['sid=abc-12345678'], 'x-auth-token': ['token-1234'] }, url, body)).toEqual([
    'abc-12345678',
    'token-1234',
    'abc/1234567',
    'a-secret-1234',
    'pass%2Bword-1',
    'pass+word-1',
  ])
})
