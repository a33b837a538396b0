import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { editErrors, editHeaders, editPets, editReplies, editText, onSuccess, successOf } from '../edits.ts'
import { manyAnimals } from '../animals.ts'
import type { Variation } from '../listen.ts'
import { closeRaw, pour, rawHead, rawReply } from './raw.ts'
import { type Reply, bytesOf, withHeaders } from '../reply.ts'
import type { Verdict } from '../test-server.ts'
import type { Call, Hooks } from '../way.ts'
import type { World } from '../world.ts'

/** A variation that tries to harm its client. */
export interface HostileVariation extends Variation {
  readonly verdicts: readonly Verdict[]
}

// What never ends or never arrives breaks no sentence of the interface by name, and is no proof that it is kept.
const undecided: readonly Verdict[] = ['broken', 'inconclusive']
const anyVerdict: readonly Verdict[] = ['held', 'broken', 'inconclusive']
const clearlyBroken: readonly Verdict[] = ['broken']

/** Servers that try to harm their client by time, by size, by malformed bytes, and by what a report would print. */
export const hostile: readonly HostileVariation[] = [
  // By time.
  sending('hang', undecided, 'Never answers.', () => {}),
  sendingTo('createPet', 'hang-on-create', undecided, 'Never answers a creation.', () => {}),
  sendingTo('getPet', 'hang-on-get', undecided, 'Never answers getPet.', () => {}),
  sending('hang-after-headers', undecided, 'Sends headers and no body.', (reply, response) => {
    response.writeHead(reply.status, { ...reply.headers }).flushHeaders()
  }),
  sending('hang-in-body', undecided, 'Sends half of the body.', (reply, response) => {
    const bytes = bytesOf(reply)
    response.writeHead(reply.status, { ...reply.headers, 'Content-Length': bytes.length })
    response.write(bytes.subarray(0, bytes.length / 2))
  }),
  sending('drip', undecided, 'Sends a byte of the body a second.', async (reply, response, { wait }) => {
    const bytes = bytesOf(reply)
    response.writeHead(reply.status, { ...reply.headers, 'Content-Length': bytes.length })
    for (const byte of bytes) {
      if (response.destroyed) return
      response.write(Uint8Array.of(byte))
      await wait(1000)
    }
    response.end()
  }),
  sending('drip-headers', undecided, 'Sends a byte of the headers a second.', async (reply, { socket }, { wait }) => {
    for (const byte of rawHead(reply, 'HTTP/1.1')) {
      if (socket === null || socket.destroyed) return
      socket.write(byte)
      await wait(1000)
    }
  }),
  sending(
    'drip-with-hints',
    undecided,
    'Sends 102 every 100 milliseconds, and never an answer.',
    async (_, response, { wait }) => {
      while (!response.destroyed) {
        response.writeProcessing()
        await wait(100)
      }
    },
  ),

  // By size.
  sending('endless-body', undecided, 'Sends blanks without an end.', (reply, response) => {
    response.writeHead(reply.status, { ...reply.headers })
    return pour(response, ' '.repeat(65_536))
  }),
  sending('endless-list', undecided, 'Lists animals without an end.', (reply, response) => {
    response.writeHead(reply.status, { ...reply.headers })
    response.write('[')
    return pour(response, '{"id":1,"name":"Rex","categoryId":1},'.repeat(2000))
  }),
  sending('endless-name', undecided, 'Sends a name without an end.', (reply, response) => {
    response.writeHead(reply.status, { ...reply.headers })
    response.write('[{"id":1,"name":"')
    return pour(response, 'x'.repeat(65_536))
  }),
  sending('headers-of-100-mb', undecided, 'Sends 100 MB of headers.', async (reply, { socket }) => {
    if (socket === null) return
    socket.write(rawHead(reply, 'HTTP/1.1').slice(0, -2))
    await pour(socket, `X-Pad: ${'x'.repeat(1000)}\r\n`.repeat(64), 100_000_000)
    socket.end(`\r\n${bytesOf(reply).toString()}`)
  }),
  sending('header-of-1-mb', undecided, 'Sends one header of a megabyte.', (reply, response) => {
    closeRaw(response, rawReply(withHeaders(reply, { 'X-Pad': 'x'.repeat(1_000_000) }), 'HTTP/1.1'))
  }),
  sending('headers-by-the-thousand', anyVerdict, 'Sends 3,000 short headers.', (reply, response) => {
    const pads = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`X-${at}`, '']))
    closeRaw(response, rawReply(withHeaders(reply, pads), 'HTTP/1.1'))
  }),
  sending('hints-without-end', undecided, 'Sends 100 without an end, as fast as it can.', async (_, { socket }) => {
    if (socket !== null) await pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(2000))
  }),
  compressedWith('gzip-bomb', undecided, 'Sends 1 GiB of blanks in a megabyte of gzip.', () => bomb()),
  {
    id: 'gzip-bomb-in-errors',
    summary: 'Sends 1 GiB of blanks in a megabyte of gzip with each error.',
    verdicts: undecided,
    hooks: () =>
      editReplies(
        (reply) => gzipped(reply, bomb()),
        ({ status }) => status >= 400,
      ),
  },
  textOf('list-of-a-million', undecided, 'Lists a million animals in 40 MB.', () => {
    return `[${'{"id":1,"name":"Rex","categoryId":1},'.repeat(1_000_000).slice(0, -1)}]`
  }),
  textOf('nested-deeply', clearlyBroken, 'Sends a list within lists, 200,000 deep.', () => {
    return `${'['.repeat(200_000)}${']'.repeat(200_000)}`
  }),
  textOf('nested-member', anyVerdict, 'Sends a member of a Pet that is nested 50,000 deep.', (text) => {
    return text.replace('{', `{"tree":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)},`)
  }),
  textOf('digits-by-the-million', clearlyBroken, 'Sends an id of a million digits.', (text) => {
    return text.replace(/"id":\d+/, `"id":${'9'.repeat(1_000_000)}`)
  }),
  textOf('exponent-without-measure', clearlyBroken, 'Sends an id of 1e999999999.', (text) => {
    return text.replace(/"id":\d+/, '"id":1e999999999')
  }),
  textOf('members-by-the-thousand', anyVerdict, 'Sends a Pet with 100,000 further members.', (text) => {
    return text.replace('{', `{${Array.from({ length: 100_000 }, (_, at) => `"m${at}":0,`).join('')}`)
  }),

  // By malformed messages.
  sending('reset', undecided, 'Resets each connection.', (_, { socket }) => {
    socket?.resetAndDestroy()
  }),
  sending('closed', undecided, 'Closes each connection without an answer.', (_, { socket }) => {
    socket?.end()
  }),
  sending(
    'reset-in-body',
    undecided,
    'Resets the connection in the middle of a body.',
    async (reply, response, { wait }) => {
      const bytes = bytesOf(reply)
      response.writeHead(reply.status, { ...reply.headers, 'Content-Length': bytes.length })
      response.write(bytes.subarray(0, bytes.length / 2))
      await wait(10)
      response.socket?.resetAndDestroy()
    },
  ),
  {
    id: 'reset-one-off',
    summary: 'Resets the connection of the seventh request.',
    verdicts: anyVerdict,
    hooks: () => ({
      send(reply, { number }, { socket }, usual) {
        if (number === 7) socket?.resetAndDestroy()
        else usual(reply)
      },
    }),
  },
  sending(
    'truncated-by-length',
    undecided,
    'Sends a hundred bytes less than Content-Length tells.',
    (reply, response) => {
      closeRaw(
        response,
        rawReply(withHeaders(reply, { 'Content-Length': String(bytesOf(reply).length + 100) }), 'HTTP/1.1'),
      )
    },
  ),
  sending('truncated-in-chunks', undecided, 'Ends a chunked body without its last chunk.', (reply, response) => {
    const head = rawHead(withHeaders(reply, { 'Transfer-Encoding': 'chunked' }), 'HTTP/1.1')
    closeRaw(response, `${head}2\r\n[]\r\n`)
  }),
  sending('chunk-size-in-words', undecided, 'Sends a chunk whose size is no number.', (reply, response) => {
    closeRaw(
      response,
      `${rawHead(withHeaders(reply, { 'Transfer-Encoding': 'chunked' }), 'HTTP/1.1')}many\r\n[]\r\n0\r\n\r\n`,
    )
  }),
  sending('length-too-short', undecided, 'Sends more bytes than Content-Length tells.', (reply, response) => {
    closeRaw(response, rawReply(withHeaders(reply, { 'Content-Length': '5' }), 'HTTP/1.1'))
  }),
  sending('lengths-in-conflict', undecided, 'Sends two values of Content-Length.', (reply, response) => {
    closeRaw(response, rawReply(withHeaders(reply, { 'Content-Length': ['2', '7'] }), 'HTTP/1.1'))
  }),
  sending('no-http', undecided, 'Answers with words in place of HTTP.', (_, response) => {
    closeRaw(response, '220 animal.store.example ready\r\n')
  }),
  sending('status-in-words', undecided, 'Answers with a status line without a number.', (reply, response) => {
    closeRaw(response, rawReply(reply, 'HTTP/1.1 OK').replace(/OK \d+/, 'OK'))
  }),
  sending('status-999', clearlyBroken, 'Answers 999 to everything.', (reply, response) => {
    closeRaw(response, rawReply({ ...reply, status: 999 }, 'HTTP/1.1'))
  }),
  sending('status-000', undecided, 'Answers 000 to everything.', (reply, response) => {
    closeRaw(response, rawReply(reply, 'HTTP/1.1').replace(/ \d+ /, ' 000 '))
  }),
  sending('protocol-switched', undecided, 'Answers 101 to everything.', (_, response) => {
    closeRaw(response, 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: cat\r\n\r\nmeow')
  }),
  sending('unmodified', clearlyBroken, 'Answers 304 to everything.', (reply, response) => {
    response.writeHead(304, { ...withHeaders(reply, { 'Content-Type': undefined }).headers }).end()
  }),
  sending('header-with-control', undecided, 'Sends control characters in a header.', (reply, response) => {
    closeRaw(response, rawReply(withHeaders(reply, { 'X-Bell': '\u0007\u0000\u001b[2J' }), 'HTTP/1.1'))
  }),
  sending('header-without-colon', undecided, 'Sends a header without a colon.', (reply, response) => {
    closeRaw(response, rawReply(reply, 'HTTP/1.1 200 OK\r\nNo colon here\r\nX-Was: HTTP'))
  }),
  {
    id: 'rate-headers-twice',
    summary: 'Sends each X-RateLimit header twice, with two values.',
    verdicts: anyVerdict,
    hooks: () => ({
      reply: (reply) =>
        withHeaders(reply, {
          'X-RateLimit-Limit': ['300', '60'],
          'X-RateLimit-Remaining': ['299', '0'],
          'X-RateLimit-Reset': ['1', '4102444800'],
        }),
    }),
  },
  {
    id: 'remaining-of-3000-digits',
    summary: 'Sends a Remaining of 3,000 digits and a Reset in the year 30,000.',
    verdicts: clearlyBroken,
    hooks: () => editHeaders({ 'X-RateLimit-Remaining': '9'.repeat(3000), 'X-RateLimit-Reset': '884541340800' }),
  },
  {
    id: 'retry-after-far-away',
    summary: 'Refuses the first request with 429 and tells to wait for thirty years.',
    verdicts: undecided,
    hooks: () => ({
      decide: (counted, usual) => usual({ ...counted, quota: { ...counted.quota, isAllowed: false } }),
      ...editHeaders({ 'X-RateLimit-Remaining': '0', 'Retry-After': '946684800' }),
    }),
  },
  {
    id: 'reset-far-away',
    summary: 'Tells from the start that nothing remains until a Reset in thirty years, and answers all the same.',
    verdicts: undecided,
    hooks: ({ now }) => ({
      reply: (reply) =>
        withHeaders(reply, {
          'X-RateLimit-Remaining': '0',
          'X-RateLimit-Reset': String(Math.ceil(now() / 1000) + 946_684_800),
        }),
    }),
  },
  {
    id: 'redirect-loop',
    summary: 'Redirects every request to its own address.',
    verdicts: clearlyBroken,
    hooks: () => redirected(({ path }) => path),
  },
  {
    id: 'redirect-elsewhere',
    summary: 'Redirects every request to a path that counts.',
    verdicts: clearlyBroken,
    hooks: () => redirected(() => '/elsewhere/pets', 308),
  },
  {
    id: 'redirect-nowhere',
    summary: 'Redirects every request to an address that is none.',
    verdicts: clearlyBroken,
    hooks: () => redirected(() => 'http://[::1:80:%%/\t', 307),
  },
  {
    id: 'labelled-gzip',
    summary: 'Labels plain JSON as gzip.',
    verdicts: undecided,
    hooks: () => editHeaders({ 'Content-Encoding': 'gzip' }),
  },
  {
    id: 'labelled-br',
    summary: 'Labels gzip as brotli.',
    verdicts: undecided,
    hooks: () =>
      editReplies((reply) => withHeaders(gzipped(reply, gzipSync(bytesOf(reply))), { 'Content-Encoding': 'br' })),
  },
  {
    id: 'labelled-with-a-cat',
    summary: 'Labels plain JSON with an encoding that there is not.',
    verdicts: anyVerdict,
    hooks: () => editHeaders({ 'Content-Encoding': 'x-cat' }),
  },
  {
    id: 'not-labelled-gzip',
    summary: 'Sends gzip without a label.',
    verdicts: clearlyBroken,
    hooks: () => editReplies((reply) => ({ ...reply, bytes: gzipSync(bytesOf(reply)) })),
  },
  compressedWith('gzip-cut-off', undecided, 'Sends the first half of a gzip body.', (bytes) => {
    const zipped = gzipSync(bytes)
    return zipped.subarray(0, zipped.length / 2)
  }),
  compressedWith('gzip-damaged', undecided, 'Sends gzip with a wrong checksum.', (bytes) => {
    const zipped = gzipSync(bytes)
    return Buffer.concat([zipped.subarray(0, -8), Buffer.alloc(8, 0x55)])
  }),

  // By bytes and text that a parser or a report may stumble over.
  {
    id: 'byte-order-mark',
    summary: 'Sends a byte order mark before JSON.',
    // RFC 8259 forbids to send one and allows to ignore one.
    verdicts: anyVerdict,
    hooks: () => editText((text) => `\u{feff}${text}`),
  },
  textOf('names-not-utf-8', clearlyBroken, 'Sends a name that is no UTF-8.', (text) => {
    const [before = '', ...after] = text.split('Rex')
    return Buffer.concat([Buffer.from(before), Buffer.of(0x52, 0xff, 0xc0, 0x80), Buffer.from(after.join('Rex'))])
  }),
  textOf('names-with-lone-surrogates', anyVerdict, 'Sends names with an escaped half of a pair.', (text) => {
    return text.replaceAll('Rex', String.raw`\ud800`)
  }),
  textOf('members-repeated', anyVerdict, 'Sends the id of a Pet twice, with two values.', (text) => {
    return text.replaceAll('"id":', '"id":-9,"id":')
  }),
  textOf('members-of-objects', ['held'], 'Sends members with the names of what every object has.', (text) => {
    return text.replaceAll(
      '{',
      '{"__proto__":{"id":"x"},"constructor":{"prototype":null},"toString":1,"hasOwnProperty":0,',
    )
  }),
  {
    id: 'text-for-reports',
    summary: 'Has names and messages that would do something in a terminal, a page, a log of a CI, or XML.',
    verdicts: ['held'],
    animals: () => manyAnimals(40, (pet) => ({ ...pet, name: reportText })),
    hooks: () => editErrors((error) => ({ ...error, code: reportText, message: reportText })),
  },
  {
    id: 'text-for-reports-broken',
    summary: 'Has statuses that would do something in a terminal, a page, a log of a CI, or XML.',
    verdicts: clearlyBroken,
    hooks: () => ({
      ...editPets((pet) => ({ ...pet, status: reportText })),
    }),
  },
  {
    id: 'commands-for-reports',
    summary: 'Has statuses that GitHub and Azure take for commands wherever they stand in a line.',
    verdicts: clearlyBroken,
    hooks: () => editPets((pet) => ({ ...pet, status: '##[add-mask]a ##vso[task.complete result=Failed;]' })),
  },
  {
    id: 'headers-for-reports',
    summary: 'Has a media type that would do something in a page or a log of a CI.',
    verdicts: clearlyBroken,
    hooks: () => editHeaders({ 'Content-Type': '::error::<script>alert(1)</script>]]>%0A' }),
  },

  // By sending the key back, where a report would print what it got.
  ...Object.entries({
    raw: (key: string) => key,
    'after-bearer': (key: string) => `Bearer ${key}`,
    'json-escaped': (key: string) => key.replaceAll(/./g, (letter) => String.raw`\u00${hex(letter)}`),
    percent: (key: string) => key.replaceAll(/./g, (letter) => `%${hex(letter)}`),
    'percent-as-urls-have-it': encodeURIComponent,
    base64: (key: string) => Buffer.from(key).toString('base64'),
    'base64-after-bearer': (key: string) => Buffer.from(`Bearer ${key}`).toString('base64'),
    base64url: (key: string) => Buffer.from(key).toString('base64url'),
    hex: (key: string) => Buffer.from(key).toString('hex'),
    'hex-capitals': (key: string) => Buffer.from(key).toString('hex').toUpperCase(),
    'fifty-times': (key: string) => key.repeat(50),
    'half-escaped': (key: string) =>
      key.replaceAll(/(.)(.)/g, (_, one: string, other: string) => String.raw`\u00${hex(one)}${other}`),
    'numbers-of-html': (key: string) => key.replaceAll(/./g, (letter) => `&#${letter.charCodeAt(0)};`),
    'percent-twice': (key: string) => key.replaceAll(/./g, (letter) => `%25${hex(letter)}`),
  }).map(([how, encode]) => echoing(how, encode)),
]

