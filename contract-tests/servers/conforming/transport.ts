import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { editHeaders, editReplies } from '../edits.ts'
import type { Variation } from '../listen.ts'
import { closeRaw, rawReply } from '../hostile/raw.ts'
import { type Reply, bytesOf, withHeaders } from '../reply.ts'
import type { Hooks } from '../way.ts'

/** Ways of sending that HTTP and the interface allow. */
export const conformingTransport: readonly Variation[] = [
  {
    id: 'gzip',
    summary: 'Compresses with gzip for clients that accept it.',
    hooks: () => compressed('gzip', gzipSync),
  },
  {
    id: 'deflate',
    summary: 'Compresses with deflate for clients that accept it.',
    hooks: () => compressed('deflate', deflateSync),
  },
  {
    id: 'brotli',
    summary: 'Compresses with brotli for clients that accept it.',
    hooks: () => compressed('br', brotliCompressSync),
  },
  {
    id: 'tiny-chunks',
    summary: 'Sends bodies in chunks of seven bytes, through the middle of letters.',
    hooks: () => ({
      send(reply, _call, response) {
        response.writeHead(reply.status, { ...reply.headers })
        const bytes = bytesOf(reply)
        for (let at = 0; at < bytes.length; at += 7) response.write(bytes.subarray(at, at + 7))
        response.end()
      },
    }),
  },
  {
    id: 'slow-chunks',
    summary: 'Takes 300 milliseconds for a body, in three pieces.',
    hooks: ({ wait }) => ({
      async send(reply, _call, response) {
        response.writeHead(reply.status, { ...reply.headers })
        const bytes = bytesOf(reply)
        const third = Math.ceil(bytes.length / 3)
        for (let at = 0; at < bytes.length; at += third) {
          await wait(100)
          response.write(bytes.subarray(at, at + third))
        }
        response.end()
      },
    }),
  },
  {
    id: 'slow-first-answer',
    summary: 'Takes three seconds for its first answer.',
    hooks: ({ wait }) => ({
      async send(reply, { number }, _response, usual) {
        if (number === 1) await wait(3000)
        usual(reply)
      },
    }),
  },
  {
    id: 'slow-creation',
    summary: 'Takes half a second to add an animal.',
    hooks: ({ wait }) => ({
      async send(reply, { operation }, _response, usual) {
        if (operation === 'createPet') await wait(500)
        usual(reply)
      },
    }),
  },
  {
    id: 'headers-upper-case',
    summary: 'Writes the names of headers in capitals.',
    hooks: () => renamedHeaders((name) => name.toUpperCase()),
  },
  {
    id: 'headers-lower-case',
    summary: 'Writes the names of headers in small letters.',
    hooks: () => renamedHeaders((name) => name.toLowerCase()),
  },
  {
    id: 'charset-parameter',
    summary: 'Labels bodies application/json; charset=UTF-8.',
    hooks: () => labelled('application/json; charset=UTF-8'),
  },
  {
    id: 'media-type-parameters',
    summary: 'Labels bodies application/json with a quoted parameter and blanks around semicolons.',
    hooks: () => labelled('application/json ; profile="a;b, c" ;charset="utf-8"'),
  },
  {
    id: 'media-type-in-capitals',
    summary: 'Labels bodies Application/JSON.',
    hooks: () => labelled('Application/JSON'),
  },
  {
    id: 'keep-alive-off',
    summary: 'Closes the connection after each answer, and says so.',
    hooks: () => editHeaders({ Connection: 'close' }),
  },
  {
    id: 'idle-connections-closed',
    summary: 'Closes a connection that was idle for 20 milliseconds, without having said so.',
    hooks: ({ wait }) => ({
      async send(reply, _call, response, usual) {
        const { socket } = response
        const before = socket?.bytesRead
        usual(reply)
        await wait(20)
        if (socket?.bytesRead === before) socket?.end()
      },
    }),
  },
  {
    id: 'http-1.0',
    summary: 'Answers with HTTP/1.0, no length, and the end of the connection as the end of the body.',
    hooks: () => ({
      send: (reply, _call, response) => closeRaw(response, rawReply(reply, 'HTTP/1.0')),
    }),
  },
  {
    id: 'headers-padded',
    summary: 'Writes headers with blanks and tabs around the values.',
    hooks: () => ({
      send(reply, _call, response) {
        const raw = rawReply(withHeaders(reply, { Connection: 'close' }), 'HTTP/1.1')
        closeRaw(response, raw.replaceAll(/^([\w-]+): (.*)\r$/gm, '$1: \t $2 \t\r'))
      },
    }),
  },
  {
    id: 'early-hints',
    summary: 'Sends 102 and 103 before the answer.',
    hooks: () => ({
      send(reply, _call, response, usual) {
        response.writeProcessing()
        response.writeEarlyHints({ link: '</style.css>; rel=preload' })
        usual(reply)
      },
    }),
  },
  {
    id: 'etags',
    summary: 'Sends ETag, Cache-Control, Vary and Last-Modified, and answers 304 to a client that asks for changes.',
    hooks: () =>
      editReplies((reply, call) => {
        if (reply.status !== 200) return reply
        const tagged = withHeaders(reply, {
          ETag: '"v1"',
          Vary: 'Authorization, Accept-Encoding',
          'Cache-Control': 'private, max-age=0',
          'Last-Modified': 'Thu, 19 Nov 2026 10:00:00 GMT',
        })
        return call.headers['if-none-match'] === '"v1"' ? { status: 304, headers: tagged.headers } : tagged
      }),
  },
  {
    id: 'cookies',
    summary: 'Sets two cookies with each answer.',
    hooks: () => editHeaders({ 'Set-Cookie': ['session=a%20b; HttpOnly; Path=/', 'seen=1; Max-Age=60'] }),
  },
  {
    id: 'cors',
    summary: 'Sends CORS headers, and answers OPTIONS with 204.',
    hooks: () => ({
      ...editHeaders({
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
      }),
      decide: (counted, usual) => (counted.call.method === 'OPTIONS' ? { status: 204, headers: {} } : usual(counted)),
    }),
  },
  {
    id: 'many-headers',
    summary: 'Sends ninety further headers, as proxies do.',
    hooks: () =>
      editHeaders(Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`X-Trace-${at}`, `${at}`.repeat(20)]))),
  },
]

function compressed(coding: string, compress: (bytes: Uint8Array) => Uint8Array): Hooks {
  return editReplies(
    (reply) => withHeaders({ ...reply, bytes: compress(bytesOf(reply)) }, { 'Content-Encoding': coding }),
    (reply, { headers }) => {
      return bytesOf(reply).length > 0 && (headers['accept-encoding'] ?? '').split(/[ ,;]+/).includes(coding)
    },
  )
}

function labelled(mediaType: string): Hooks {
  return editHeaders({ 'Content-Type': mediaType }, (reply) => reply.headers['Content-Type'] === 'application/json')
}

function renamedHeaders(rename: (name: string) => string): Hooks {
  return editReplies((reply: Reply) => ({
    ...reply,
    headers: Object.fromEntries(Object.entries(reply.headers).map(([name, value]) => [rename(name), value])),
  }))
}
