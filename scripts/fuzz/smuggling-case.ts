import fc, { type Arbitrary } from 'fast-check'
import type { FuzzCase } from './exchange.ts'

// What has made two servers differ on where a request ends: CL.TE, TE.CL, TE.TE, CL.0, 0.CL and their kin.

/** Headers that say how a body ends, well or badly. LENGTH stands for that of the body. */
const framings = [
  'Content-Length: LENGTH',
  'Content-Length: LENGTH',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: 0LENGTH',
  'Content-Length: +LENGTH',
  'Content-Length: LENGTH, LENGTH',
  'Content-Length: LENGTH\r\nContent-Length: 0',
  'Content-Length:\r\n LENGTH',
  'Content-Length : LENGTH',
  'Content_Length: LENGTH',
  'Content-Length: LENGTH\0',
  'Content-Length: LENGTH\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: LENGTH',
  'Transfer-Encoding: chunked\r\nContent-Length: 4',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: chunked',
  'transfer-encoding:\tCHUNKED ',
  'Transfer-Encoding: xchunked',
  'Transfer-Encoding : chunked',
  'Transfer-Encoding:\vchunked',
  'Transfer-Encoding: chunked\r\nTransfer-Encoding: x',
  'Transfer-Encoding: x\r\nTransfer-Encoding: chunked',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked, identity',
  'Transfer-Encoding: "chunked"',
  'Transfer-Encoding: chunked,',
  'Transfer-Encoding: ,chunked',
  'Transfer-Encoding: chunked;q=1',
  'Transfer-Encoding:\r\n chunked',
  'Transfer-Encoding\r\n: chunked',
  'X: y\nTransfer-Encoding: chunked',
  'X: y\rTransfer-Encoding: chunked',
  'X: y\0\r\nTransfer-Encoding: chunked',
  'Transfer_Encoding: chunked',
  'Transfer-Encoding: ch\xfcnked',
]

/** What stands beside them. */
const besides = [
  '',
  '',
  'Connection: keep-alive',
  'Connection: close',
  'Connection: Content-Length',
  'Connection: keep-alive, content-length',
  'Connection: transfer-encoding',
  'Connection: Host, Authorization',
  'Connection:\tcontent-length\t,',
  'Connection: close\r\nConnection: content-length',
  'Connection: X-Own\r\nX-Own: 1',
  'Expect: 100-continue',
  'Expect: y 100-continue',
  'Expect: 100-continue, 100-continue',
  'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Connection: Upgrade\r\nUpgrade: websocket',
  'X-Own: a\r\n folded: b',
  'X-Own: a\r\n\tContent-Length: 0',
  'X-Own: a\nContent-Length: 0',
  'X-Own: a\rX-Other: b',
  'X-Own: a\r\n\r\nGET /v1/pets/9 HTTP/1.1\r\nHost: 127.0.0.1',
  ' X-Own: a',
  'Host: evil.example',
  'Trailer: Content-Length',
  'TE: trailers',
  'X-HTTP-Method-Override: POST',
]

const targets = [
  '/v1/pets',
  '/v1/pets',
  '/v1/pets?limit=1',
  'http://127.0.0.1/v1/pets',
  'http://evil.example/v1/pets',
  '*',
  '//evil/v1',
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT', 'QUERY', 'get']
const inner = 'GET /v1/pets/7 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Pad: y\r\n\r\n'
const size = inner.length.toString(16)

/** What follows the headers: a request in a body, or one that somebody could take for a body. */
const bodies = [
  inner,
  inner,
  '',
  'hello',
  `${size}\r\n${inner}\r\n0\r\n\r\n`,
  `${size};x=y\r\n${inner}\r\n0;z\r\n\r\n`,
  `${size};"\r\n${inner}\r\n0\r\n\r\n`,
  `${size};\n${inner}\r\n0\r\n\r\n`,
  `${size}\n${inner}\n0\n\n`,
  `0x${size}\r\n${inner}\r\n0\r\n\r\n`,
  `${size} \r\n${inner}\r\n0\r\n\r\n`,
  `${size}\r\n${inner}\r\n0\r\nContent-Length: 5\r\nX-Late: 1\r\n\r\n`,
  `${size}\r\n${inner}\r\n0\r\n\r\n${inner}`,
  `${size}\r\n${inner}XX0\r\n\r\n`,
  `100000000000000${size}\r\n${inner}\r\n0\r\n\r\n`,
  `0\r\n\r\n${inner}`,
  `00\r\n\r\n${inner}`,
  `-0\r\n\r\n${inner}`,
  `\r\n${inner}`,
]

const request = fc
  .tuple(
    fc.constantFrom(...methods),
    fc.constantFrom(...targets),
    fc.constantFrom('1.1', '1.1', '1.1', '1.0'),
    fc.uniqueArray(fc.constantFrom(...framings), { minLength: 0, maxLength: 2 }),
    fc.constantFrom(...besides),
    fc.constantFrom(...bodies),
  )
  .map(([method, target, version, framed, beside, body]) => {
    const lines = [...framed.map((line) => line.replaceAll('LENGTH', String(body.length))), beside]
    const head = [`${method} ${target} HTTP/${version}`, 'Host: 127.0.0.1', ...lines.filter((line) => line !== '')]
    return `${head.join('\r\n')}\r\n\r\n${body}`
  })

/** One to three requests on a connection, which no two servers may read differently. */
export const smugglingCase: Arbitrary<FuzzCase> = fc
  .tuple(fc.array(request, { minLength: 1, maxLength: 3 }), fc.constantFrom(0, 0, 1, 5), fc.nat())
  .map(([requests, pauseMilliseconds, place]) => {
    const bytes = Buffer.from(requests.join(''), 'latin1')
    const at = place % bytes.length
    const parts = [bytes.subarray(0, at), bytes.subarray(at)].map((part) => ({ bytes: part, times: 1 }))
    return {
      kind: 'smuggling',
      connections: 1,
      steps: parts.flatMap((part, index) => (index === 0 ? [part] : [{ pauseMilliseconds }, part])),
      ending: 'half-close',
      leastReplies: 0,
    }
  })