const reportText = [
  '\u001b[2J\u001b]0;title\u0007\u009b31m',
  '</script><script>alert(1)</script><img src=x onerror=alert(1)>',
  '\n::error::x\n::set-output name=a::b\n##[error]y',
  ']]><failure/>',
  '| `a` | [b](javascript:alert(1)) |',
  '\u202e\u2028\u2029\u0000\u007f',
].join(' ')

/** Sends all replies in another way. */
function sending(
  id: string,
  verdicts: readonly Verdict[],
  summary: string,
  send: (reply: Reply, response: ServerResponse, world: World) => void | Promise<void>,
): HostileVariation {
  return {
    id,
    verdicts,
    summary,
    hooks: (world) => ({ send: (reply, _call, response) => send(reply, response, world) }),
  }
}

/** Sends the replies of one operation in another way. */
function sendingTo(
  operation: NonNullable<Call['operation']>,
  id: string,
  verdicts: readonly Verdict[],
  summary: string,
  send: () => void,
): HostileVariation {
  const hooks = (): Hooks => ({
    send: (reply, call, _response, usual) => (call.operation === operation ? send() : usual(reply)),
  })
  return { id, verdicts, summary, hooks }
}

/** Sends another text in the place of the list. */
function textOf(
  id: string,
  verdicts: readonly Verdict[],
  summary: string,
  edit: (text: string) => Uint8Array | string,
): HostileVariation {
  return { id, verdicts, summary, hooks: () => editText(edit, successOf('listPets')) }
}

