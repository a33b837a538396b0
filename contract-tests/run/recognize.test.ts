import type { OutgoingHttpHeaders, RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { serve } from '../../scripts/testing/serve.ts'
import { runContract, terminalReport } from '../index.ts'
import { serverNamed } from '../servers/run-on.ts'

/** A run that waits for nothing. */
const runAt = (baseUrl: string, apiKey = 'some-key', sleep: (milliseconds: number) => void = () => undefined) =>
  runContract({ baseUrl, apiKey, clock: { now: Date.now, sleep: async (milliseconds) => sleep(milliseconds) } })

const runAgainst = async (listener: RequestListener) => runAt((await serve(listener)).url)

function answering(status: number, headers: OutgoingHttpHeaders, body = ''): RequestListener {
  return (_request, response) => response.writeHead(status, headers).end(body)
}

const html = { 'Content-Type': 'text/html' }
const json = { 'Content-Type': 'application/json' }
const problem = '{"message":"no Route matched"}'

test.each([
  ['a page', answering(200, html, '<h1>It works!</h1>'), 'the first is 200 text/html. Is this'],
  [
    'a redirect',
    answering(301, { Location: 'https://a.example/login' }),
    'to https://a.example/login. Redirects are not',
  ],
  ['a redirect to a file', answering(302, { Location: 'file:///etc/passwd' }), 'to file:///etc/passwd. Redirects are'],
  ['nothing found', answering(404, json, problem), 'every answer is 404. Is the path of the address right?'],
  ['forbidden', answering(403, json, problem), 'the first is 403 application/json'],
  ['a gateway without a service', answering(502, { 'Content-Type': 'text/plain' }, 'down'), 'every answer is 502. Is'],
  ['a gateway with a page', answering(502, html, '<h1>Bad Gateway</h1>'), 'every answer is 502. Is the service up?'],
  ['a gateway in JSON', answering(502, json, problem), 'every answer is 502. Is the service up?'],
  ['text', answering(200, { 'Content-Type': 'text/plain' }, 'OK'), 'the first is 200 text/plain'],
])(
  'where everything is answered with %s, the run says so in a line and judges nothing',
  async (_what, listener, hint) => {
    const methods = new Set<string>()
    const result = await runAgainst((request, response) => {
      methods.add(request.method ?? '')
      listener(request, response)
    })
    expect(result.gaveUp).toMatch(/^This does not look like the service: /)
    expect(result.gaveUp).toContain(hint)
    expect(result).toMatchObject({ exitCode: 3, findings: [], profile: {} })
    expect(result.requests).toBeLessThanOrEqual(9)
    // Nothing is written to what may be another service.
    expect(methods).toEqual(new Set(['GET']))
    const lines = terminalReport(result, { hasColour: false, command: '' }).split('\n')
    expect(lines.filter((line) => line.includes(hint))).toHaveLength(1)
    expect(lines.filter((line) => line !== '')).toHaveLength(3)
  },
)

test('a service that is down is not asked again and again', async () => {
  let waited = 0
  const { url } = await serve(answering(503, {}))
  await runAt(url, 'k', (milliseconds) => (waited += milliseconds))
  expect(waited).toBeLessThan(10_000)
})

test.each(['limit-ignored', 'list-answers-203', 'errors-as-text'])(
  '%s is broken, and is the service all the same',
  async (id) => {
    const server = await serverNamed(id).start()
    const result = await runAt(server.url, server.apiKey)
    await server.close()
    expect([result.exitCode, result.gaveUp]).toEqual([1, undefined])
  },
)

test('animals that may exist without a 201 are named', async () => {
  const server = await serverNamed('created-503-but-kept').start()
  const result = await runAt(server.url, server.apiKey)
  await server.close()
  const animals = result.perhapsAdded.filter((sent) => sent.includes('contract-test'))
  expect(animals.length).toBeGreaterThanOrEqual(server.created() - result.animals.length)
  expect(server.created()).toBeGreaterThan(0)
  expect(result.perhapsAdded).not.toContain('(without a name)')
  expect(terminalReport(result, { hasColour: false, command: '' })).toContain(result.perhapsAdded[0])
})
