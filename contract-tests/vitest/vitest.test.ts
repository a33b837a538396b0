import { afterAll, expect, test } from 'vitest'
import supertest from 'supertest'
import { serverNamed } from '../servers/run-on.ts'
import { describeContract } from './index.ts'

const plain = await serverNamed('plain').start()

afterAll(() => plain.close())

describeContract({ baseUrl: plain.url, apiKey: plain.apiKey })

const headers = { authorization: `Bearer ${plain.apiKey}` }

test('responses of fetch follow the contract, and can still be read', async () => {
  const response = await fetch(`${plain.url}/pets?limit=3`, { headers })
  await expect(response).toFollowContract()
  expect(await response.json()).toHaveLength(3)
  await expect(await fetch(`${plain.url}/pets/999999`, { headers })).toFollowContract()
  await expect(await fetch(`${plain.url}/pets`)).toFollowContract()
  const created = await fetch(`${plain.url}/pets`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{"name":"Rex","categoryId":1}',
  })
  await expect(created).toFollowContract({ method: 'POST' })
})

test('responses of supertest follow the contract', async () => {
  const response = await supertest(plain.url).get('/pets?status=sold').set(headers)
  await expect(response).toFollowContract()
})

test.each([
  ['[]', 'application/json', '8/headers-on-every-response'],
  ['{"data":[]}', 'application/json', '2/pets-array'],
  ['[', 'application/json', '1/response-is-json'],
  ['[]', 'text/plain', '1/response-media-type'],
  ['[{"id":1.5,"name":"Rex","categoryId":1}]', 'application/json', '2/pet-id-int64'],
])('a list of %s as %s does not follow it', async (text, type, clause) => {
  const response = {
    status: 200,
    headers: { 'content-type': type },
    text,
    request: { method: 'GET', url: 'http://a.example/v1/pets' },
  }
  await expect(expect(response).toFollowContract()).rejects.toThrow(clause)
  await expect(response).not.toFollowContract()
})

test('where the interface is silent, only the checks for every answer apply', async () => {
  const rate = {
    'x-ratelimit-limit': '60',
    'x-ratelimit-remaining': '1',
    'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 9),
  }
  const response = {
    status: 422,
    headers: rate,
    text: 'no',
    request: { method: 'GET', url: 'http://a.example/v1/pets?limit=0' },
  }
  await expect(response).toFollowContract()
  await expect(expect({ ...response, headers: {} }).toFollowContract()).rejects.toThrow('8/headers-on-every-response')
})

test('an address of no operation is a mistake of the test', async () => {
  const response = {
    status: 200,
    headers: {},
    text: '',
    request: { method: 'GET', url: 'http://a.example/v1/shops' },
  }
  await expect(expect(response).toFollowContract()).rejects.toThrow(
    'expected GET /v1/pets or POST /v1/pets or GET /v1/pets/{petId}',
  )
})
