import { createGunzip } from 'node:zlib'
import { type Answer, askRaw } from '../ask.ts'
import { servers } from '../index.ts'
import { testWitnesses, type WitnessClient, type Witness, member } from '../witness.ts'

import type { Deployment } from '../test-server.ts'

const tested = servers.filter(({ kind }) => kind === 'hostile')

testWitnesses(tested, {
  // By time
  hang: ({ deployment }) => isSilentAfter(deployment, 'GET /pets', /^$/),
  'hang-on-create': ({ deployment }) => isSilentAfter(deployment, 'POST /pets', /^$/),
  'hang-on-get': ({ deployment }) => isSilentAfter(deployment, 'GET /pets/1', /^$/),
  'hang-after-headers': ({ deployment }) => isSilentAfter(deployment, 'GET /pets', /\r\n\r\n$/),
  'hang-in-body': ({ deployment }) => isSilentAfter(deployment, 'GET /pets', /\r\n\r\n\[.*[^\]]$/),
  drip: ({ deployment }) => isSilentAfter(deployment, 'GET /pets', /\r\n\r\n\[$/),
  'drip-headers': ({ deployment }) => isSilentAfter(deployment, 'GET /pets', /^H$/),
  'drip-with-hints': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets', { mostBytes: 60 })).text.startsWith(
      'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102',
    ),

  // By size
  'endless-body': ({ deployment }) => isLargerThan(deployment, 20_000_000),
  'endless-list': ({ deployment }) => isLargerThan(deployment, 20_000_000),
  'endless-name': ({ deployment }) => isLargerThan(deployment, 20_000_000),
  'headers-of-100-mb': async ({ deployment }) => !(await hasHeadWithin(deployment, 20_000_000)),
  'header-of-1-mb': async ({ deployment }) => !(await hasHeadWithin(deployment, 900_000)),
  'headers-by-the-thousand': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets')).text.includes('\r\nX-2999: \r\n'),
  'hints-without-end': ({ deployment }) => isLargerThan(deployment, 20_000_000),
  'gzip-bomb': async ({ list }) => isBomb(await list()),
  'gzip-bomb-in-errors': async ({ get }) => isBomb(await get(0)),
  'list-of-a-million': ({ deployment }) => isLargerThan(deployment, 30_000_000),
  'nested-deeply': async ({ list }) => (await list()).text.startsWith('[[[[['),
  'nested-member': async ({ list }) => (await list()).text.startsWith('[{"tree":{"a":{"a":'),
  'digits-by-the-million': async ({ list }) => (await list()).text.length > 1_000_000,
  'exponent-without-measure': async ({ list }) => (await list()).text.includes('"id":1e999999999,'),
  'members-by-the-thousand': async ({ list }) => (await list()).text.includes('"m99999":0'),

  // By malformed messages
  reset: async ({ deployment }) => (await askRaw(deployment, 'GET /pets')).end === 'reset',
  closed: ({ deployment }) => isClosedWith(deployment, /^$/),
  'reset-in-body': async ({ deployment }) => (await askRaw(deployment, 'GET /pets')).end === 'reset',
  async 'reset-one-off'({ list, ask }) {
    for (let count = 0; count < 6; count += 1) await list()
    return (await fails(ask)) === 'ECONNRESET' && (await list()).status === 200
  },
  'truncated-by-length': async ({ ask }) => (await fails(ask)) === 'ECONNRESET',
  'truncated-in-chunks': ({ deployment }) => isClosedWith(deployment, /\r\n\r\n2\r\n\[\]\r\n$/),
  'chunk-size-in-words': async ({ ask }) => (await fails(ask)) === 'HPE_INVALID_CHUNK_SIZE',
  'length-too-short': ({ deployment }) => isClosedWith(deployment, /Content-Length: 5\r\n(.+\r\n)*\r\n.{100}/),
  'lengths-in-conflict': ({ deployment }) => isClosedWith(deployment, /Content-Length: 2\r\nContent-Length: 7\r\n/),
  'no-http': ({ deployment }) => isClosedWith(deployment, /^220 animal/),
  'status-in-words': ({ deployment }) => isClosedWith(deployment, /^HTTP\/1\.1 OK Because\r\n/),
  'status-999': async ({ list }) => (await list()).status === 999,
  'status-000': ({ deployment }) => isClosedWith(deployment, /^HTTP\/1\.1 000 /),
  'protocol-switched': ({ deployment }) => isClosedWith(deployment, /^HTTP\/1\.1 101 /),
  unmodified: async ({ list }) => (await list()).status === 304,
  'header-with-control': async ({ deployment }) =>
    (await askRaw(deployment, 'GET /pets')).text.includes('\r\nX-Bell: \u0007\0\u001b[2J\r\n'),
  'header-without-colon': ({ deployment }) => isClosedWith(deployment, /\r\nNo colon here\r\n/),
  'rate-headers-twice': async ({ list }) => (await list()).headers['x-ratelimit-limit'] === '300, 60',
  'remaining-of-3000-digits': async ({ list }) =>
    String((await list()).headers['x-ratelimit-remaining']).length === 3000,
  'retry-after-far-away': async ({ list }) => (await list()).headers['retry-after'] === '946684800',
  'reset-far-away': async ({ list }) =>
    Number((await list()).headers['x-ratelimit-reset']) > Date.now() / 1000 + 900_000_000,
  'redirect-loop': async ({ list }) => (await list()).headers.location === '/v1/pets',
  'redirect-elsewhere': async ({ get }) => (await get(1)).status === 308,
  'redirect-nowhere': async ({ get }) => (await get(1)).headers.location?.includes('[::1:80') === true,
  'labelled-gzip': async ({ list }) => isLabelled(await list(), 'gzip', '[{'),
  'labelled-br': async ({ list }) => isLabelled(await list(), 'br', '\u001f'),
  'labelled-with-a-cat': async ({ list }) => isLabelled(await list(), 'x-cat', '[{'),
  'not-labelled-gzip': async ({ list }) => (await list()).bytes[0] === 0x1f,
  'gzip-cut-off': async ({ list }) => (await inflatedSize(await list())) === 'unexpected end of file',
  'gzip-damaged': async ({ list }) => (await inflatedSize(await list())) === 'incorrect data check',

  // By bytes and text
  'byte-order-mark': async ({ list }) => (await list()).bytes[0] === 0xef,
  'names-not-utf-8': async ({ list }) => (await list()).bytes.includes(Buffer.of(0xff, 0xc0, 0x80)),
  'names-with-lone-surrogates': async ({ list }) => (await list()).text.includes(String.raw`\ud800`),
  'members-repeated': async ({ list }) => (await list()).text.includes('"id":-9,"id":1'),
  'members-of-objects': async ({ list }) => (await list()).text.includes('"__proto__":'),
  'text-for-reports': async ({ get, list }) =>
    hasReportText((await get(0)).json, 'message') && (await list()).text.includes('::error::'),
  'text-for-reports-broken': async ({ get }) => hasReportText((await get(1)).json, 'status'),
  'commands-for-reports': async ({ get }) => String(member((await get(1)).json, 'status')).startsWith('##[add-mask]'),
  'headers-for-reports': async ({ list }) => (await list()).headers['content-type']?.startsWith('::error::') === true,

  // By sending the key back
  'echo-raw': (client) => echoes(client, ({ apiKey }) => apiKey),
  'echo-json-escaped': (client) => echoes(client, () => String.raw`\u0065\u0063\u0068\u0030`),
  'echo-percent-as-urls-have-it': (client) => echoes(client, () => 'ech0%2Fkey%2B4'),
  'echo-base64-after-bearer': (client) =>
    echoes(client, ({ apiKey }) => Buffer.from(`Bearer ${apiKey}`).toString('base64')),
  'echo-without-its-end': (client) => echoes(client, ({ apiKey }) => apiKey.slice(0, -3)),
  'echo-fifty-times': (client) => echoes(client, ({ apiKey }) => apiKey.repeat(50)),
  'echo-half-escaped': (client) => echoes(client, () => String.raw`\u0065c\u00680`),
} satisfies Record<string, Witness>)

