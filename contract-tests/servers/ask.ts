import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { readJson, writeJson } from '../../spec/index.ts'
import type { Deployment } from './test-server.ts'

/** What came back from a test server, for tests of the servers themselves. */
export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly rawHeaders: readonly string[]
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON with exact integers; undefined where it is none. */
  readonly json: unknown
}

/** What a request has beside method and target. */
export interface Asking {
  /** The Authorization header; null for none. The valid key as a bearer token unless told. */
  readonly authorization?: string | null
  /** Sent as it is when a text, else as JSON. */
  readonly body?: unknown
  readonly headers?: Record<string, string>
  readonly agent?: Agent
}

/** Sends one request, such as `GET /pets?limit=1`, and reads the whole answer. Rejects when there is none. */
export function ask(deployment: Deployment, what: string, asking: Asking = {}): Promise<Answer> {
  const [method = '', target = ''] = what.split(' ')
  const { authorization = `Bearer ${deployment.apiKey}`, body, agent } = asking
  const bytes = body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : writeJson(body))
  const headers = {
    ...(authorization !== null && { Authorization: authorization }),
    ...(bytes !== undefined && { 'Content-Type': 'application/json', 'Content-Length': String(bytes.length) }),
    ...asking.headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(deployment.url + target, { method, headers, agent: agent ?? false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const all = Buffer.concat(chunks)
        const reading = readJson(all.toString())
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          rawHeaders: response.rawHeaders,
          bytes: all,
          text: all.toString(),
          json: reading.ok ? reading.value : undefined,
        })
      })
    })
    sent.on('error', reject)
    // After a 101 there is neither an answer nor an error.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server switched protocols in place of an answer.'))
    })
    sent.end(bytes)
  })
}
