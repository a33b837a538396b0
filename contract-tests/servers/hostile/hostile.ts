import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { editErrors, editHeaders, editPets, editRate, editReplies, editText } from '../edits.ts'
import { onSuccess, successOf, type Reply, bytesOf, withHeaders } from '../reply.ts'
import { closeRaw, writeRepeatedly, rawHead, rawReply } from '../raw-reply.ts'
import type { ServerState } from '../server-state.ts'
import type { Harm } from '../test-server.ts'
import { type Behaviour, type Servers, withAnimals } from '../variation.ts'
import type { Call } from '../call.ts'
import type { Hooks } from '../plain-server.ts'
import { echoes } from './echoes.ts'

const chunked = { 'Transfer-Encoding': 'chunked' }

/** Servers that never finish an answer, so that a run can only wait. */
const silent: Servers = {
  hang: { send: () => {} },
  drip: sending(async (reply, response, { wait }) => {
    const bytes = bytesOf(reply)
    begin(reply, response, bytes.length)
    for (const byte of bytes) {
      if (response.destroyed) return
      response.write(Uint8Array.of(byte))
      await wait(1000)
    }
    response.end()
  }),
  'drip-with-hints': sending(async (_, response, { wait }) => {
    while (!response.destroyed) {
      response.writeProcessing()
      await wait(100)
    }
  }),
  'protocol-switched': sendingRaw(
    () => 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: cat\r\n\r\nmeow',
  ),
}

/** Servers that answer too much, or not as HTTP has it. */
const overwhelming: Servers = {
  'endless-body': sending((reply, response) => writeRepeatedly(begin(reply, response), ' '.repeat(65_536))),
  'headers-of-100-mb': sending(async (reply, { socket }) => {
    if (socket === null) return
    socket.write(rawHead(reply).slice(0, -2))
    await writeRepeatedly(socket, `X-Pad: ${'x'.repeat(1000)}\r\n`.repeat(64), 100_000_000)
    socket.end(`\r\n${bytesOf(reply).toString()}`)
  }),
  'hints-without-end': sending(async (_, { socket }) => {
    if (socket !== null) await writeRepeatedly(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000))
  }),
  'gzip-bomb': labelledGzip(bomb, onSuccess),
  reset: sending((_, { socket }) => void socket?.resetAndDestroy()),
  closed: sending((_, { socket }) => void socket?.end()),
  'truncated-by-length': sendingRaw((reply) =>
    rawReply(withHeaders(reply, { 'Content-Length': String(bytesOf(reply).length + 100) })),
  ),
  'chunk-size-in-words': sendingRaw((reply) => rawHead(withHeaders(reply, chunked)) + 'many\r\n[]\r\n0\r\n\r\n'),
  'no-http': sendingRaw(() => '220 animal.store.example ready\r\n'),
  // In thirty years.
  'retry-after-far-away': {
    decide: (counted, usual) => usual({ ...counted, quota: { ...counted.quota, isAllowed: false } }),
    ...editHeaders({ 'X-RateLimit-Remaining': '0', 'Retry-After': '946684800' }),
  },
  'reset-far-away': ({ now }) => editRate({ remaining: 0, reset: () => Math.ceil(now() / 1000) + 946_684_800 }),
  'labelled-gzip': editHeaders({ 'Content-Encoding': 'gzip' }),
  'gzip-damaged': labelledGzip(
    (bytes) => Buffer.concat([gzipSync(bytes).subarray(0, -8), Buffer.alloc(8, 0x55)]),
    onSuccess,
  ),
}

/** Servers whose run may end in any way: a client may read their answers or give up. */
const anyVerdict: Servers = {
  'names-with-lone-surrogates': editListText((text) => text.replaceAll('Rex', String.raw`\ud800`)),
  'members-repeated': editListText((text) => text.replaceAll('"id":', '"id":-9,"id":')),
  'rate-headers-twice': editHeaders({
    'X-RateLimit-Limit': ['300', '60'],
    'X-RateLimit-Remaining': ['299', '0'],
    'X-RateLimit-Reset': ['1', '4102444800'],
  }),
  // RFC 8259 forbids to send one and allows to ignore one.
  'byte-order-mark': editText((text) => `\u{feff}${text}`),
}

/** Servers whose answers do not look like the service. */
const elsewhere: Servers = {
  'status-999': sendingRaw((reply) => rawReply({ ...reply, status: 999 })),
  unmodified: sending((reply, response) => {
    response.writeHead(304, { ...withHeaders(reply, { 'Content-Type': undefined }).headers }).end()
  }),
  'redirect-loop': redirecting(({ path }) => path),
  'redirect-nowhere': redirecting(() => 'http://[::1:80:%%/\t', 307),
}

