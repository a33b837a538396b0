import http from 'node:http'
import { expect, test } from 'vitest'
import type { Transport } from '../../client/index.ts'
import { serverNamed } from '../../servers/run-on.ts'
import { runContract } from '../../all.ts'
import { type App, type AppOptions, type FetchLike, contractOf } from './contract-of.ts'

/** A function like fetch before a test server. */
function fetchOf(transport: Transport): FetchLike {
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const path = pathname.replace(/^\/v1/, '') + search
    const body = await request.text()
    const method = request.method as Parameters<Transport>[0]['method']
    const headers = Object.fromEntries(request.headers)
    const received = await transport({ method, path, headers, ...(body === '' ? {} : { body }) })
    const lines = [...received.headers].map(([name, values]) => [name, values.join(', ')] as [string, string])
    return new Response(new Uint8Array(received.bytes), { status: received.status, headers: lines })
  }
}

/** The same as a server of Node, which does not listen. */
function nodeServer(fetch: FetchLike): http.Server {
  return http.createServer(async (request, response) => {
    const body = await new Response(request as unknown as ReadableStream).text()
    const { method = '', url = '', headers } = request
    const lines = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
    const answer = await fetch(
      new Request(`http://localhost${url}`, { method, headers: lines, ...(body === '' ? {} : { body }) }),
    )
    response.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? []))
    response.end(new Uint8Array((await answer?.arrayBuffer()) ?? []))
  })
}

const shapes: readonly (readonly [string, (fetch: FetchLike) => App])[] = [
  ['a function like fetch', (fetch) => fetch],
  ['an object with fetch', (fetch) => ({ fetch })],
  ['a server of Node', nodeServer],
]

async function judge(id: string, shape: (fetch: FetchLike) => App, options: Partial<AppOptions> = {}) {
  const deployment = await serverNamed(id).open()
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const app = shape(fetchOf(deployment.transport!))
  return runContract(contractOf(app, { apiKey: deployment.apiKey, clock, ...options }))
}

test.each(shapes)('%s that conforms is blamed for nothing', async (_what, shape) => {
  const result = await judge('plain', shape)
  expect([result.exitCode, result.findings, result.gaveUp]).toEqual([0, [], undefined])
  expect(result.requests).toBeGreaterThan(30)
  expect(result.clauses.filter(({ state }) => state === 'held').length).toBeGreaterThan(60)
})

test.each(shapes)('what %s does wrong is found', async (_what, shape) => {
  const { findings } = await judge('limit-ignored', shape)
  expect(findings.map(({ clause }) => clause)).toEqual(['4.1/limit-most'])
})

test.each<readonly [string, FetchLike, string]>([
  ['throws', () => Promise.reject(new TypeError('no such table')), 'the app threw TypeError: no such table'],
  ['has no handler', () => undefined, 'no handler answers GET http://localhost/v1/pets'],
  ['answers with a network error', () => Response.error(), 'the app answered with a network error'],
  ['never answers', () => new Promise(() => undefined), 'no whole answer in 50 ms'],
  ['never ends its body', () => new Response(new ReadableStream()), 'no whole answer in 50 ms'],
  ['answers too much', () => new Response('x'.repeat(1001)), 'the body has 1001 bytes'],
])('an app that %s ends the run with the reason', async (_what, fetch, reason) => {
  const clock = { now: Date.now, sleep: () => Promise.resolve() }
  const options = { apiKey: 'key', clock, deadlineMilliseconds: 50, maxBodyBytes: 1000 }
  const { exitCode, findings, gaveUp = '' } = await runContract(contractOf(fetch, options))
  expect(exitCode).toBe(findings.length > 0 ? 1 : 3)
  expect(gaveUp + findings.map(({ exchange }) => exchange.problem).join(' ')).toContain(reason)
})

test('the address stands before each path', async () => {
  const urls = new Set<string>()
  const seeing = (fetch: FetchLike) => (request: Request) => {
    urls.add(request.url.split('?')[0] ?? '')
    return fetch(request)
  }
  await judge('plain', seeing, { baseUrl: 'https://api.example.com/v1', only: ['list'] })
  expect([...urls]).toEqual(['https://api.example.com/v1/pets'])
})