function compressedWith(
  id: string,
  verdicts: readonly Verdict[],
  summary: string,
  compress: (bytes: Uint8Array) => Uint8Array,
): HostileVariation {
  return {
    id,
    verdicts,
    summary,
    hooks: () => editReplies((reply) => gzipped(reply, compress(bytesOf(reply))), onSuccess),
  }
}

function gzipped(reply: Reply, bytes: Uint8Array): Reply {
  return withHeaders({ ...reply, bytes }, { 'Content-Encoding': 'gzip' })
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

function redirected(target: (call: Call) => string, status = 302): Hooks {
  return {
    send(reply, call, response) {
      const { headers } = withHeaders(reply, { Location: target(call), Connection: 'close' })
      // A header of this server may hold what Node would refuse to send.
      closeRaw(response, rawReply({ status, headers }, 'HTTP/1.1'))
    },
  }
}

/** Breaks the status of every Pet and the media type of every Error, so that a report shows what the key was made into. */
function echoing(how: string, encode: (key: string) => string): HostileVariation {
  return {
    id: `echo-${how}`,
    summary: `Sends the key back in bodies and headers, ${how.replaceAll('-', ' ')}.`,
    verdicts: clearlyBroken,
    apiKey: 'ech0/key+4~X_q9.Zt-Lw==',
    hooks: ({ apiKey }) => {
      const echo = encode(apiKey)
      return {
        reply(reply) {
          const isError = reply.status >= 400
          const body = { id: 1, name: 'KEY', categoryId: 1, status: 'KEY' }
          const error = { code: 'KEY', message: 'You sent KEY', status: reply.status, KEY: 'KEY' }
          return withHeaders(
            {
              ...reply,
              // Written as text, so that an escaped key stays escaped.
              bytes: JSON.stringify(isError ? error : body).replaceAll('KEY', echo),
            },
            {
              'Content-Type': isError ? `text/plain; key="${echo}"` : 'application/json',
              'X-Seen-Authorization': echo,
              'X-RateLimit-Limit': echo,
              Link: `</v1/pets?api_key=${echo}>; rel="next"`,
            },
          )
        },
      }
    },
  }
}

function hex(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0')
}