/** Whether so much comes back and then nothing for a while, in which a slow server still waits. */
async function isSilentAfter(deployment: Deployment, what: string, pattern: RegExp): Promise<boolean> {
  const { text, end } = await askRaw(deployment, what, { silentMilliseconds: 300 })
  return end === 'silent' && pattern.test(text)
}

async function isClosedWith(deployment: Deployment, pattern: RegExp): Promise<boolean> {
  const { text, end } = await askRaw(deployment, 'GET /pets')
  return end === 'closed' && pattern.test(text)
}

async function isLargerThan(deployment: Deployment, bytes: number): Promise<boolean> {
  return (await askRaw(deployment, 'GET /pets', { mostBytes: bytes })).end === 'too-large'
}

async function hasHeadWithin(deployment: Deployment, bytes: number): Promise<boolean> {
  return (await askRaw(deployment, 'GET /pets', { mostBytes: bytes })).text.includes('\r\n\r\n')
}

async function fails(ask: WitnessClient['ask']): Promise<unknown> {
  return ask('GET /pets').then(
    () => 'answered',
    (error: unknown) => member(error, 'code'),
  )
}

function isLabelled({ headers, text }: Answer, coding: string, start: string): boolean {
  return headers['content-encoding'] === coding && text.startsWith(start)
}

async function isBomb(answer: Answer): Promise<boolean> {
  return answer.bytes.length < 1_200_000 && (await inflatedSize(answer)) === 'over 100 MB'
}

/** How much there is in a gzip body, or what is wrong with it. */
function inflatedSize({ bytes }: Answer): Promise<number | string> {
  return new Promise((resolve) => {
    let size = 0
    const gunzip = createGunzip({ chunkSize: 1_048_576 })
    gunzip.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= 100_000_000) return
      gunzip.destroy()
      resolve('over 100 MB')
    })
    gunzip.on('error', ({ message }) => resolve(message))
    gunzip.on('end', () => resolve(size))
    gunzip.end(bytes)
  })
}

function hasReportText(json: unknown, name: string): boolean {
  const text = String(member(json, name))
  return ['\u001b[2J', '</script>', '\n::error::', ']]>', '\u202e'].every((part) => text.includes(part))
}

/** Whether the key comes back with every operation and with an error, in body and headers. */
async function echoes(
  { list, get, create, stranger, deployment }: WitnessClient,
  echo: (deployment: Deployment) => string,
): Promise<boolean> {
  const answers = [await list(), await get(1), await create(), await stranger('GET /pets')]
  return answers.every(
    ({ text, headers }) =>
      text.includes(echo(deployment)) && String(headers['x-seen-authorization']).includes(echo(deployment)),
  )
}
