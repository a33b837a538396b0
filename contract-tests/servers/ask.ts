import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { readJsonBytes, writeJson } from '../../spec/index.ts'
import type { Method } from '../client/index.ts'
import type { Deployment } from './test-server.ts'

/** What came back from a test server, for tests of the servers themselves. */
export type Answer = ReturnType<typeof answerOf>

export interface AskOptions {
  /** The Authorization header; null for none. The valid key as a bearer token by default. */
  readonly authorization?: string | null
  /** Sent as it is when a text, else as JSON. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Sends one request, such as `GET /pets?limit=1`, and reads the whole answer. Rejects when none comes. */
export async function ask(
  { url, apiKey, transport }: Pick<Deployment, 'url' | 'apiKey' | 'transport'>,
  what: string,
  options: AskOptions = {},
): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const { authorization = `Bearer ${apiKey}`, body } = options
  const headers = {
    ...(authorization !== null && { Authorization: authorization }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...options.headers,
  }
  const text = body === undefined || typeof body === 'string' ? body : writeJson(body)
  if (transport !== undefined) {
    // The suite itself knows no method beyond those of the interface.
    const outgoing = { method: method as Method, path, headers, body: text, isOnNewConnection: true }
    const received = await transport(outgoing)
    const joined = [...received.headers].map(([name, values]) => [name, values.join(', ')])
    return answerOf(received.status, Object.fromEntries(joined), Buffer.from(received.bytes))
  }
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent: false })
    sent.on('response', (response) => {
      const { statusCode = 0, headers: lines } = response
      buffer(response).then((bytes) => resolve(answerOf(statusCode, lines, bytes)), reject)
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

function answerOf(status: number, headers: IncomingHttpHeaders, bytes: Buffer) {
  const reading = readJsonBytes(bytes)
  return { status, headers, text: bytes.toString(), json: reading.ok ? reading.value : undefined }
}
