import { connect } from 'node:net'
import type { Deployment } from '../test-server.ts'

/** All that came back over one connection, as latin1 text, and why there was no more of it. */
export interface RawAnswer {
  readonly text: string
  readonly end: 'closed' | 'reset' | 'silent' | 'too-large'
}

/** What to send beside the usual headers, and when to stop. */
export interface RawAsking {
  readonly headers?: readonly string[]
  readonly body?: string
  /** For how long nothing may come, 1,000 unless told. */
  readonly silentMilliseconds?: number
  /** 2,000,000 unless told. */
  readonly mostBytes?: number
}

/** Sends one request, such as `GET /pets`, over a bare connection: what no HTTP client would accept is seen too. */
export function rawAsk({ url, apiKey }: Deployment, what: string, asking: RawAsking = {}): Promise<RawAnswer> {
  const { headers = ['Connection: close'], body = '', silentMilliseconds = 1000, mostBytes = 2_000_000 } = asking
  const { port, pathname } = new URL(url)
  const [method = '', target = ''] = what.split(' ')
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1')
    const chunks: Buffer[] = []
    let size = 0
    const finish = (end: RawAnswer['end']): void => {
      socket.destroy()
      resolve({ text: Buffer.concat(chunks).toString('latin1'), end })
    }
    socket.setTimeout(silentMilliseconds, () => finish('silent'))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      size += chunk.length
      if (size > mostBytes) finish('too-large')
    })
    socket.on('error', () => finish('reset'))
    socket.on('end', () => finish('closed'))
    const length = body === '' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
    const head = ['Host: localhost', `Authorization: Bearer ${apiKey}`, ...length, ...headers]
    socket.write([`${method} ${pathname}${target} HTTP/1.1`, ...head, '', body].join('\r\n'))
  })
}
