import { gzipSync } from 'node:zlib'
import { editHeaders, editReplies } from '../edits.ts'
import { closeRaw, rawReply } from '../raw-reply.ts'
import { bytesOf, withHeaders } from '../reply.ts'
import type { Behaviour, Servers } from '../variation.ts'
import type { Hooks } from '../plain-server.ts'

/** Ways of sending that HTTP and the interface allow. */
export const conformingTransport: Servers = {
  gzip: compressed('gzip', gzipSync),
  // Through the middle of letters.
  'tiny-chunks': inPieces(() => 7),
  'headers-upper-case': renamedHeaders((name) => name.toUpperCase()),
  'media-type-parameters': labelled('application/json ; profile="a;b, c" ;charset="utf-8"'),
  'media-type-in-capitals': labelled('Application/JSON'),
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
  'early-hints': {
    send(reply, _call, response, usual) {
      response.writeProcessing()
      response.writeEarlyHints({ link: '</style.css>; rel=preload' })
      usual(reply)
    },
  },
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
