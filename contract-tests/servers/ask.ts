import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
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
  readonly agent?: Agent
}

/** Sends one request, such as `GET /pets?limit=1`, and reads the whole answer. Rejects when none comes. */
export async function ask(
  { url, apiKey, transport }: Pick<Deployment, 'url' | 'apiKey' | 'transport'>,
  what: string,
  options: AskOptions = {},
): Promise<Answer> {
  const [method = '', path = ''] = what.split(' ')
  const { authorization = `Bearer ${apiKey}`, body, agent = false } = options
  const headers = {
    ...(authorization !== null && { Authorization: authorization }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...options.headers,
  }
  const text = body === undefined || typeof body === 'string' ? body : writeJson(body)
  if (transport !== undefined) {
    // The suite itself knows no method beyond those of the interface.
    const outgoing = { method: method as Method, path, headers, body: text, isOnNewConnection: agent === false }
    const received = await transport(outgoing)
    const joined = [...received.headers].map(([name, values]) => [name, values.join(', ')])
    return answerOf(received.status, Object.fromEntries(joined), [], Buffer.from(received.bytes))
  }
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { method, headers, agent })
    sent.on('response', (response) => {
      const { statusCode = 0, headers: lines, rawHeaders } = response
      buffer(response).then((bytes) => resolve(answerOf(statusCode, lines, rawHeaders, bytes)), reject)
    })
    sent.on('error', reject)
    // After a 101 there is neither an answer nor an error.
    sent.on('upgrade', (_, socket) => {
      socket.destroy()
      reject(new Error('The server switched protocols in place of an answer.'))
    })
    sent.end(text)
  })
}

/** @param rawHeaders as they came over HTTP */
function answerOf(status: number, headers: IncomingHttpHeaders, rawHeaders: readonly string[], bytes: Buffer) {
  const reading = readJsonBytes(bytes)
  return { status, headers, rawHeaders, bytes, text: bytes.toString(), json: reading.ok ? reading.value : undefined }
}

/** All that came back over one connection, as latin1 text, and why no more of it came. */
export interface RawAnswer {
  readonly text: string
  readonly end: 'closed' | 'reset' | 'silent' | 'too-large'
}

const silentSteps = 10

/**
 * Sends one request, such as `GET /pets`, over a bare connection: this sees what no HTTP client would accept, too.
 * @param options further headers, and when to stop: for how long nothing may come, which is long on a busy machine
 */
export function askRaw(
  { url, apiKey }: Deployment,
  what: string,
  { headers = ['Connection: close'], silentMilliseconds = 5000, mostBytes = 2_000_000 } = {},
): Promise<RawAnswer> {
  const { port, pathname } = new URL(url)
  const [method = '', target = ''] = what.split(' ')
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    const chunks: Buffer[] = []
    let size = 0
    let stepsLeft = silentSteps
    // Counted in steps, because a busy machine may stop this process, and the server in it, for a while.
    const steps = setInterval(() => --stepsLeft > 0 || finish('silent'), silentMilliseconds / silentSteps)
    const finish = (end: RawAnswer['end']): void => {
      clearInterval(steps)
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), end })
    }
    socket.on('data', (chunk) => {
      stepsLeft = silentSteps
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) finish('too-large')
    })
    socket.on('error', () => finish('reset'))
    socket.on('end', () => finish('closed'))
    const head = ['Host: localhost', `Authorization: Bearer ${apiKey}`, ...headers]
    socket.write([`${method} ${pathname}${target} HTTP/1.1`, ...head, '', ''].join('\r\n'))
  })
}
