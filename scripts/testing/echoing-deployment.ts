import type { IncomingMessage, ServerResponse } from 'node:http'
import { keyForms } from './key-forms.ts'
import { serve } from './serve.ts'

/** What a deployment gives to a client, and to nobody else. */
export const issuedToken = 'issued-0f1e2d3c4b5a'

type Answer = (echo: string, request: IncomingMessage, response: ServerResponse) => void

/** What the value of a header may contain; a name may contain less. */
const inHeader = (echo: string): string => echo.replaceAll(/[^\x20-\x7e]/g, '')
const inName = (echo: string): string => `X-${echo.replaceAll(/[^\w!#$%&'*+.^`|~-]/g, '')}`

function headers(echo: string) {
  const value = inHeader(echo)
  return {
    'Content-Type': 'application/json',
    'X-Echo': `you sent ${value}`,
    [inName(echo)]: 'as a name',
    'Set-Cookie': [`session=${value}`, `plain=${value}`],
    'X-RateLimit-Limit': value,
    'X-Session-Token': issuedToken,
    Sunset: value,
    Link: `</v1/pets?page=2&api_key=${value}>; rel="next"`,
  }
}

/** Writes JSON as text, so that escapes stay as they are. */
const json = (value: unknown, echo: string): string => JSON.stringify(value).replaceAll('KEY', () => echo)

/** What deployments do with a key that they echo. */
export const echoes: Readonly<Record<string, Answer>> = {
  redirecting: (echo, _request, response) =>
    response.writeHead(302, inHeader(echo), { ...headers(echo), Location: `/login?k=${inHeader(echo)}` }).end(),
  'breaking each animal': (echo, { method, url = '' }, response) => {
    const pet = { id: 7, name: 'Rex KEY', categoryId: 1, status: 'KEY', KEY: 'KEY', token: 'KEY' }
    const isList = method === 'GET' && /pets(?:\?|$)/.test(url)
    const status = method === 'POST' ? 201 : 200
    response.writeHead(status, inHeader(echo), headers(echo)).end(json(isList ? [pet, pet] : pet, echo))
  },
  // The cut falls in the middle of a key.
  'long before the key': (echo, { method }, response) => {
    const before = 'x'.repeat(150 + (echo.length % 47))
    const pet = { id: `${before}KEY`, name: `${before}KEY`.repeat(3), categoryId: `${before.slice(3)}KEY` }
    response.writeHead(method === 'POST' ? 201 : 200, headers(echo)).end(json(method === 'GET' ? [pet] : pet, echo))
  },
  refusing: (echo, { method }, response) => {
    const status = method === 'POST' ? 422 : 403
    const error = { code: 'KEY', message: `You sent KEY, ${'and '.repeat(60)} KEY`, status: 'KEY', KEY: ['KEY'] }
    response.writeHead(status, inHeader(echo), headers(echo)).end(json(error, echo))
  },
  'refusing each creation': (echo, { method }, response) => {
    if (method === 'GET') return void response.writeHead(200, headers(echo)).end('[]')
    response.writeHead(422, headers(echo)).end(json({ code: 'KEY', message: `You sent KEY`, status: 422 }, echo))
  },
  'failing with no HTTP': (echo, _request, response) => {
    response.socket?.end(`HTTP/1.1 200 OK\r\nX-Echo ${inHeader(echo)}\r\n\r\n`)
  },
}

/** Starts a deployment, until the test ends, that sends the key of each request back, each time in another form. */
export async function startEcho(id: string, keyOf: (request: IncomingMessage) => string) {
  const encodings = Object.values(keyForms)
  let asked = 0
  const { url } = await serve((request, response) => {
    request.resume()
    const encode = encodings[asked++ % encodings.length] ?? String
    echoes[id]?.(encode(keyOf(request)), request, response)
  })
  return { url, asked: () => asked }
}
