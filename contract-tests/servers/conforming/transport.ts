import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { editHeaders, editReplies } from '../edits.ts'
import { closeRaw, rawReply } from '../raw-reply.ts'
import { bytesOf, withHeaders } from '../reply.ts'
import type { Behaviour, Servers } from '../variation.ts'
import type { Call } from '../call.ts'
import type { Hooks } from '../plain-server.ts'

/** Ways of sending that HTTP and the interface allow. */
export const conformingTransport: Servers = {
  gzip: compressed('gzip', gzipSync),
  deflate: compressed('deflate', deflateSync),
  brotli: compressed('br', brotliCompressSync),
  // Through the middle of letters.
  'tiny-chunks': inPieces(() => 7),
  'slow-chunks': inPieces((length) => Math.ceil(length / 3), 100),
  'slow-first-answer': waiting(3000, ({ number }) => number === 1),
  'slow-creation': waiting(500, ({ operation }) => operation === 'createPet'),
  'headers-upper-case': renamedHeaders((name) => name.toUpperCase()),
  'headers-lower-case': renamedHeaders((name) => name.toLowerCase()),
  'charset-parameter': labelled('application/json; charset=UTF-8'),
  'media-type-parameters': labelled('application/json ; profile="a;b, c" ;charset="utf-8"'),
  'media-type-in-capitals': labelled('Application/JSON'),
  'keep-alive-off': editHeaders({ Connection: 'close' }),
  'idle-connections-closed': ({ wait }) => ({
    async send(reply, _call, response, usual) {
      const { socket } = response
      const before = socket?.bytesRead
      usual(reply)
      await wait(20)
      if (socket?.bytesRead === before) socket?.end()
    },
  }),
  'http-1.0': { send: (reply, _call, response) => closeRaw(response, rawReply(reply, 'HTTP/1.0')) },
  'headers-padded': {
    send(reply, _call, response) {
      const raw = rawReply(withHeaders(reply, { Connection: 'close' }))
      closeRaw(response, raw.replaceAll(/^([\w-]+): (.*)\r$/gm, '$1: \t $2 \t\r'))
    },
  },
  'early-hints': {
    send(reply, _call, response, usual) {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      usual(reply)
    },
  },
  etags: editReplies((reply, call) => {
    if (reply.status !== 200) return reply
    const tagged = withHeaders(reply, {
      ETag: '"v1"',
      Vary: 'Authorization, Accept-Encoding',
      'Cache-Control': 'private, max-age=0',
      'Last-Modified': 'Thu, 19 Nov 2026 10:00:00 GMT',
    })
    return call.headers['if-none-match'] === '"v1"' ? { status: 304, headers: tagged.headers } : tagged
  }),
  cookies: editHeaders({
    'Set-Cookie': ['session=a%20b; HttpOnly; Path=/', 'seen=1; Max-Age=60'],
  }),
  cors: {
    ...editHeaders({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Expose-Headers': 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
    }),
    decide: (counted, usual) => (counted.call.method === 'OPTIONS' ? { status: 204, headers: {} } : usual(counted)),
  },
  'many-headers': editHeaders(
    Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`X-Trace-${at}`, `${at}`.repeat(20)])),
  ),
}

function compressed(coding: string, compress: (bytes: Uint8Array) => Uint8Array): Hooks {
  return editReplies(
    (reply) => withHeaders({ ...reply, bytes: compress(bytesOf(reply)) }, { 'Content-Encoding': coding }),
    (reply, { headers }) =>
      bytesOf(reply).length > 0 && (headers['accept-encoding'] ?? '').split(/[ ,;]+/).includes(coding),
  )
}

function labelled(mediaType: string): Hooks {
  return editHeaders({ 'Content-Type': mediaType }, (reply) => reply.headers['Content-Type'] === 'application/json')
}

function renamedHeaders(rename: (name: string) => string): Hooks {
  return editReplies(({ headers, ...reply }) => {
    const renamed = Object.entries(headers).map(([name, value]) => [rename(name), value] as const)
    return { ...reply, headers: Object.fromEntries(renamed) }
  })
}

function inPieces(sizeFor: (length: number) => number, milliseconds = 0): Behaviour {
  return ({ wait }) => ({
    async send(reply, _call, response) {
      response.writeHead(reply.status, { ...reply.headers })
      const bytes = bytesOf(reply)
      const size = sizeFor(bytes.length)
      for (let at = 0; at < bytes.length; at += size) {
        if (milliseconds > 0) await wait(milliseconds)
        response.write(bytes.subarray(at, at + size))
      }
      response.end()
    },
  })
}

function waiting(milliseconds: number, isMeant: (call: Call) => boolean): Behaviour {
  return ({ wait }) => ({
    async send(reply, call, _response, usual) {
      if (isMeant(call)) await wait(milliseconds)
      usual(reply)
    },
  })
}