/** Servers that break a clause in a way that may harm a client. */
const clearlyBroken: Servers = {
  'nested-deeply': editListText(() => `${'['.repeat(200_000)}${']'.repeat(200_000)}`),
  'digits-by-the-million': editListText((text) => text.replace(/"id":\d+/, `"id":${'9'.repeat(1_000_000)}`)),
  'exponent-without-measure': editListText((text) => text.replace(/"id":\d+/, '"id":1e999999999')),
  'remaining-of-3000-digits': editHeaders({
    'X-RateLimit-Remaining': '9'.repeat(3000),
    'X-RateLimit-Reset': '884541340800',
  }),
  'names-not-utf-8': editListText((text) => {
    const [before = '', ...after] = text.split('Rex')
    return Buffer.concat([Buffer.from(before), Buffer.of(0x52, 0xff, 0xc0, 0x80), Buffer.from(after.join('Rex'))])
  }),
  'text-for-reports-broken': editPets({ status: reportText() }),
  'commands-for-reports': editPets({ status: '##[add-mask]a ##vso[task.complete result=Failed;]' }),
  'headers-for-reports': editHeaders({ 'Content-Type': '::error::<script>alert(1)</script>]]>%0A' }),
  ...echoes,
}

/** Servers that keep every clause, with text that may harm a client. */
const held: Servers = {
  'members-of-objects': editListText((text) =>
    text.replaceAll('{', '{"__proto__":{"id":"x"},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":0,'),
  ),
  'text-for-reports': withAnimals(
    40,
    () => ({ name: reportText() }),
    editErrors({ code: reportText(), message: reportText() }),
  ),
}

/** An answer that never ends breaks a clause or leaves it open; it holds none. */
const undecided = ['broken', 'inconclusive'] as const

/** Servers that do harm by how they send. They need a port. */
export const hostileSending: readonly Servers[] = [silent, overwhelming]

/** Servers that try to harm their client, by how a run of the suite may end. */
export const hostile: readonly (Harm & { readonly servers: Servers })[] = [
  { isSilent: true, verdicts: undecided, servers: silent },
  { isSilent: false, verdicts: undecided, servers: overwhelming },
  { isSilent: false, verdicts: ['held', 'broken', 'inconclusive'], servers: anyVerdict },
  { isSilent: false, verdicts: ['inconclusive'], servers: elsewhere },
  { isSilent: false, verdicts: ['broken'], servers: clearlyBroken },
  { isSilent: false, verdicts: ['held'], servers: held },
]

function reportText(): string {
  return [
    '\u001b[2J\u001b]0;title\u0007\u009b31m',
    '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
    '\n::error::x\n::set-output name=a::b\n##[error]y',
    ']]><failure/>',
    '| `a` | [b](javascript:alert(1)) |',
    '\u202e\u2028\u2029\u0000\u007f',
  ].join(' ')
}

function sending(
  send: (reply: Reply, response: ServerResponse, state: ServerState) => void | Promise<void>,
): Behaviour {
  return (state) => ({ send: (reply, _call, response) => send(reply, response, state) })
}

/** Writes all replies as text that Node would not write. */
function sendingRaw(text: (reply: Reply) => string): Behaviour {
  return sending((reply, response) => closeRaw(response, text(reply)))
}

/** Writes the head of a reply, with the length of the body where it is known. */
function begin({ status, headers }: Reply, response: ServerResponse, length?: number): ServerResponse {
  return response.writeHead(status, { ...headers, ...(length !== undefined && { 'Content-Length': length }) })
}

function editListText(edit: (text: string) => Uint8Array | string): Hooks {
  return editText(edit, successOf('listPets'))
}

function labelledGzip(compress: (bytes: Uint8Array) => Uint8Array, when: (reply: Reply) => boolean): Hooks {
  return editReplies(
    (reply) => withHeaders({ ...reply, bytes: compress(bytesOf(reply)) }, { 'Content-Encoding': 'gzip' }),
    when,
  )
}

let madeBomb: Uint8Array | undefined

/** A list in 1 GiB: members of a gzip stream follow each other, so the same 16 MiB of blanks can come 64 times. */
function bomb(): Uint8Array {
  if (madeBomb === undefined) {
    const blanks = gzipSync(Buffer.alloc(16_777_216, ' '))
    madeBomb = Buffer.concat([gzipSync('['), ...Array.from({ length: 64 }, () => blanks), gzipSync(']')])
  }
  return madeBomb
}

function redirecting(target: (call: Call) => string, status = 302): Hooks {
  return {
    send(reply, call, response) {
      const { headers } = withHeaders(reply, { Location: target(call), Connection: 'close' })
      // A header of this server may hold what Node would refuse to send.
      closeRaw(response, rawReply({ status, headers }))
    },
  }
}
