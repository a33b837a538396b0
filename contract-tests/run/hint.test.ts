import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runContract, terminalReport } from '../index.ts'
import { servers } from '../servers/index.ts'

const opened: http.Server[] = []

afterEach(async () => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function runAgainst(listener: http.RequestListener) {
  const server = http.createServer(listener)
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  return runContract({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'some-key', clock })
}

function answering(status: number, headers: http.OutgoingHttpHeaders, body = ''): http.RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body)
}

test.each([
  ['a page', answering(200, { 'Content-Type': 'text/html' }, '<h1>It works!</h1>'), 'Every answer is a page of HTML'],
  [
    'a redirect',
    answering(301, { Location: 'https://a.example/v1/pets' }),
    'to https://a.example/v1/pets: redirects are',
  ],
  ['a redirect to a file', answering(302, { Location: 'file:///etc/passwd' }), 'to file:///etc/passwd: redirects are'],
  ['nothing found', answering(404, { 'Content-Type': 'application/json' }, '{"message":"no"}'), 'Every answer is 404'],
  ['forbidden', answering(403, { 'Content-Type': 'application/json' }, '{"message":"no"}'), 'Every answer is 403'],
  ['a gateway without a service', answering(503, { 'Content-Type': 'text/plain' }, 'down'), 'Every answer is 503: is'],
])('where everything is answered with %s, the run says where to look first', async (_what, listener, hint) => {
  const result = await runAgainst(listener)
  expect(result.hint).toContain(hint)
  expect(result.exitCode).toBe(1)
  expect(terminalReport(result, { hasColour: false, command: '' })).toContain(hint)
})

test('a service that is down is not asked again and again', async () => {
  let waited = 0
  const server = http.createServer(answering(503, {}))
  opened.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const sleep = async (milliseconds: number) => void (waited += milliseconds)
  await runContract({ baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: 'k', clock: { now: Date.now, sleep } })
  expect(waited).toBeLessThan(10_000)
})

test('a text of the deployment in a hint does nothing', async () => {
  const location = 'https://a.example/ ::error::##[error]'
  const { hint = '' } = await runAgainst(answering(302, { Location: location }))
  expect(hint).toContain(location)
  const report = terminalReport(await runAgainst(answering(302, { Location: location })), {
    hasColour: false,
    command: '',
  })
  expect(report).not.toContain('##[')
  expect(report).not.toMatch(/^ *::/m)
})

test.each(['limit-ignored', 'list-500', 'errors-as-text'])('%s is broken, and no hint leads elsewhere', async (id) => {
  const server = await servers.find((candidate) => candidate.id === id)!.start()
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const result = await runContract({ baseUrl: server.url, apiKey: server.apiKey, clock })
  await server.close()
  expect([result.exitCode, result.hint]).toEqual([1, undefined])
})

test('animals that may be there without a 201 are named', async () => {
  const server = await servers.find(({ id }) => id === 'created-503-but-kept')!.start()
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const result = await runContract({ baseUrl: server.url, apiKey: server.apiKey, clock })
  await server.close()
  expect(result.perhapsAdded.length).toBeGreaterThanOrEqual(server.created() - result.animals.length)
  expect(server.created()).toBeGreaterThan(0)
  for (const name of result.perhapsAdded) expect(name).toContain('contract-test')
  expect(terminalReport(result, { hasColour: false, command: '' })).toContain(result.perhapsAdded[0])
})
